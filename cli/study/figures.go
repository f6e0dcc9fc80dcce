package study

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// unknownFigures warns of figures of studies that no log can have. "report" would tell of them when all runs are done.
func unknownFigures(items []*fn.Item) (all fn.Results) {
	for _, item := range items {
		if !isStudy(item) {
			continue
		}
		planned, err := decoded(item)
		if err != nil {
			continue // the command itself tells of it
		}
		var problems field.ErrorList
		for i, figure := range planned.Spec.Figures {
			if problem := report.UnknownFigure(figure.Name, parse.Kinds()); problem != "" {
				problems = append(problems, field.Invalid(field.NewPath("spec", "figures").Index(i).Child("name"), figure.Name, problem))
			}
		}
		all = append(all, item.Warnings(problems)...)
	}
	return all
}
