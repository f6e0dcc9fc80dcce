package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// ConvertTo returns the set as an object of v1alpha2, with the defaults of v1alpha1 where the two
// versions differ, and what has no field there in Legacy. The receiver stays as it came, and the result
// shares nothing with it. Quantities that cannot be read are left out: Validate names them.
func (mc *MiniCluster) ConvertTo() *v1alpha2.MiniCluster {
	old := mc.DeepCopy()
	old.Default()
	return &v1alpha2.MiniCluster{
		TypeMeta: metav1.TypeMeta{
			APIVersion: v1alpha2.GroupVersion.String(),
			Kind:       v1alpha2.Kind,
		},
		ObjectMeta: old.ObjectMeta,
		Spec:       old.Spec.convert(),
		Status:     old.Status,
		Legacy:     old.Spec.legacy(),
	}
}

func (s *MiniClusterSpec) convert() v1alpha2.MiniClusterSpec {
	return v1alpha2.MiniClusterSpec{
		Containers:            convertContainers(s.Containers),
		Services:              convertContainers(s.Services),
		Size:                  s.Size,
		MaxSize:               s.MaxSize,
		Tasks:                 s.Tasks,
		DeadlineSeconds:       s.DeadlineSeconds,
		Interactive:           s.Interactive,
		Cleanup:               s.Cleanup,
		ShareProcessNamespace: s.ShareProcessNamespace,
		JobLabels:             s.JobLabels,
		Network:               v1alpha2.Network{HeadlessName: s.Network.HeadlessName},
		Archive:               s.Archive,
		Logging:               s.Logging.convert(),
		Flux:                  s.Flux.convert(),
		Pod:                   s.Pod.convert(),
	}
}

func (l Logging) convert() v1alpha2.Logging {
	return v1alpha2.Logging{
		Quiet:  l.Quiet,
		Strict: *l.Strict,
		Debug:  l.Debug,
		Zeromq: l.Zeromq,
		Timed:  l.Timed,
	}
}

// convert keeps two habits of v1alpha1: Flux is in the application's image, and sidecars start at once.
// There they could not have waited, because the socket was out of their sight.
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
		BrokerConfig:   f.BrokerConfig,
		Scheduler:      v1alpha2.Scheduler{QueuePolicy: f.Scheduler.QueuePolicy},
		Bursting:       f.Bursting,
	}
}

func (p *PodSpec) convert() v1alpha2.PodSpec {
	return v1alpha2.PodSpec{
		Annotations:        p.Annotations,
		Labels:             p.Labels,
		ServiceAccountName: p.ServiceAccountName,
		NodeSelector:       p.NodeSelector,
		Resources:          resourceList(p.Resources),
	}
}

// legacy gathers what v1alpha2 has no field for. Cores and diagnostics are the runner's; the sidecars'
// had no effect.
func (s *MiniClusterSpec) legacy() v1alpha2.Legacy {
	legacy := v1alpha2.Legacy{
		CurveCertSecret: s.Flux.CurveCertSecret,
		MungeSecret:     s.Flux.MungeSecret,
		InstallRoot:     s.Flux.InstallRoot,
		Volumes:         convertVolumes(s.Volumes),
	}
	for i := range s.Containers {
		if *s.Containers[i].RunFlux {
			legacy.Cores = s.Containers[i].Cores
			legacy.Diagnostics = s.Containers[i].Diagnostics
			break
		}
	}
	return legacy
}
