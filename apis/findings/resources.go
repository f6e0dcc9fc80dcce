package findings

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The rules of resources follow kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// validateResourceRequirements. A server asked by "latchkey validate --server" knows the rest, for example of huge pages.

// Resources checks the names and quantities of limits and requests, each below a path, and that the limits allow the requests.
func (f *Findings) Resources(limits, requests *field.Path, resources corev1.ResourceRequirements) {
	f.ResourceList(limits, resources.Limits)
	f.ResourceList(requests, resources.Requests)
	f.Requests(requests, resources)
}

// ResourceList checks the names and quantities of resources.
func (f *Findings) ResourceList(at *field.Path, list corev1.ResourceList) {
	for _, name := range SortedKeys(list) {
		quantity, at := list[name], at.Key(string(name))
		switch {
		case !isBasic(name) && !isDevice(name):
			f.Invalid(at, string(name), "%q is not a resource: use cpu, memory, ephemeral-storage, hugepages-<size> or the name of a device, for example nvidia.com/gpu", name)
		case quantity.Sign() < 0:
			f.Invalid(at, quantity.String(), "%q is negative: use 0 or more", quantity.String())
		case isDevice(name) && quantity.MilliValue()%1000 != 0:
			f.Invalid(at, quantity.String(), "%q is not a whole number, and devices cannot be split: use a whole number", quantity.String())
		}
	}
}

// Requests checks that limits allow the requests of a container.
func (f *Findings) Requests(at *field.Path, resources corev1.ResourceRequirements) {
	for _, name := range SortedKeys(resources.Requests) {
		request, at := resources.Requests[name], at.Key(string(name))
		limit, limited := resources.Limits[name]
		switch {
		case !limited && isDevice(name):
			f.Invalid(at, request.String(), "%q needs a limit of the same value: move it to limits", name)
		case limited && isDevice(name) && request.Cmp(limit) != 0:
			f.Invalid(at, request.String(), "%q differs from the limit, which is %q: for %q both must be the same", request.String(), limit.String(), name)
		case limited && request.Cmp(limit) > 0:
			f.Invalid(at, request.String(), "%q is more than the limit, which is %q: request at most the limit", request.String(), limit.String())
		}
	}
}

func isBasic(name corev1.ResourceName) bool {
	switch name {
	case corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage:
		return true
	}
	size, huge := strings.CutPrefix(string(name), corev1.ResourceHugePagesPrefix)
	return huge && size != ""
}

// isDevice tells whether a resource is one of a device plugin. Their names have a domain.
func isDevice(name corev1.ResourceName) bool {
	return LabelKey.Allows(string(name)) && strings.Contains(string(name), "/")
}
