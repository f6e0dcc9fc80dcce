package fn

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// share makes the runs of a study wait for each other, if the study has an order, and puts what they have in common into objects of
// the study. Then it leaves out what the option include leaves out.
func share(sources []source) (shared []source, found Results) {
	shared = slices.Clone(sources)
	runs := map[*Item][]int{}
	for at, s := range shared {
		if s.study != nil {
			runs[s.study] = append(runs[s.study], at)
		}
	}
	for at, s := range shared {
		of := runs[s.item]
		if len(of) == 0 {
			continue
		}
		objects := make([][]runtime.Object, 0, len(of))
		for _, run := range of {
			objects = append(objects, shared[run].Objects)
		}
		own, after, errs := s.Share(s.item.seen, objects)
		for i, run := range of {
			shared[run].Objects = after[i]
		}
		shared[at].Objects = own
		found = append(found, s.problems(errs, nil)...)
	}
	for at, s := range shared {
		shared[at].Objects = s.Included(s.Objects)
	}
	return shared, found
}
