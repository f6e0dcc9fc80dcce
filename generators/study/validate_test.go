package study_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

func TestValidateWarnsOfOrders(t *testing.T) {
	t.Parallel()
	const needsTurns = " has no effect, since all sets start at once: write parallel too, or leave it out"
	for name, row := range map[string]struct {
		order latchkey.StudyOrder
		want  []string
	}{
		"none":                    {},
		"turns at random":         {order: latchkey.StudyOrder{Parallel: 1, By: latchkey.OrderRandom, Seed: 7, Image: "a:1"}},
		"at random, all at once":  {latchkey.StudyOrder{By: latchkey.OrderRandom, Seed: 7}, []string{`spec.order.by: "Random"` + needsTurns}},
		"an image without turns":  {latchkey.StudyOrder{Image: "a:1"}, []string{`spec.order.image: "a:1"` + needsTurns}},
		"a seed and listed turns": {latchkey.StudyOrder{Parallel: 1, Seed: 7}, []string{"spec.order.seed: 7 has no effect without by: Random: add it, or leave the seed out"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &latchkey.Study{Spec: latchkey.StudySpec{Order: row.order}}
			study.Default(s)
			_, got := study.Validate(s, latchkey.Options{})
			if diff := cmp.Diff(row.want, apitest.Messages(got...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
