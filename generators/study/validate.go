package study

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields of a Study, for problems.
var (
	namePath       = field.NewPath("metadata", "name")
	specPath       = field.NewPath("spec")
	sourcesPath    = specPath.Child("sources")
	parametersPath = specPath.Child("parameters")
	zipPath        = specPath.Child("zip")
	excludePath    = specPath.Child("exclude")
	repeatPath     = specPath.Child("repeat")
	orderPath      = specPath.Child("order")
	overPath       = specPath.Child("scaling", "over")
	figuresPath    = specPath.Child("figures")
)

// Validate returns the problems of a study that can be seen without its sources. The study must have its defaults. The options are
// not used.
func Validate(s *latchkey.Study, _ latchkey.Options) (errs, warnings field.ErrorList) {
	_, f := judge(s)
	return f.Errors, f.Warnings
}

// A judgement holds a study and what is wrong with it.
type judgement struct {
	study *latchkey.Study
	findings.Findings
}

// judge returns the cells of a study with defaults, and what is wrong with it. There are no cells if an error is about what they are.
func judge(s *latchkey.Study) (cells []Cell, found findings.Findings) {
	j := judgement{study: s}
	j.Metadata("study", &s.ObjectMeta)
	j.Obey(namePath, s.Name, findings.Label)
	if len(s.Spec.Sources) == 0 {
		j.Required(sourcesPath, "there are no sources: name what the study runs, for example {kind: MiniCluster, name: lammps}")
	}
	j.parameters(j.zip())
	cells = j.cells()
	j.order()
	j.scaling(cells)
	j.figures(cells)
	for _, name := range unused(s) {
		j.Required(parametersPath.Key(name), "nothing uses the parameter: write fields or text, or use the parameter in the value of another one")
	}
	return cells, j.Findings
}

// zip returns the parameters that have their values in zip.
func (j *judgement) zip() map[string]bool {
	zipped := map[string]bool{}
	for i, zip := range j.study.Spec.Zip {
		at := zipPath.Index(i)
		for k, name := range zip.Parameters {
			j.knows(at.Child("parameters").Index(k), name)
			if zipped[name] {
				j.Duplicate(at.Child("parameters").Index(k), name, "%q has values in zip twice: keep one of the two", name)
			}
			zipped[name] = true
		}
		for k, values := range zip.Values {
			if len(values) != len(zip.Parameters) {
				j.Invalid(at.Child("values").Index(k), len(values), "the number of values is %d, and the number of parameters is %d: write one value for each parameter", len(values), len(zip.Parameters))
			}
		}
	}
	return zipped
}

func (j *judgement) parameters(zipped map[string]bool) {
	all := j.study.Spec.Parameters
	if len(all) == 0 {
		j.Required(parametersPath, "there are no parameters, so all runs would be the same: write one, for example nodes: {values: [1, 2], fields: [spec.size]}")
	}
	words, fields := map[string]string{}, map[string]string{}
	for _, name := range findings.SortedKeys(all) {
		at, parameter := parametersPath.Key(name), all[name]
		j.Need(at, name, "the name is missing: write a name of letters, digits and \"_\"")
		j.Obey(at, name, findings.Identifier)
		j.values(at, parameter, zipped[name])
		if word := parameter.Text; word != "" && j.Obey(at.Child("text"), word, findings.Identifier) {
			if other := words[word]; other != "" {
				j.Duplicate(at.Child("text"), word, "%q is the text of the parameter %q too: choose another word in one of the two", word, other)
			}
			words[word] = name
		}
		for i, path := range parameter.Fields {
			if other, twice := fields[path]; twice {
				j.Duplicate(at.Child("fields").Index(i), path, "%q is a field of the parameter %q already: keep it in one of the two", path, other)
			}
			fields[path] = name
		}
	}
}

// values wants a parameter to have values in one of three ways.
func (j *judgement) values(at *field.Path, parameter latchkey.StudyParameter, zipped bool) {
	ways := 0
	for _, has := range []bool{len(parameter.Values) > 0, parameter.Value != "", zipped} {
		if has {
			ways++
		}
	}
	switch {
	case ways == 0:
		j.Required(at.Child("values"), "there are no values: write values, a value that follows from other parameters, or the parameter into zip")
	case ways > 1:
		j.Forbidden(at, "it has more than one of values, value and zip: keep one of them")
	}
}

// cells returns the cells, and judges what is excluded and how many runs there are.
func (j *judgement) cells() []Cell {
	var cells, excluded []Cell
	if !isAbout(j.Errors, "spec.parameters", "spec.zip") {
		var errs field.ErrorList
		cells, excluded, errs = Cells(j.study)
		j.Errors = append(j.Errors, errs...)
	}
	hasCells, before := len(cells)+len(excluded) > 0, len(j.Errors)
	for i, values := range j.study.Spec.Exclude {
		at := excludePath.Index(i)
		switch {
		case len(values) == 0:
			j.Required(at, "it is empty: write values of parameters, or leave the entry out")
		case j.knowsAll(at, values) && hasCells && !anyHas(excluded, values):
			j.Invalid(at, field.OmitValueType{}, "no cell has these values, so the entry excludes nothing: write values that the parameters have, or leave the entry out")
		}
	}
	if hasCells && len(cells) == 0 {
		j.Forbidden(excludePath, "all cells are excluded: leave out an entry")
	}
	count, discard := *j.study.Spec.Repeat.Count, j.study.Spec.Repeat.Discard
	if runs := len(cells) * int(count); runs > latchkey.MaxRuns {
		j.Invalid(specPath, runs, "%d cells with %d runs each are %d runs, and a study may have %d: use fewer values or runs, or several studies",
			len(cells), count, runs, latchkey.MaxRuns)
	}
	if len(j.Errors) > before {
		cells = nil
	}
	if discard >= count {
		j.Invalid(repeatPath.Child("discard"), discard, "%d of %d runs of each cell cannot be discarded: use 0 to %d, or a greater count", discard, count, count-1)
	}
	return cells
}

func (j *judgement) order() {
	const needsTurns = "%q has no effect, since all runs start at once: write parallel too, or leave it out"
	o := j.study.Spec.Order
	if o.Image != "" {
		j.Image(orderPath.Child("image"), o.Image)
	}
	if o.Parallel == 0 && o.By == latchkey.OrderRandom {
		j.Warn(orderPath.Child("by"), o.By, needsTurns, o.By)
	}
	if o.Parallel == 0 && o.Image != "" {
		j.Warn(orderPath.Child("image"), o.Image, needsTurns, o.Image)
	}
	if r := j.study.Spec.Repeat; r.Discard > 0 && !r.Inside && o.Parallel == 0 {
		j.Warn(repeatPath.Child("discard"), r.Discard, "the first runs of a cell are not the first in time, since all runs start at once: write order.parallel too")
	}
	if o.Seed != 0 && o.By == latchkey.OrderListed {
		j.Warn(orderPath.Child("seed"), o.Seed, "%d has no effect unless by is Random: write by: Random, or leave the seed out", o.Seed)
	}
}

// scaling reports an axis that is none.
func (j *judgement) scaling(cells []Cell) {
	if j.study.Spec.Scaling == nil {
		return
	}
	over := j.study.Spec.Scaling.Over
	if !j.knows(overPath, over) {
		return
	}
	for _, cell := range cells {
		if number, err := strconv.ParseInt(cell.Values[over], 10, 64); err != nil || number < 1 {
			j.Invalid(overPath, over, "%q has the value %q, and a speed-up needs integers of 1 or more: name another parameter, or leave scaling out",
				over, cell.Values[over])
			return
		}
	}
}

func (j *judgement) figures(cells []Cell) {
	for i, figure := range j.study.Spec.Figures {
		at := figuresPath.Index(i)
		if kind, name, _ := strings.Cut(figure.Name, "."); kind == "" || name == "" {
			j.Invalid(at.Child("name"), figure.Name, "%q is not the name of a figure: write the kind of the record, a dot and the figure, for example lammps.loop_time", figure.Name)
		}
		j.pattern(at, figure)
		for k, reference := range figure.Reference {
			j.reference(at.Child("reference").Index(k), reference, cells)
		}
	}
}

// pattern judges how a figure of the user's own is found.
func (j *judgement) pattern(at *field.Path, figure latchkey.StudyFigure) {
	own, found := strings.CutPrefix(figure.Name, OwnFigure)
	expression, err := regexp.Compile(figure.Pattern)
	switch {
	case figure.Pattern == "":
		if figure.Better+figure.Unit+figure.Take != "" {
			j.Required(at.Child("pattern"), "better, unit and take need a pattern: write a pattern, or leave the three out")
		}
		return
	case !found || !ownName.MatchString(own):
		j.Invalid(at.Child("name"), figure.Name, "%q cannot be the name of a figure with a pattern: write figure.NAME, with letters, digits, \".\", \"_\" and \"-\", for example figure.throughput", figure.Name)
	}
	switch {
	case err != nil:
		j.Invalid(at.Child("pattern"), figure.Pattern, "%v: write a regular expression of Go", err)
	case expression.NumSubexp() == 0:
		j.Invalid(at.Child("pattern"), figure.Pattern, "the expression has no group that finds the number: put parentheses around what stands in its place, for example (\\S+)")
	}
	if figure.Better == "" {
		j.Required(at.Child("better"), "write Higher or Lower: which values are better")
	}
	if strings.Contains(figure.Unit, ",") {
		j.Invalid(at.Child("unit"), figure.Unit, "a unit has no comma: write another one")
	}
}

// OwnFigure begins the names of figures of the user's own.
const OwnFigure = "figure."

var ownName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

func (j *judgement) reference(at *field.Path, reference latchkey.StudyReference, cells []Cell) {
	if j.knowsAll(at.Child("where"), reference.Where) && len(cells) > 0 && !anyHas(cells, reference.Where) {
		j.Invalid(at.Child("where"), field.OmitValueType{}, "no cell has these values: write values that the parameters have, or leave the reference out")
	}
	if reference.Value.Float() == 0 {
		j.Invalid(at.Child("value"), string(reference.Value), "a percentage of 0 is 0: write another number, or leave the reference out")
	}
	if reference.Below == "" && reference.Above == "" {
		j.Required(at, "there is no tolerance: write below, above or both, for example above: 5%%")
	}
	j.tolerance(at.Child("below"), reference.Below)
	j.tolerance(at.Child("above"), reference.Above)
}

func (j *judgement) tolerance(at *field.Path, tolerance latchkey.StudyValue) {
	if _, ok := tolerance.Share(); tolerance != "" && !ok {
		j.Invalid(at, string(tolerance), "%q is not a percentage: write one such as 10%%", tolerance)
	}
}

// knows reports a name that is not a parameter.
func (j *judgement) knows(at *field.Path, name string) bool {
	_, known := j.study.Spec.Parameters[name]
	if !known {
		j.Unknown(at, name, findings.SortedKeys(j.study.Spec.Parameters), "%q is not a parameter: ", name)
	}
	return known
}

// knowsAll reports the names of values that are not parameters.
func (j *judgement) knowsAll(at *field.Path, values map[string]latchkey.StudyValue) bool {
	all := true
	for _, name := range findings.SortedKeys(values) {
		all = j.knows(at.Key(name), name) && all
	}
	return all
}

// anyHas tells whether one of some cells has all of some values.
func anyHas(cells []Cell, values map[string]latchkey.StudyValue) bool {
	return slices.ContainsFunc(cells, func(c Cell) bool { return c.Has(values) })
}

// unused returns the parameters that nothing uses.
func unused(s *latchkey.Study) (names []string) {
	used := map[string]bool{}
	for _, parameter := range s.Spec.Parameters {
		for _, name := range namesIn(string(parameter.Value)) {
			used[name] = true
		}
	}
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		if parameter := s.Spec.Parameters[name]; len(parameter.Fields) == 0 && parameter.Text == "" && !used[name] {
			names = append(names, name)
		}
	}
	return names
}

// isAbout tells whether an error is about one of some fields, or about a part of them.
func isAbout(errs field.ErrorList, paths ...string) bool {
	return slices.ContainsFunc(errs, func(err *field.Error) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(err.Field, path) })
	})
}
