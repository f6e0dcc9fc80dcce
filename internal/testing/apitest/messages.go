package apitest

import "k8s.io/apimachinery/pkg/util/validation/field"

// Messages returns problems in the form "field: what is wrong", in their order.
func Messages(problems ...*field.Error) []string {
	var texts []string
	for _, problem := range problems {
		texts = append(texts, problem.Field+": "+problem.Detail)
	}
	return texts
}
