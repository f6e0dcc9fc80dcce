package study

import (
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Validate returns the problems of a study that can be seen without its sources.
func Validate(s *latchkey.Study, opts latchkey.Options) (errs, warnings field.ErrorList) {
	own, warnings := s.Validate(opts)
	cells, errs := cellsOf(s, own)
	f := findings.Findings{Errors: append(own, errs...)}
	if len(cells) > 0 {
		checkComparison(&f, s, cells)
	}
	for _, name := range unused(s) {
		f.Required(parametersPath.Key(name), "nothing uses the parameter: write fields, the word of a text, or the parameter into the value of another one")
	}
	return f.Errors, warnings
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

// cellsOf returns the cells of a study that may have errors. own are the errors of its own Validate. There are no cells if one
// of these errors is about what the cells are.
func cellsOf(s *latchkey.Study, own field.ErrorList) ([]Cell, field.ErrorList) {
	if isAbout(own, "spec.parameters", "spec.zip", "spec.repeat.count") {
		return nil, nil
	}
	cells, _, errs := Cells(s)
	return cells, errs
}

// isAbout tells whether an error is about one of some fields, or about a part of them.
func isAbout(errs field.ErrorList, paths ...string) bool {
	return slices.ContainsFunc(errs, func(err *field.Error) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(err.Field, path) })
	})
}

// checkComparison reports an axis that is none, and references for cells that are not there.
func checkComparison(f *findings.Findings, s *latchkey.Study, cells []Cell) {
	for _, cell := range cells {
		if s.Spec.Scaling == nil || !knows(s, s.Spec.Scaling.Over) {
			break
		}
		over := s.Spec.Scaling.Over
		if number, err := strconv.ParseInt(cell.Values[over], 10, 64); err != nil || number < 1 {
			f.Invalid(field.NewPath("spec", "scaling", "over"), over, "%q has the value %q, and a speed-up needs whole numbers of 1 or more: name another parameter, or leave scaling out",
				over, cell.Values[over])
			break
		}
	}
	for i, figure := range s.Spec.Figures {
		for k, reference := range figure.Reference {
			if knows(s, findings.SortedKeys(reference.Where)...) && !slices.ContainsFunc(cells, func(c Cell) bool { return c.Has(reference.Where) }) {
				f.Invalid(field.NewPath("spec", "figures").Index(i).Child("reference").Index(k).Child("where"), field.OmitValueType{},
					"no cell has these values: write values that the parameters have, or leave the reference out")
			}
		}
	}
}
