package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ResourceProblems returns the problems of the resources of a container. Limits and requests may have separate paths.
// The containers of this API follow this rule.
func ResourceProblems(limits, requests *field.Path, resources corev1.ResourceRequirements) field.ErrorList {
	var v judge
	v.checkResourceList(limits, resources.Limits)
	v.checkResourceList(requests, resources.Requests)
	v.checkRequests(requests, resources)
	v.checkHugePages(limits, resources.Limits, resources.Requests)
	return v.Errors
}
