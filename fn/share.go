package fn

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// share makes the runs of a study wait for each other, if the study has an order, and puts what they have in common into objects of
// the study. Then it leaves out what the option include leaves out.
func share(attached []set) (sets []set, found Results) {
	sets = slices.Clone(attached)
	runs := map[*Item][]int{}
	for at, s := range sets {
		runs[s.study] = append(runs[s.study], at)
	}
	for at, s := range sets {
		of := runs[s.item]
		if len(of) == 0 {
			continue
		}
		objects := make([][]runtime.Object, 0, len(of))
		for _, run := range of {
			objects = append(objects, sets[run].Objects)
		}
		own, after, errs := s.Share(s.item.view, objects)
		for i, run := range of {
			sets[run].Objects = after[i]
		}
		sets[at].Objects = own
		found = append(found, s.problems(errs, nil)...)
	}
	for at, s := range sets {
		sets[at].Objects = s.Included(s.Objects)
	}
	return sets, found
}
