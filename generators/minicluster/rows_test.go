package minicluster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

// A change changes a MiniCluster.
type change func(*v1alpha2.MiniCluster)

// check changes a MiniCluster of four pods, sets its defaults, and compares the problems that validate finds. A nil change
// changes nothing. Check reports a validate that changes the object.
func check(t *testing.T, change change, validate func(*v1alpha2.MiniCluster) (errs, warnings field.ErrorList), wantErrs, wantWarnings field.ErrorList) {
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
	minicluster.Default(mc)
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

// all makes several changes, in their order.
func all(changes ...change) change {
	return func(mc *v1alpha2.MiniCluster) {
		for _, one := range changes {
			one(mc)
		}
	}
}

// named gives the MiniCluster a name.
func named(name string) change { return func(mc *v1alpha2.MiniCluster) { mc.Name = name } }

// spec changes spec.
func spec(set func(*v1alpha2.MiniClusterSpec)) change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec) }
}

// flux changes spec.flux.
func flux(set func(*v1alpha2.FluxSpec)) change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Flux) }
}

// onPod changes spec.pod.
func onPod(set func(*v1alpha2.PodSpec)) change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Pod) }
}

// bursting sets spec.flux.bursting.
func bursting(bursting v1alpha2.Bursting) change {
	return flux(func(f *v1alpha2.FluxSpec) { f.Bursting = bursting })
}

// runner changes the container that runs Flux.
func runner(set func(*v1alpha2.Container)) change {
	return func(mc *v1alpha2.MiniCluster) { set(&mc.Spec.Containers[0]) }
}

// volume gives the runner a volume called data.
func volume(volume v1alpha2.ContainerVolume) change {
	return runner(func(c *v1alpha2.Container) { c.Volumes = map[string]v1alpha2.ContainerVolume{"data": volume} })
}

// withSidecar adds a container called nginx, and changes it.
func withSidecar(set func(*v1alpha2.Container)) change {
	return func(mc *v1alpha2.MiniCluster) {
		added := v1alpha2.Container{Name: "nginx", Image: "nginx:stable", Command: "nginx"}
		set(&added)
		mc.Spec.Containers[0].RunFlux = new(true)
		mc.Spec.Containers = append(mc.Spec.Containers, added)
	}
}

// withService adds a service called mongo, and changes it.
func withService(set func(*v1alpha2.Container)) change {
	return func(mc *v1alpha2.MiniCluster) {
		added := v1alpha2.Container{Name: "mongo", Image: "mongo:7"}
		set(&added)
		mc.Spec.Services = append(mc.Spec.Services, added)
	}
}

// quantities makes a list of resources of names and quantities.
func quantities(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

// resources makes requirements of one resource. An empty limit or request is left out.
func resources(name, limit, request string) corev1.ResourceRequirements {
	var resources corev1.ResourceRequirements
	if limit != "" {
		resources.Limits = quantities(name, limit)
	}
	if request != "" {
		resources.Requests = quantities(name, request)
	}
	return resources
}

// problems makes a list.
func problems(list ...*field.Error) field.ErrorList { return list }

func problem(kind field.ErrorType, at string, value any, detail string) *field.Error {
	return &field.Error{Type: kind, Field: at, BadValue: value, Detail: detail}
}

// invalid is the problem of a value.
func invalid(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeInvalid, at, value, detail)
}

// text is the problem of a text that the error does not hold.
func text(at, detail string) *field.Error { return invalid(at, field.OmitValueType{}, detail) }

// notSupported is the problem of a word that is not allowed.
func notSupported(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeNotSupported, at, value, detail)
}

// duplicate is the problem of a value that is there twice.
func duplicate(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeDuplicate, at, value, detail)
}

// required is the problem of a missing value.
func required(at, detail string) *field.Error {
	return problem(field.ErrorTypeRequired, at, "", detail)
}

// forbidden is the problem of a field that may not be there.
func forbidden(at, detail string) *field.Error {
	return problem(field.ErrorTypeForbidden, at, "", detail)
}
