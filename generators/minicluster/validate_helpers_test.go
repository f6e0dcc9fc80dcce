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
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

type (
	MiniCluster     = v1alpha2.MiniCluster
	Spec            = v1alpha2.MiniClusterSpec
	Container       = v1alpha2.Container
	ContainerVolume = v1alpha2.ContainerVolume
	Commands        = v1alpha2.Commands
	Secret          = v1alpha2.Secret
	Logging         = v1alpha2.Logging
	PodSpec         = v1alpha2.PodSpec
	FluxSpec        = v1alpha2.FluxSpec
	FluxBroker      = v1alpha2.FluxBroker
	Scheduler       = v1alpha2.Scheduler
	Bursting        = v1alpha2.Bursting
	BurstedCluster  = v1alpha2.BurstedCluster
)

// row is a change of a set of four pods, and the mistakes that it makes.
type row struct {
	name           string
	change         change
	opts           latchkey.Options
	errs, warnings field.ErrorList
}

// validated returns the mistakes in the fields of a set and in its objects.
func validated(mc *MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	opts = mc.Options().Merge(opts)
	opts.Default()
	errs, warnings = mc.Validate(opts)
	moreErrs, moreWarnings := minicluster.Validate(mc, opts)
	return append(errs, moreErrs...), append(warnings, moreWarnings...)
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
			errs, warnings := validated(mc, row.opts)
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

func onPod(set func(*PodSpec)) change { return func(mc *MiniCluster) { set(&mc.Spec.Pod) } }

// runner changes the container that runs Flux.
func runner(set func(*Container)) change {
	return func(mc *MiniCluster) { set(&mc.Spec.Containers[0]) }
}

// volume gives the runner a volume.
func volume(volume ContainerVolume) change {
	return runner(func(c *Container) { c.Volumes = map[string]ContainerVolume{"data": volume} })
}

// withSidecar adds a container that is changed.
func withSidecar(set func(*Container)) change {
	return func(mc *MiniCluster) {
		added := Container{Name: "nginx", Image: "nginx:stable", Command: "nginx"}
		set(&added)
		mc.Spec.Containers[0].RunFlux = new(true)
		mc.Spec.Containers = append(mc.Spec.Containers, added)
	}
}

// withService adds a service that is changed.
func withService(set func(*Container)) change {
	return func(mc *MiniCluster) {
		added := Container{Name: "mongo", Image: "mongo:7"}
		set(&added)
		mc.Spec.Services = append(mc.Spec.Services, added)
	}
}

// single makes a set of one broker.
func single(mc *MiniCluster) { mc.Spec.Size, mc.Spec.Tasks = new(int32(1)), new(int32(1)) }

func bursting(bursting Bursting) change {
	return flux(func(f *FluxSpec) { f.Bursting = bursting })
}

// config gives the set a configuration of its own.
func config(text string) change {
	return flux(func(f *FluxSpec) { f.BrokerConfig = text })
}

// bootstrap is a configuration with a certificate, and with more lines.
func bootstrap(lines string) string {
	return "[bootstrap]\ncurve_cert = \"/run/latchkey/curve.cert\"\n" + lines
}

const hosts = `hosts = [{host="lammps-m-0-[0-3]"}]`

// whole is a complete configuration.
const whole = `
[resource]
path = "/mnt/flux/config/etc/flux/system/R"

[bootstrap]
curve_cert = "/mnt/flux/config/curve/curve.cert"
default_port = 8050
default_bind = "tcp://*:%p"
default_connect = "tcp://%h.lammps:%p"
hosts = [{host="lammps-m-0-0", bind="tcp://*:8050", connect="tcp://lammps-m-0-0.lammps:8050"}, {host="lammps-m-0-[1-3]"}]
`

// curveCert holds a key pair made for these tests.
const curveCert = `# for tests
metadata
    name = "test"
curve
    public-key = "}D{Y3<amLLl*TIt>@b*umPD-nBr#I}[PnV!lZBkW"
    secret-key = "5khD%TixeW<j<6ssPNG>s<nY1E}5)fyk@TI)g8Xu"
`

var (
	job    = latchkey.Options{Workload: latchkey.WorkloadJob}
	shared = latchkey.Options{CurveSecret: "shared"}
	lead   = FluxBroker{Address: "lead.example.com", Name: "root", Size: 2}
)

// quantities makes a list of resources of names and quantities.
func quantities(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

// resources has one resource with a limit and a request, or one of them.
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

func problems(list ...*field.Error) field.ErrorList { return list }

func problem(kind field.ErrorType, at string, value any, detail string) *field.Error {
	return &field.Error{Type: kind, Field: at, BadValue: value, Detail: detail}
}

func invalid(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeInvalid, at, value, detail)
}

// text is the error about an invalid text. The error does not hold the text.
func text(at, detail string) *field.Error { return invalid(at, field.OmitValueType{}, detail) }

func duplicate(at string, value any, detail string) *field.Error {
	return problem(field.ErrorTypeDuplicate, at, value, detail)
}

func required(at, detail string) *field.Error {
	return problem(field.ErrorTypeRequired, at, "", detail)
}

func forbidden(at, detail string) *field.Error {
	return problem(field.ErrorTypeForbidden, at, "", detail)
}
