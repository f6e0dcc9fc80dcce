package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// ConvertTo returns the set as an object of v1alpha2. It keeps the defaults of v1alpha1 that differ. Values without a
// field in v1alpha2 are kept in Legacy. The receiver is not changed, and the result shares no memory with it. Invalid
// quantities are left out, because Validate reports them.
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

// legacy returns the values that have no field in v1alpha2. It takes cores from the runner, because
// they had no effect on sidecars.
func (s *MiniClusterSpec) legacy() v1alpha2.Legacy {
	legacy := v1alpha2.Legacy{
		CurveCertSecret: s.Flux.CurveCertSecret,
		InstallRoot:     s.Flux.InstallRoot,
		Volumes:         convertVolumes(s.Volumes),
	}
	for i := range s.Containers {
		if *s.Containers[i].RunFlux {
			legacy.Cores = s.Containers[i].Cores
			break
		}
	}
	return legacy
}
