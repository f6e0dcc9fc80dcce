package study

import (
	"cmp"

	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Default fills every empty value that generation needs. A second call changes nothing.
func Default(s *latchkey.Study) {
	if s.Spec.Repeat.Count == nil {
		s.Spec.Repeat.Count = ptr.To[int32](1)
	}
	s.Spec.Order.By = cmp.Or(s.Spec.Order.By, latchkey.OrderListed)
	if scaling := s.Spec.Scaling; scaling != nil {
		scaling.Kind = cmp.Or(scaling.Kind, latchkey.Strong)
	}
}
