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
	const needsTurns = " has no effect, since all runs start at once: write parallel too, or leave it out"
	for name, row := range map[string]struct {
		order  latchkey.StudyOrder
		want   []string
		repeat latchkey.StudyRepeat
	}{
		"none":                       {},
		"a first run of all at once": {want: []string{"spec.repeat.discard: the first runs of a cell are not the first in time, since all runs start at once: write order.parallel too"}, repeat: latchkey.StudyRepeat{Discard: 1}},
		"a first run in its turn":    {order: latchkey.StudyOrder{Parallel: 1}, repeat: latchkey.StudyRepeat{Discard: 1}},
		"a first run inside a set":   {repeat: latchkey.StudyRepeat{Discard: 1, Inside: true}},
		"turns at random":            {order: latchkey.StudyOrder{Parallel: 1, By: latchkey.OrderRandom, Seed: 7, Image: "a:1"}},
		"at random, all at once":     {order: latchkey.StudyOrder{By: latchkey.OrderRandom, Seed: 7}, want: []string{`spec.order.by: "Random"` + needsTurns}},
		"an image without turns":     {order: latchkey.StudyOrder{Image: "a:1"}, want: []string{`spec.order.image: "a:1"` + needsTurns}},
		"a seed and listed turns":    {order: latchkey.StudyOrder{Parallel: 1, Seed: 7}, want: []string{"spec.order.seed: 7 has no effect unless by is Random: write by: Random, or leave the seed out"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &latchkey.Study{Spec: latchkey.StudySpec{Order: row.order, Repeat: row.repeat}}
			study.Default(s)
			_, got := study.Validate(s, latchkey.Options{})
			if diff := cmp.Diff(row.want, apitest.Messages(got...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
