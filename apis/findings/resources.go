package findings

import (
	"maps"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The rules of resources follow kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// validateResourceRequirements.

// ResourceList checks the names and quantities of resources.
func (f *Findings) ResourceList(at *field.Path, list corev1.ResourceList) {
	for _, name := range SortedKeys(list) {
		quantity := list[name]
		at := at.Key(string(name))
		switch {
		case !isContainerResource(string(name)):
			f.Invalid(at, string(name), "%q is not a resource: use cpu, memory, ephemeral-storage, hugepages-<size> or the name of a device, for example nvidia.com/gpu", name)
		case quantity.Sign() < 0:
			f.Invalid(at, quantity.String(), "%q is negative: use 0 or more", quantity.String())
		case isDevice(string(name)) && quantity.MilliValue()%1000 != 0:
			f.Invalid(at, quantity.String(), "%q is not a whole number, and devices cannot be split: use a whole number", quantity.String())
		case isHugePages(string(name)) && !isMultipleOfPage(string(name), quantity):
			f.Invalid(at, quantity.String(), "%q is not a multiple of the page size of %q: use one", quantity.String(), name)
		}
	}
}

// Requests checks that limits allow the requests of a container.
func (f *Findings) Requests(at *field.Path, resources corev1.ResourceRequirements) {
	for _, name := range SortedKeys(resources.Requests) {
		request := resources.Requests[name]
		limit, limited := resources.Limits[name]
		exact := isDevice(string(name)) || isHugePages(string(name))
		at := at.Key(string(name))
		switch {
		case !limited && exact:
			f.Invalid(at, request.String(), "%q needs a limit of the same value: move it to limits", name)
		case limited && exact && request.Cmp(limit) != 0:
			f.Invalid(at, request.String(), "%q differs from the limit, which is %q: for %q both must be the same", request.String(), limit.String(), name)
		case limited && request.Cmp(limit) > 0:
			f.Invalid(at, request.String(), "%q is more than the limit, which is %q: request at most the limit", request.String(), limit.String())
		}
	}
}

// HugePages checks that a container asks for cpu or memory if it asks for huge pages. lists are its limits and
// requests.
func (f *Findings) HugePages(at *field.Path, lists ...corev1.ResourceList) {
	all := corev1.ResourceList{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	_, cpu := all[corev1.ResourceCPU]
	_, memory := all[corev1.ResourceMemory]
	for name := range all {
		if isHugePages(string(name)) && !cpu && !memory {
			f.Forbidden(at, "huge pages need cpu or memory beside them: add one of the two")
			return
		}
	}
}

var basicResources = map[string]bool{"cpu": true, "memory": true, "ephemeral-storage": true}

// isContainerResource follows kubernetes/kubernetes, pkg/apis/core/helper/helpers.go.
func isContainerResource(name string) bool {
	return basicResources[name] || isHugePages(name) || isDevice(name) || isKubernetes(name) && LabelKey.Allows(name)
}

// isKubernetes tells whether a name is in a domain of Kubernetes. Devices of a DeviceClass have such names:
// deviceclass.resource.kubernetes.io/<class>.
func isKubernetes(name string) bool {
	return strings.Contains(name, corev1.ResourceDefaultNamespacePrefix)
}

func isHugePages(name string) bool { return strings.HasPrefix(name, corev1.ResourceHugePagesPrefix) }

func isDevice(name string) bool {
	return strings.Contains(name, "/") && !isKubernetes(name) &&
		!strings.HasPrefix(name, corev1.DefaultResourceRequestsPrefix) &&
		LabelKey.Allows(corev1.DefaultResourceRequestsPrefix+name)
}

func isMultipleOfPage(name string, quantity resource.Quantity) bool {
	page, err := resource.ParseQuantity(strings.TrimPrefix(name, corev1.ResourceHugePagesPrefix))
	return err == nil && page.Value() > 0 && quantity.Value()%page.Value() == 0
}
