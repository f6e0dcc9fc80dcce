package study

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Validate returns the problems of the cells of a study: those that can be seen without its sources.
func Validate(s *latchkey.Study, opts latchkey.Options) (errs, warnings field.ErrorList) {
	if errs, _ := s.Validate(opts); len(errs) > 0 {
		return nil, nil // what the cells are is not known
	}
	_, _, errs = Cells(s)
	f := findings.Findings{Errors: errs}
	used := map[string]bool{}
	for _, parameter := range s.Spec.Parameters {
		for _, name := range namesIn(string(parameter.Value)) {
			used[name] = true
		}
	}
	for _, name := range findings.SortedKeys(s.Spec.Parameters) {
		if parameter := s.Spec.Parameters[name]; len(parameter.Fields) == 0 && parameter.Text == "" && !used[name] {
			f.Required(parametersPath.Key(name).Child("fields"), "nothing uses the parameter: write fields, the word of a text, or the parameter into the value of another one")
		}
	}
	return f.Errors, nil
}
