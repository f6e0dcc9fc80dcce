package v1alpha1

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// Paths of fields of a Study, for problems.
var (
	studyName       = field.NewPath("metadata", "name")
	studySources    = field.NewPath("spec", "sources")
	studyParameters = field.NewPath("spec", "parameters")
	studyZip        = field.NewPath("spec", "zip")
	studyExclude    = field.NewPath("spec", "exclude")
	studyCount      = field.NewPath("spec", "repeat", "count")
	studyOrder      = field.NewPath("spec", "order")
	studyDiscard    = field.NewPath("spec", "repeat", "discard")
	studyScaling    = field.NewPath("spec", "scaling")
	studyFigures    = field.NewPath("spec", "figures")
)

// MaxRuns is the number of runs that a study may have.
const MaxRuns = 10_000

// Default fills every empty value that generation needs. A second call changes nothing.
func (s *Study) Default() {
	if s.Spec.Repeat.Count == nil {
		s.Spec.Repeat.Count = ptr.To[int32](1)
	}
	s.Spec.Order.By = cmp.Or(s.Spec.Order.By, OrderListed)
	if scaling := s.Spec.Scaling; scaling != nil && scaling.Kind == "" {
		scaling.Kind = Strong
	}
}

// Validate returns the problems of a study that can be seen without its cells. Default must have run. The options are not
// used.
func (s *Study) Validate(Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.MetadataOf("study", &s.ObjectMeta)
	f.Obey(studyName, s.Name, findings.Label)
	s.checkSources(&f)
	zipped := s.checkZip(&f)
	if len(s.Spec.Parameters) == 0 {
		f.Required(studyParameters, "there are no parameters, so all runs would be the same: write one, for example nodes: {values: [1, 2], fields: [spec.size]}")
	}
	words, fields := map[string]string{}, map[string]string{}
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		at, parameter := studyParameters.Key(name), s.Spec.Parameters[name]
		f.Need(at, name, "there is no name: write one of letters, digits and \"_\"")
		f.Obey(at, name, findings.Identifier)
		checkValues(&f, at, parameter, zipped[name])
		if word := parameter.Text; word != "" && f.Obey(at.Child("text"), word, findings.Identifier) {
			if other := words[word]; other != "" {
				f.Duplicate(at.Child("text"), word, "%q is the word of %q too: choose another word in one of the two", word, other)
			}
			words[word] = name
		}
		for i, path := range parameter.Fields {
			if other, twice := fields[path]; twice {
				f.Duplicate(at.Child("fields").Index(i), path, "%q has the value of %q already: keep it in one of the two", path, other)
			}
			fields[path] = name
		}
	}
	for i, values := range s.Spec.Exclude {
		if len(values) == 0 {
			f.Required(studyExclude.Index(i), "it is empty: write values of parameters, or leave the entry out")
		}
		for _, name := range findings.SortedKeys(values) {
			s.checkParameter(&f, studyExclude.Index(i).Key(name), name)
		}
	}
	f.Between(studyCount, ptr.Deref(s.Spec.Repeat.Count, 1), 1, MaxRuns, "runs of each cell")
	s.Spec.Order.check(&f)
	s.checkComparison(&f)
	return f.Errors, f.Warnings
}

func (o StudyOrder) check(f *findings.Findings) {
	const needsTurns = "%q has no effect, since all sets start at once: write parallel too, or leave it out"
	f.Between(studyOrder.Child("parallel"), o.Parallel, 0, MaxRuns, "sets that run at a time, 0 for all at once")
	f.Choice(studyOrder.Child("by"), o.By, OrderListed, OrderRandom)
	if o.Image != "" {
		f.Image(studyOrder.Child("image"), o.Image)
	}
	if o.Parallel == 0 && o.By == OrderRandom {
		f.Warn(studyOrder.Child("by"), o.By, needsTurns, o.By)
	}
	if o.Parallel == 0 && o.Image != "" {
		f.Warn(studyOrder.Child("image"), o.Image, needsTurns, o.Image)
	}
	if o.Seed != 0 && o.By == OrderListed {
		f.Warn(studyOrder.Child("seed"), o.Seed, "%d has no effect without by: Random: add it, or leave the seed out", o.Seed)
	}
}

func (s *Study) checkSources(f *findings.Findings) {
	if len(s.Spec.Sources) == 0 {
		f.Required(studySources, "there are no sources: name what the study runs, for example {kind: MiniCluster, name: lammps}")
	}
	for i, source := range s.Spec.Sources {
		at := studySources.Index(i)
		f.Need(at.Child("kind"), source.Kind, "there is no kind: write MiniCluster or MetricSet")
		f.Choice(at.Child("kind"), source.Kind, "MetricSet", "MiniCluster")
		f.Need(at.Child("name"), source.Name, "there is no name: write the name of the source")
		if slices.Contains(s.Spec.Sources[:i], source) {
			f.Duplicate(at, source.Name, "%s/%s is named twice: keep one of the two", source.Kind, source.Name)
		}
	}
}

// checkZip returns the parameters that have their values in zip.
func (s *Study) checkZip(f *findings.Findings) map[string]bool {
	zipped := map[string]bool{}
	for i, zip := range s.Spec.Zip {
		at := studyZip.Index(i)
		if len(zip.Parameters) < 2 {
			f.Invalid(at.Child("parameters"), len(zip.Parameters), "it takes two parameters or more: write the values of a single one into %s", studyParameters)
		}
		for k, name := range zip.Parameters {
			s.checkParameter(f, at.Child("parameters").Index(k), name)
			if zipped[name] {
				f.Duplicate(at.Child("parameters").Index(k), name, "%q has values in zip twice: keep one of the two", name)
			}
			zipped[name] = true
		}
		if len(zip.Values) == 0 {
			f.Required(at.Child("values"), "there are no values: write lists with one value for each parameter")
		}
		rows := map[string]bool{}
		for k, values := range zip.Values {
			if len(values) != len(zip.Parameters) {
				f.Invalid(at.Child("values").Index(k), len(values), "the number of values is %d, and the number of parameters is %d: write one value for each parameter", len(values), len(zip.Parameters))
			}
			row := fmt.Sprintf("%q", values)
			if rows[row] {
				f.Duplicate(at.Child("values").Index(k), field.OmitValueType{}, "the same values are there twice: keep one of the two")
			}
			for m, value := range values {
				f.Text(at.Child("values").Index(k).Index(m), string(value))
			}
			rows[row] = true
		}
	}
	return zipped
}

// checkValues wants a parameter to have values in one of three ways.
func checkValues(f *findings.Findings, at *field.Path, parameter StudyParameter, zipped bool) {
	ways := 0
	for _, has := range []bool{len(parameter.Values) > 0, parameter.Value != "", zipped} {
		if has {
			ways++
		}
	}
	switch {
	case ways == 0:
		f.Required(at.Child("values"), "there are no values: write values, a value that follows from other parameters, or the parameter into zip")
	case ways > 1:
		f.Forbidden(at, "it has more than one of values, value and zip: keep one of them")
	}
	f.Text(at.Child("value"), string(parameter.Value))
	seen := map[StudyValue]bool{}
	for i, value := range parameter.Values {
		if f.Text(at.Child("values").Index(i), string(value)) && seen[value] {
			f.Duplicate(at.Child("values").Index(i), string(value), "%q is there twice: keep one of the two", value)
		}
		seen[value] = true
	}
}
