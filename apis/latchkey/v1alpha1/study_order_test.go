package v1alpha1

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestStudyWarnsOfOrders(t *testing.T) {
	t.Parallel()
	const needsTurns = " has no effect, since all sets start at once: write parallel too, or leave it out"
	for name, row := range map[string]struct {
		order StudyOrder
		want  field.ErrorList
	}{
		"none":                    {},
		"turns at random":         {order: StudyOrder{Parallel: 1, By: OrderRandom, Seed: 7, Image: "a:1"}},
		"at random, all at once":  {StudyOrder{By: OrderRandom, Seed: 7}, field.ErrorList{field.Invalid(studyOrder.Child("by"), OrderRandom, `"Random"`+needsTurns)}},
		"an image without turns":  {StudyOrder{Image: "a:1"}, field.ErrorList{field.Invalid(studyOrder.Child("image"), "a:1", `"a:1"`+needsTurns)}},
		"a seed and listed turns": {StudyOrder{Parallel: 1, Seed: 7}, field.ErrorList{field.Invalid(studyOrder.Child("seed"), int64(7), "7 has no effect without by: Random: add it, or leave the seed out")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			study := Study{Spec: StudySpec{Order: row.order}}
			study.Default()
			_, got := study.Validate(Options{})
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
