package minicluster

import (
	"cmp"
	"fmt"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Defaults of fields, as the public CRD of flux-framework/flux-operator (v1alpha2) and its code fill them.
const (
	// defaultImage is the image of a container.
	defaultImage = "ghcr.io/rse-ops/accounting:app-latest"
	// defaultViewName names the init container and the volume of the view.
	defaultViewName = "flux-view"
	// defaultConnectTimeout is how long a broker tries to reach its parent.
	defaultConnectTimeout = "5s"
	// defaultEmptyDirPath is where an emptyDir without a path is mounted.
	defaultEmptyDirPath = "/dev/shm"
)

// Default fills every value that generation needs and that the user left out. Explicit values stay, and so do zeros of
// pointer fields. Only the runner's name is overwritten, by the name of the set. A second call changes nothing.
//
// Values that depend on the generated objects have no default here, for example the restart policy and the backoff
// limit. An absent backoff limit means no restart.
func Default(mc *v1alpha2.MiniCluster) {
	spec := &mc.Spec
	fill(&spec.Size, new(int32(1)))
	mc.MaxSizeDefaulted = mc.MaxSizeDefaulted || spec.MaxSize == 0
	fill(&spec.MaxSize, *spec.Size)
	mc.TasksDefaulted = mc.TasksDefaulted || spec.Tasks == nil
	fill(&spec.Tasks, new(int32(1)))
	fill(&spec.DeadlineSeconds, new(v1alpha2.DefaultDeadlineSeconds))
	fill(&spec.Network.HeadlessName, mc.Name)
	defaultFlux(&spec.Flux, spec.MaxSize)

	for i := range spec.Containers {
		container := &spec.Containers[i]
		fill(&container.RunFlux, new(len(spec.Containers) == 1))
		defaultContainer(container)
		if !*container.RunFlux {
			continue
		}
		container.Name = mc.Name
		fill(&container.Logs, v1alpha2.DefaultLogs)
		// Without a command there is nothing to submit, and without a terminal a shell as first program would end at once.
		spec.Interactive = spec.Interactive || !container.HasCommand()
	}
	for i := range spec.Services {
		fill(&spec.Services[i].RunFlux, new(false))
		defaultContainer(&spec.Services[i])
	}
}

func defaultContainer(c *v1alpha2.Container) {
	fill(&c.Image, defaultImage)
	if c.PullAlways {
		fill(&c.ImagePullPolicy, "Always")
	}
	fill(&c.ImagePullPolicy, "IfNotPresent")
	for name, volume := range c.Volumes {
		if volume.EmptyDir {
			fill(&volume.Path, defaultEmptyDirPath)
			c.Volumes[name] = volume
		}
	}
}

// defaultFlux fills the options of the brokers of a set of size pods. Clusters of a burst without a
// name or a size get a name and this size. The documents of the Flux Operator promise that, but its code fills copies and drops them.
func defaultFlux(f *v1alpha2.FluxSpec, size int32) {
	fill(&f.Container.Image, v1alpha2.DefaultViewImage)
	fill(&f.Container.Name, defaultViewName)
	fill(&f.Container.MountPath, v1alpha2.DefaultMountPath)
	fill(&f.SubmitCommand, v1alpha2.DefaultSubmitCommand)
	fill(&f.ConnectTimeout, new(defaultConnectTimeout))
	fill(&f.LogLevel, new(v1alpha2.DefaultLogLevel))
	fill(&f.Scheduler.QueuePolicy, v1alpha2.DefaultQueuePolicy)
	if lead := &f.Bursting.LeadBroker; *lead != (v1alpha2.FluxBroker{}) {
		fill(&lead.Port, v1alpha2.DefaultPort)
	}
	for i := range f.Bursting.Clusters {
		cluster := &f.Bursting.Clusters[i]
		fill(&cluster.Name, fmt.Sprintf("burst-%d", i))
		fill(&cluster.Size, size)
	}
}

// fill sets value to fallback if value is zero. A pointer is zero if it is nil.
func fill[T comparable](value *T, fallback T) { *value = cmp.Or(*value, fallback) }

// Options returns the options that the fields of a MiniCluster set. It is the farthest level for
// latchkey.Options.Merge: annotations, functionConfig and flags win over it.
//
// A set that bursts does not make its key in the cluster by default, because sets in other clusters need the same key.
// The key comes from the Secret <set>-curve, unless the object contains it.
func Options(mc *v1alpha2.MiniCluster) latchkey.Options {
	options := latchkey.Options{MaxRestarts: mc.Spec.BackoffLimit}
	if mc.Spec.Network.DisableAffinity {
		options.Spread = latchkey.SpreadNone
	}
	switch {
	case mc.Spec.Flux.CurveCert != "":
		options.Curve = latchkey.CurveInline
	case mc.Legacy.CurveCertSecret != "":
		options.Curve, options.CurveSecret = latchkey.CurveSecret, mc.Legacy.CurveCertSecret
	case mc.Bursts():
		options.Curve = latchkey.CurveSecret
	}
	return options
}
