// Package rows has what the table tests of MiniClusters share: changes of an object, and the problems that they cause.
//
// A test makes a row of a [Change] and the problems that it expects, and gives both to [Check].
package rows

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// A Change changes a MiniCluster.
type Change func(*v1alpha2.MiniCluster)

// Check changes a MiniCluster of four pods, sets its defaults, and compares the problems that validate finds. A nil change
// changes nothing. Check reports a validate that changes the object.
func Check(t *testing.T, change Change, validate func(*v1alpha2.MiniCluster) (errs, warnings field.ErrorList), wantErrs, wantWarnings field.ErrorList) {
	t.Helper()
	mc := &v1alpha2.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps", Namespace: "hpc"},
		Spec: v1alpha2.MiniClusterSpec{
			Size:       new(int32(4)),
			Tasks:      new(int32(4)),
			Containers: []v1alpha2.Container{{Image: "lammps:stable", Command: "lmp"}},
		},
	}
	if change != nil {
		change(mc)
	}
	mc.Default()
	before := mc.DeepCopy()
	errs, warnings := validate(mc)
	if diff := cmp.Diff(wantErrs, errs, cmpopts.IgnoreFields(field.Error{}, "Origin")); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantWarnings, warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, mc); diff != "" {
		t.Errorf("Validate changed the object (-before +after):\n%s", diff)
	}
}

// All makes several changes, in their order.
func All(changes ...Change) Change {
	return func(mc *v1alpha2.MiniCluster) {
		for _, one := range changes {
			one(mc)
		}
	}
}

// Named gives the MiniCluster a name.
func Named(name string) Change { return func(mc *v1alpha2.MiniCluster) { mc.Name = name } }

// Spec changes spec.
func Spec(set func(*v1alpha2.MiniClusterSpec)) Change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec) }
}

// Flux changes spec.flux.
func Flux(set func(*v1alpha2.FluxSpec)) Change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Flux) }
}

// Pod changes spec.pod.
func Pod(set func(*v1alpha2.PodSpec)) Change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Pod) }
}

// Bursting sets spec.flux.bursting.
func Bursting(bursting v1alpha2.Bursting) Change {
	return Flux(func(f *v1alpha2.FluxSpec) { f.Bursting = bursting })
}

// Runner changes the container that runs Flux.
func Runner(set func(*v1alpha2.Container)) Change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Containers[0]) }
}

// Volume gives the runner a volume called data.
func Volume(volume v1alpha2.ContainerVolume) Change {
	return Runner(func(c *v1alpha2.Container) { c.Volumes = map[string]v1alpha2.ContainerVolume{"data": volume} })
}

// WithSidecar adds a container called nginx, and changes it.
func WithSidecar(set func(*v1alpha2.Container)) Change {
	return func(mc *v1alpha2.MiniCluster) {
		added := v1alpha2.Container{Name: "nginx", Image: "nginx:stable", Command: "nginx"}
		set(&added)
		mc.Spec.Containers[0].RunFlux = new(true)
		mc.Spec.Containers = append(mc.Spec.Containers, added)
	}
}

// WithService adds a service called mongo, and changes it.
func WithService(set func(*v1alpha2.Container)) Change {
	return func(mc *v1alpha2.MiniCluster) {
		added := v1alpha2.Container{Name: "mongo", Image: "mongo:7"}
		set(&added)
		mc.Spec.Services = append(mc.Spec.Services, added)
	}
}

// Quantities makes a list of resources of names and quantities.
func Quantities(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

// Resources makes requirements of one resource. An empty limit or request is left out.
func Resources(name, limit, request string) corev1.ResourceRequirements {
	var resources corev1.ResourceRequirements
	if limit != "" {
		resources.Limits = Quantities(name, limit)
	}
	if request != "" {
		resources.Requests = Quantities(name, request)
	}
	return resources
}

// Problems makes a list.
func Problems(list ...*field.Error) field.ErrorList { return list }

func problem(kind field.ErrorType, at string, value any, detail string) *field.Error {
	return &field.Error{Type: kind, Field: at, BadValue: value, Detail: detail}
}

// Invalid is the problem of a value.
func Invalid(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeInvalid, at, value, detail)
}

// Text is the problem of a text that the error does not hold.
func Text(at, detail string) *field.Error { return Invalid(at, field.OmitValueType{}, detail) }

// NotSupported is the problem of a word that is not allowed.
func NotSupported(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeNotSupported, at, value, detail)
}

// Duplicate is the problem of a value that is there twice.
func Duplicate(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeDuplicate, at, value, detail)
}

// Required is the problem of a missing value.
func Required(at, detail string) *field.Error {
	return problem(field.ErrorTypeRequired, at, "", detail)
}

// Forbidden is the problem of a field that may not be there.
func Forbidden(at, detail string) *field.Error {
	return problem(field.ErrorTypeForbidden, at, "", detail)
}
