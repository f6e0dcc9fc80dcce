package v1alpha2_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

type (
	FluxBroker      = v1alpha2.FluxBroker
	BurstedCluster  = v1alpha2.BurstedCluster
	MiniCluster     = v1alpha2.MiniCluster
	Spec            = v1alpha2.MiniClusterSpec
	Container       = v1alpha2.Container
	ContainerVolume = v1alpha2.ContainerVolume
	Commands        = v1alpha2.Commands
	Secret          = v1alpha2.Secret
	PodSpec         = v1alpha2.PodSpec
	Toleration      = v1alpha2.Toleration
	FluxSpec        = v1alpha2.FluxSpec
	FluxContainer   = v1alpha2.FluxContainer
	Scheduler       = v1alpha2.Scheduler
	Bursting        = v1alpha2.Bursting
)

// row is a change of a set with four pods, and the problems after it.
type row struct {
	name           string
	change         change
	opts           latchkey.Options
	errs, warnings field.ErrorList
}

type change func(*MiniCluster)

func judged(t *testing.T, rows []row) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			mc := &MiniCluster{
				ObjectMeta: metav1.ObjectMeta{Name: "lammps", Namespace: "hpc"},
				Spec: Spec{
					Size:       new(int32(4)),
					Tasks:      new(int32(4)),
					Containers: []Container{{Image: "lammps:stable", Command: "lmp"}},
				},
			}
			if row.change != nil {
				row.change(mc)
			}
			mc.Default()
			before := mc.DeepCopy()
			errs, warnings := mc.Validate(row.opts)
			if diff := cmp.Diff(row.errs, errs, cmpopts.IgnoreFields(field.Error{}, "Origin")); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(row.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, mc); diff != "" {
				t.Errorf("Validate changed the object (-before +after):\n%s", diff)
			}
		})
	}
}

func all(changes ...change) change {
	return func(mc *MiniCluster) {
		for _, one := range changes {
			one(mc)
		}
	}
}

func named(name string) change { return func(mc *MiniCluster) { mc.Name = name } }

func spec(set func(*Spec)) change { return func(mc *MiniCluster) { set(&mc.Spec) } }

func flux(set func(*FluxSpec)) change { return func(mc *MiniCluster) { set(&mc.Spec.Flux) } }

func pod(set func(*PodSpec)) change { return func(mc *MiniCluster) { set(&mc.Spec.Pod) } }

// runner changes the container that runs Flux.
func runner(set func(*Container)) change {
	return func(mc *MiniCluster) { set(&mc.Spec.Containers[0]) }
}

// volume gives the runner a volume.
func volume(volume ContainerVolume) change {
	return runner(func(c *Container) { c.Volumes = map[string]ContainerVolume{"data": volume} })
}

// withSidecar adds a sidecar after a change.
func withSidecar(set func(*Container)) change {
	return func(mc *MiniCluster) {
		added := Container{Name: "nginx", Image: "nginx:stable", Command: "nginx"}
		set(&added)
		mc.Spec.Containers[0].RunFlux = new(true)
		mc.Spec.Containers = append(mc.Spec.Containers, added)
	}
}

// withService adds a service after a change.
func withService(set func(*Container)) change {
	return func(mc *MiniCluster) {
		added := Container{Name: "mongo", Image: "mongo:7"}
		set(&added)
		mc.Spec.Services = append(mc.Spec.Services, added)
	}
}

func bursting(bursting Bursting) change {
	return flux(func(f *FluxSpec) { f.Bursting = bursting })
}

// quantities makes a list of resources from names and quantities.
func quantities(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

// resources has one resource with a limit, a request or both.
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

func seccomp(kind corev1.SeccompProfileType, file *string) *corev1.SecurityContext {
	return &corev1.SecurityContext{SeccompProfile: &corev1.SeccompProfile{Type: kind, LocalhostProfile: file}}
}

func problems(list ...*field.Error) field.ErrorList { return list }

func problem(kind field.ErrorType, at string, value any, detail string) *field.Error {
	return &field.Error{Type: kind, Field: at, BadValue: value, Detail: detail}
}

func invalid(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeInvalid, at, value, detail)
}

// text is the error about a text that the error does not contain.
func text(at, detail string) *field.Error { return invalid(at, field.OmitValueType{}, detail) }

func duplicate(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeDuplicate, at, value, detail)
}

func notSupported(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeNotSupported, at, value, detail)
}

func required(at, detail string) *field.Error {
	return problem(field.ErrorTypeRequired, at, "", detail)
}

func forbidden(at, detail string) *field.Error {
	return problem(field.ErrorTypeForbidden, at, "", detail)
}
