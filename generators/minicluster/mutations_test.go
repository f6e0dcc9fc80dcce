package minicluster_test

import (
	"maps"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// mutations are changes about which there are rules.
var mutations = []func(*v1alpha2.MiniCluster, *latchkey.Options){
	func(_ *v1alpha2.MiniCluster, opts *latchkey.Options) { opts.Workload = latchkey.WorkloadJob },
	func(_ *v1alpha2.MiniCluster, opts *latchkey.Options) { opts.OnChange = latchkey.OnChangeRename },
	func(_ *v1alpha2.MiniCluster, opts *latchkey.Options) { opts.Curve = latchkey.CurveSecret },
	func(_ *v1alpha2.MiniCluster, opts *latchkey.Options) { opts.Curve = latchkey.CurveNone },
	func(_ *v1alpha2.MiniCluster, opts *latchkey.Options) {
		opts.OnDisruption = latchkey.OnDisruptionRestart
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Logging.Timed = true },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.DeadlineSeconds = new(int64(600)) },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Archive.Path = "/data/state.tar" },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Name = strings.Repeat("a", 52) },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Name = strings.Repeat("b", 54) },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Size = new(int32(1)) },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Size, mc.Spec.MaxSize = new(int32(3)), 5 },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.MaxSize = 1 },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Flux.Container.Disable = true },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Flux.MinimalService = true },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Network.HeadlessName = "extra" },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		mc.Spec.Flux.Bursting.Hostlist = mc.Name + "-m-0-0,cloud-[0-3]"
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		mc.Spec.Flux.Bursting.LeadBroker = v1alpha2.FluxBroker{Address: "lead", Name: "root", Size: 2}
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Flux.BrokerConfig = "[exec]\n" },
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		addTo(mc, v1alpha2.Container{Name: "extra", RunFlux: new(false), Ports: []int32{80}})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		addTo(mc, v1alpha2.Container{Name: "1st", RunFlux: new(false), Ports: []int32{80}, NoWrapEntrypoint: true})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		addTo(mc, v1alpha2.Container{Name: "keygen", RunFlux: new(false)})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		addTo(mc, v1alpha2.Container{Name: "flux-view", RunFlux: new(false)})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		mc.Spec.Services = append(mc.Spec.Services, v1alpha2.Container{Name: "extra"})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		mc.Spec.Services = append(mc.Spec.Services, v1alpha2.Container{Name: mc.Name, Command: "sleep infinity"})
	},
	func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		for i := range mc.Spec.Containers {
			mc.Spec.Containers[i].Command += " " + mc.Name + "-m-0-1 " + mc.Name + "-1 x.flux-service.y"
		}
	},
	mountedAt("/flux_operator"), mountedAt("/run/latchkey"), mountedAt("/run/latchkey-key"), mountedAt("/latchkey/curve"),
	mountedAt("/opt/software"), mountedAt("/mnt/flux/"), mountedAt("/home/flux-operator"), mountedAt("/data"),
	fluxAt("/flux_operator/"), fluxAt("/run/latchkey"), fluxAt("/run/latchkey-key"), fluxAt("/opt/software"), fluxAt("/"),
}

// addTo adds a sidecar.
func addTo(mc *v1alpha2.MiniCluster, container v1alpha2.Container) {
	if len(mc.Spec.Containers) == 1 {
		mc.Spec.Containers[0].RunFlux = new(true)
	}
	mc.Spec.Containers = append(mc.Spec.Containers, container)
}

// mountedAt mounts a volume at a place in every container.
func mountedAt(place string) func(*v1alpha2.MiniCluster, *latchkey.Options) {
	return func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) {
		for _, list := range [][]v1alpha2.Container{mc.Spec.Containers, mc.Spec.Services} {
			for i := range list {
				volumes := maps.Clone(list[i].Volumes)
				if volumes == nil {
					volumes = map[string]v1alpha2.ContainerVolume{}
				}
				volumes["mounted"] = v1alpha2.ContainerVolume{Path: place, EmptyDir: true}
				list[i].Volumes = volumes
			}
		}
	}
}

// fluxAt brings Flux to a place.
func fluxAt(place string) func(*v1alpha2.MiniCluster, *latchkey.Options) {
	return func(mc *v1alpha2.MiniCluster, _ *latchkey.Options) { mc.Spec.Flux.Container.MountPath = place }
}
