package v1alpha1

import (
	"cmp"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

var specPath = field.NewPath("spec")

// A conversion collects errors about what cannot be converted, warnings about what is left out, and the fields that move
// to another path.
type conversion struct {
	findings.Findings
	fields findings.Fields
}

// move notes that a field of the converted object comes from another field of the user's object.
func (c *conversion) move(converted, written *field.Path) {
	c.fields[converted.String()] = written.String()
}

// ConvertTo returns the set as an object of v1alpha2, which lacks its defaults. Where a default of v1alpha1 differs, it is filled
// in. Values without a field in v1alpha2 are kept in Legacy. found are errors about what cannot be converted, and warnings about
// fields that are left out, since they have no effect. fields are the fields that have another path in v1alpha2. The receiver is
// not changed, and the result shares no memory with it.
//
// The defaults come from the public CRD of flux-framework/flux-operator (v1alpha1), except the default of the Flux user. v1alpha1 started the
// image as root and made user 1000 itself, so the default does not say which user the image can run as.
func (mc *MiniCluster) ConvertTo() (converted *v1alpha2.MiniCluster, found findings.Findings, fields findings.Fields) {
	old, c := mc.DeepCopy(), &conversion{fields: findings.Fields{}}
	spec := &old.Spec
	if len(spec.Users) > 0 {
		c.Warn(specPath.Child("users"), len(spec.Users), "they have no effect, since a set belongs to one user: leave them out")
	}
	if spec.FluxRestful != (FluxRestful{}) {
		c.WarnText(specPath.Child("fluxRestful"), "it has no effect, since nothing is downloaded as pods run: connect to the interactive set, or run a REST server from an image, as a sidecar")
	}
	return &v1alpha2.MiniCluster{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha2.GroupVersion.String(), Kind: v1alpha2.Kind},
		ObjectMeta: old.ObjectMeta,
		Spec: v1alpha2.MiniClusterSpec{
			Containers:            c.containers(spec.Containers, len(spec.Containers) == 1, specPath.Child("containers"), spec.Volumes),
			Services:              c.containers(spec.Services, false, specPath.Child("services"), spec.Volumes),
			Size:                  spec.Size,
			MaxSize:               spec.MaxSize,
			Tasks:                 spec.Tasks,
			DeadlineSeconds:       spec.DeadlineSeconds,
			Interactive:           spec.Interactive,
			Cleanup:               spec.Cleanup,
			ShareProcessNamespace: spec.ShareProcessNamespace,
			JobLabels:             spec.JobLabels,
			Network:               v1alpha2.Network{HeadlessName: cmp.Or(spec.Network.HeadlessName, "flux-service")},
			Archive:               spec.Archive,
			Logging:               spec.Logging.convert(),
			Flux:                  spec.Flux.convert(),
			Pod: v1alpha2.PodSpec{
				Annotations:        spec.Pod.Annotations,
				Labels:             spec.Pod.Labels,
				ServiceAccountName: spec.Pod.ServiceAccountName,
				NodeSelector:       spec.Pod.NodeSelector,
				Resources:          spec.Pod.Resources,
			},
		},
		Status: old.Status,
		Legacy: spec.legacy(),
	}, c.Findings, c.fields
}

func (l Logging) convert() v1alpha2.Logging {
	return v1alpha2.Logging{
		Quiet:  l.Quiet,
		Strict: ptr.Deref(l.Strict, true),
		Debug:  l.Debug,
		Zeromq: l.Zeromq,
		Timed:  l.Timed,
	}
}

// convert keeps two properties of v1alpha1: Flux is in the application's image, and sidecars start at once. In v1alpha1
// sidecars could not wait for the broker, because they could not see its socket.
func (f *FluxSpec) convert() v1alpha2.FluxSpec {
	return v1alpha2.FluxSpec{
		Container:      v1alpha2.FluxContainer{Disable: true},
		SubmitCommand:  f.SubmitCommand,
		OptionFlags:    f.OptionFlags,
		Wrap:           f.Wrap,
		ConnectTimeout: f.ConnectTimeout,
		MinimalService: f.MinimalService,
		NoWaitSocket:   true,
		LogLevel:       f.LogLevel,
		CurveCert:      f.CurveCert,
		MungeSecret:    f.MungeSecret,
		BrokerConfig:   f.BrokerConfig,
		Scheduler:      v1alpha2.Scheduler{QueuePolicy: f.Scheduler.QueuePolicy},
		Bursting:       f.Bursting,
	}
}

// legacy returns the values that have no field in v1alpha2.
func (s *MiniClusterSpec) legacy() v1alpha2.Legacy {
	legacy := v1alpha2.Legacy{
		CurveCertSecret: s.Flux.CurveCertSecret,
		InstallRoot:     cmp.Or(s.Flux.InstallRoot, "/usr"),
	}
	for _, container := range s.Containers {
		if ptr.Deref(container.RunFlux, len(s.Containers) == 1) {
			legacy.Cores = container.Cores
			break
		}
	}
	for name, volume := range s.Volumes {
		if legacy.Volumes == nil {
			legacy.Volumes = map[string]v1alpha2.PersistentVolume{}
		}
		legacy.Volumes[name] = volume.convert()
	}
	return legacy
}

func (v Volume) convert() v1alpha2.PersistentVolume {
	return v1alpha2.PersistentVolume{
		Path:             v.Path,
		Labels:           v.Labels,
		Annotations:      v.Annotations,
		ClaimAnnotations: v.ClaimAnnotations,
		Attributes:       v.Attributes,
		VolumeHandle:     v.VolumeHandle,
		StorageClass:     ptr.Deref(v.StorageClass, "hostpath"),
		Driver:           v.Driver,
		Delete:           ptr.Deref(v.Delete, true),
		Secret:           v.Secret,
		SecretNamespace:  cmp.Or(v.SecretNamespace, metav1.NamespaceDefault),
		Capacity:         cmp.Or(v.Capacity, "5Gi"),
	}
}
