package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// ImageProblems returns what is wrong with the name of an image. The rule is that of all images of this API.
func ImageProblems(at *field.Path, image string) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.Image(at, image)
	return f.Errors, f.Warnings
}

// ResourceProblems returns what is wrong with the resources of a container whose limits and requests are written at two
// places. The rule is that of the containers of this API.
func ResourceProblems(limits, requests *field.Path, resources corev1.ResourceRequirements) field.ErrorList {
	var v judge
	v.checkResourceList(limits, resources.Limits)
	v.checkResourceList(requests, resources.Requests)
	v.checkRequests(requests, resources)
	return v.Errors
}
