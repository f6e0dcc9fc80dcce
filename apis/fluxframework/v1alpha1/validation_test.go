package v1alpha1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// row is a change of a set with a sidecar and a service, and the problems that follow from it.
type row struct {
	name           string
	change         func(*v1alpha1.MiniClusterSpec)
	errs, warnings field.ErrorList
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, row := range append(volumeRows(), otherRows()...) {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			mc := newSet()
			if row.change != nil {
				row.change(&mc.Spec)
			}
			mc.Default()
			before := mc.DeepCopy()
			errs, warnings := mc.Validate(latchkey.Options{})
			if diff := cmp.Diff(row.errs, errs); diff != "" {
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

func newSet() *v1alpha1.MiniCluster {
	return &v1alpha1.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec: v1alpha1.MiniClusterSpec{
			Containers: []v1alpha1.Container{
				{Image: "lammps:stable", Command: "lmp", RunFlux: new(true)},
				{Image: "nginx:stable", Name: "nginx"},
			},
			Services: []v1alpha1.Container{{Image: "mongo:7", Name: "mongo"}},
		},
	}
}

// volume gives the set a volume, which the runner mounts.
func volume(volume v1alpha1.Volume) func(*v1alpha1.MiniClusterSpec) {
	return func(s *v1alpha1.MiniClusterSpec) {
		s.Volumes = map[string]v1alpha1.Volume{"data": volume}
		s.Containers[0].Volumes = map[string]v1alpha1.ContainerVolume{"data": {Path: "/data"}}
	}
}

func existing(volume v1alpha1.ExistingVolume) func(*v1alpha1.MiniClusterSpec) {
	return func(s *v1alpha1.MiniClusterSpec) {
		s.Containers[0].ExistingVolumes = map[string]v1alpha1.ExistingVolume{"data": volume}
	}
}

func volumeRows() []row {
	csi := v1alpha1.Volume{Path: "/data", StorageClass: new("gcs"), Driver: "gcs.example.com", Secret: "gcs"}
	return []row{
		{name: "a volume of the node", change: volume(v1alpha1.Volume{Path: "/data"})},
		{name: "a CSI volume", change: volume(csi)},
		{
			name:   "a volume without a path",
			change: volume(v1alpha1.Volume{}),
			errs:   field.ErrorList{required("spec.volumes[data].path", "there is no path: name the directory of the node, for example /data")},
		},
		{
			name:   "a relative path",
			change: volume(v1alpha1.Volume{Path: "data"}),
			errs:   field.ErrorList{invalid("spec.volumes[data].path", "data", `"data" is not an absolute path: begin it with "/"`)},
		},
		{
			name:   "a class without driver and Secret",
			change: volume(v1alpha1.Volume{Path: "/data", StorageClass: new("gcs")}),
			errs: field.ErrorList{
				required("spec.volumes[data].secret", `the storage class "gcs" needs a Secret: name the one that its driver reads, or use hostpath`),
				required("spec.volumes[data].driver", `the storage class "gcs" needs a CSI driver: name it, for example gcs.csi.ofek.dev`),
			},
		},
		{
			name:   "wrong names",
			change: volume(v1alpha1.Volume{StorageClass: new("A"), Driver: "a_b", Secret: "B", SecretNamespace: "C"}),
			errs: field.ErrorList{
				invalid("spec.volumes[data].storageClass", "A", `"A" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.volumes[data].secret", "B", `"B" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.volumes[data].secretNamespace", "C", `"C" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
				invalid("spec.volumes[data].driver", "a_b", `"a_b" is not a driver: use at most 63 letters, digits, "-" and "."`),
			},
		},
		{
			name:   "a Secret of Kubernetes itself",
			change: volume(v1alpha1.Volume{Path: "/data", StorageClass: new("gcs"), Driver: "gcs.example.com", Secret: "gcs", SecretNamespace: "kube-system"}),
			errs: field.ErrorList{invalid("spec.volumes[data].secretNamespace", "kube-system", `"kube-system" is a namespace of Kubernetes itself, and the driver would use its Secret `+
				"for this set: put a Secret for this volume into the namespace of the set, and name that here")},
		},
		{
			name:   "an empty class",
			change: volume(v1alpha1.Volume{StorageClass: new(""), Driver: "gcs.example.com", Secret: "gcs"}),
			errs:   field.ErrorList{required("spec.volumes[data].storageClass", "there is no class: name one, or leave it out for hostpath")},
		},
		{
			name:   "a capacity that is none",
			change: volume(v1alpha1.Volume{Path: "/data", Capacity: "0"}),
			errs:   field.ErrorList{invalid("spec.volumes[data].capacity", "0", `"0" is not a capacity: write a number of bytes above 0, for example 5Gi`)},
		},
		{
			name:   "fields of CSI volumes",
			change: volume(v1alpha1.Volume{Path: "/data", Driver: "a", VolumeHandle: "b", Attributes: map[string]string{"c": "d"}, Secret: "e"}),
			warnings: field.ErrorList{
				text("spec.volumes[data].driver", "it has no effect with the storage class hostpath: name another storageClass, or leave it out"),
				text("spec.volumes[data].volumeHandle", "it has no effect with the storage class hostpath: name another storageClass, or leave it out"),
				text("spec.volumes[data].attributes", "it has no effect with the storage class hostpath: name another storageClass, or leave it out"),
				text("spec.volumes[data].secret", "it has no effect with the storage class hostpath: name another storageClass, or leave it out"),
			},
		},
		{
			name: "wrong labels and names",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Volumes = map[string]v1alpha1.Volume{"My": {Path: "/data", Labels: map[string]string{"a": "b c"}}}
			},
			errs: field.ErrorList{
				invalid("spec.volumes[My]", "My", `"My" cannot be the name of a volume, its claim and its mounts: use at most 57 lower-case letters, digits and "-"`),
				invalid("spec.volumes[My].labels[a]", "b c", `"b c" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`),
			},
		},
		{
			name: "a volume that is not there",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Volumes = map[string]v1alpha1.Volume{"data": {Path: "/data"}}
				s.Containers[0].Volumes = map[string]v1alpha1.ContainerVolume{"date": {Path: "/data"}}
			},
			errs: field.ErrorList{invalid("spec.containers[0].volumes[date]", findings.Slip{Value: "date", Meant: []string{"data"}}, `"date" is not in spec.volumes: add it there, or did you mean "data"?`)},
		},
		{
			name: "a volume where there are none",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Services[0].Volumes = map[string]v1alpha1.ContainerVolume{"data": {Path: "/data"}}
			},
			errs: field.ErrorList{invalid("spec.services[0].volumes[data]", "data", `"data" is not in spec.volumes: add it there, or use existingVolumes`)},
		},
		{
			name: "a volume of both kinds",
			change: func(s *v1alpha1.MiniClusterSpec) {
				volume(v1alpha1.Volume{Path: "/data"})(s)
				existing(v1alpha1.ExistingVolume{Path: "/more", ClaimName: "more"})(s)
			},
			errs: field.ErrorList{{
				Type: field.ErrorTypeDuplicate, Field: "spec.containers[0].existingVolumes[data]", BadValue: "data",
				Detail: `"data" is in volumes too: rename one of the two`,
			}},
		},
		{name: "an existing claim", change: existing(v1alpha1.ExistingVolume{Path: "/data", ClaimName: "data"})},
		{
			name:   "an existing volume without a source",
			change: existing(v1alpha1.ExistingVolume{Path: "/data"}),
			errs:   field.ErrorList{required("spec.containers[0].existingVolumes[data].claimName", "the volume has no source: name a claim here, or set configMapName or secretName")},
		},
	}
}

func otherRows() []row {
	return []row{
		{name: "a plain set"},
		{
			name: "quantities",
			change: func(s *v1alpha1.MiniClusterSpec) {
				wrong := map[string]intstr.IntOrString{"cpu": intstr.FromString("two"), "memory": intstr.FromInt32(4)}
				s.Containers[0].Resources = v1alpha1.ContainerResources{Limits: wrong, Requests: wrong}
				s.Pod.Resources = wrong
			},
			errs: field.ErrorList{
				invalid("spec.containers[0].resources.limits[cpu]", "two", `"two" is not a quantity: write a number, perhaps with a unit, for example 4, 500m or 2Gi`),
				invalid("spec.containers[0].resources.requests[cpu]", "two", `"two" is not a quantity: write a number, perhaps with a unit, for example 4, 500m or 2Gi`),
				invalid("spec.pod.resources[cpu]", "two", `"two" is not a quantity: write a number, perhaps with a unit, for example 4, 500m or 2Gi`),
			},
		},
		{
			name:   "hooks of a sidecar without a command",
			change: func(s *v1alpha1.MiniClusterSpec) { s.Containers[1].Commands.Pre = "a" },
			errs:   field.ErrorList{required("spec.containers[1].command", "a container beside the runner has hooks only together with a command: write the command, or leave commands out")},
		},
		{
			name: "hooks of brokers in a service",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Services[0].Command = "mongod"
				s.Services[0].Commands = v1alpha1.Commands{Pre: "a", BrokerPre: "b", WorkerPre: "c"}
			},
			errs: field.ErrorList{
				forbidden("spec.services[0].commands.pre", "a service has no broker: use commands.init"),
				forbidden("spec.services[0].commands.brokerPre", "a service has no broker: use commands.init"),
				forbidden("spec.services[0].commands.workerPre", "a service has no broker: use commands.init"),
			},
		},
		{
			name: "cores and diagnostics",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Containers[0].Cores, s.Containers[0].Diagnostics = -1, true
				s.Containers[1].Cores, s.Containers[1].Diagnostics = 2, true
			},
			errs: field.ErrorList{invalid("spec.containers[0].cores", int32(-1), "-1 is too small: use 1 or more (cores per node that Flux gives out), or leave it out")},
			warnings: field.ErrorList{
				invalid("spec.containers[0].diagnostics", true, "it has no effect: leave it out; the command flux overlay status, with launcher: true, prints facts about Flux"),
				invalid("spec.containers[1].diagnostics", true, "it has no effect: leave it out; the command flux overlay status, with launcher: true, prints facts about Flux"),
				invalid("spec.containers[1].cores", int32(2), "2 has no effect on a container that does not run Flux: leave it out"),
			},
		},
		{
			name:   "a user of the image by name alone",
			change: func(s *v1alpha1.MiniClusterSpec) { s.Containers[0].FluxUser.Name = "fluxuser" },
			warnings: field.ErrorList{
				invalid("spec.containers[0].fluxUser.name", "fluxuser", `"fluxuser" has no effect, since no user is added to the image: name a user of the image by fluxUser.uid`),
			},
		},
		{
			name: "users of the image",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Containers[0].FluxUser = v1alpha1.FluxUser{Name: "fluxuser", UID: new(int64(1004))}
				s.Containers[0].Commands.RunFluxAsRoot = true
			},
			warnings: field.ErrorList{
				invalid("spec.containers[0].fluxUser.uid", int64(1004), "1004 has no effect beside commands.runFluxAsRoot: leave one of the two out"),
			},
		},
		{
			name: "fields of the REST server and of many users",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Flux.MungeSecret = "munge"
				s.Users = []v1alpha1.User{{Name: "a", Password: "secret"}}
				s.FluxRestful.Token = "secret"
			},
			warnings: field.ErrorList{
				invalid("spec.flux.mungeSecret", "munge", "it has no effect, since all brokers belong to one user: leave it out"),
				invalid("spec.users", 1, "they have no effect, since a set belongs to one user: leave them out"),
				text("spec.fluxRestful", "it has no effect, since nothing is downloaded as pods run: connect to the interactive set, or run a REST server from an image, as a sidecar"),
			},
		},
		{
			name: "certificates and installations",
			change: func(s *v1alpha1.MiniClusterSpec) {
				s.Flux.CurveCertSecret, s.Flux.CurveCert, s.Flux.InstallRoot = "S", "a", "usr"
			},
			errs: field.ErrorList{
				invalid("spec.flux.curveCertSecret", "S", `"S" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.flux.curveCertSecret", "S", "curveCert holds a certificate too: leave one of the two out"),
				invalid("spec.flux.installRoot", "usr", `"usr" is not an absolute path: begin it with "/"`),
			},
		},
	}
}

func invalid(at string, value any, detail string) *field.Error {
	return &field.Error{Type: field.ErrorTypeInvalid, Field: at, BadValue: value, Detail: detail}
}

// text is like invalid, for texts that the problem does not repeat.
func text(at, detail string) *field.Error { return invalid(at, field.OmitValueType{}, detail) }

func required(at, detail string) *field.Error {
	return &field.Error{Type: field.ErrorTypeRequired, Field: at, BadValue: "", Detail: detail}
}

func forbidden(at, detail string) *field.Error {
	return &field.Error{Type: field.ErrorTypeForbidden, Field: at, BadValue: "", Detail: detail}
}
