package v1alpha2

import (
	"cmp"
	"fmt"
	"strings"

	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// The defaults of the fields, as the public CRD of flux-framework/flux-operator (v1alpha2) and its
// code fill them.
const (
	// defaultImage is the image of a container.
	defaultImage = "ghcr.io/rse-ops/accounting:app-latest"
	// defaultViewImage is the image that brings Flux.
	defaultViewImage = "ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"
	// defaultViewName names the init container and the volume of the view.
	defaultViewName = "flux-view"
	// DefaultMountPath is where the view is mounted.
	DefaultMountPath = "/mnt/flux"
	// DefaultDeadlineSeconds ends a set after about a year.
	DefaultDeadlineSeconds int64 = 31500000
	// DefaultConnectTimeout is how long a broker tries to reach its parent.
	DefaultConnectTimeout = "5s"
	// DefaultLogLevel is LOG_INFO.
	DefaultLogLevel int32 = 6
	// DefaultPort is the port of a broker.
	DefaultPort int32 = 8050
	// DefaultQueuePolicy is first come, first served.
	DefaultQueuePolicy = "fcfs"
	// DefaultSubmitCommand submits the command of the runner.
	DefaultSubmitCommand = "flux submit"
	// DefaultLogs is the directory for the output of batch lines.
	DefaultLogs = "/tmp/fluxout"
	// defaultEmptyDirPath is where an emptyDir without a path is mounted.
	defaultEmptyDirPath = "/dev/shm"
)

// Default fills every value that generation needs and that the user left out. Explicit values stay, and so do zeros of
// pointer fields. Only the runner's name is overwritten, by the name of the set. A second call changes nothing.
//
// Values that depend on the generated objects have no default here, for example the restart policy and the backoff
// limit. An absent backoff limit means no restart.
func (mc *MiniCluster) Default() {
	spec := &mc.Spec
	fill(&spec.Size, new(int32(1)))
	mc.MaxSizeDefaulted = mc.MaxSizeDefaulted || spec.MaxSize == 0
	fill(&spec.MaxSize, *spec.Size)
	mc.TasksDefaulted = mc.TasksDefaulted || spec.Tasks == nil
	fill(&spec.Tasks, new(int32(1)))
	fill(&spec.DeadlineSeconds, new(DefaultDeadlineSeconds))
	fill(&spec.Network.HeadlessName, mc.Name)
	spec.Flux.setDefaults(spec.MaxSize)

	for i := range spec.Containers {
		container := &spec.Containers[i]
		fill(&container.RunFlux, new(len(spec.Containers) == 1))
		container.setDefaults()
		if !*container.RunFlux {
			continue
		}
		container.Name = mc.Name
		fill(&container.Logs, DefaultLogs)
		// Without a command there is nothing to submit, and without a terminal a shell as first program would end at once.
		spec.Interactive = spec.Interactive || !container.HasCommand()
	}
	for i := range spec.Services {
		fill(&spec.Services[i].RunFlux, new(false))
		spec.Services[i].setDefaults()
	}
}

// RunsFlux reports whether the broker runs in the container.
func (c Container) RunsFlux() bool { return ptr.Deref(c.RunFlux, false) }

// HasCommand reports whether the container has a command to run.
func (c *Container) HasCommand() bool {
	return strings.TrimSpace(c.Command) != "" || strings.TrimSpace(c.Commands.Script) != ""
}

func (c *Container) setDefaults() {
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

// setDefaults fills the options of the brokers of a set of size pods. The sets that join it get names, and its number of
// hosts. The comments of flux-operator promise its size, but its code fills copies and loses them.
func (f *FluxSpec) setDefaults(size int32) {
	fill(&f.Container.Image, defaultViewImage)
	fill(&f.Container.Name, defaultViewName)
	fill(&f.Container.MountPath, DefaultMountPath)
	fill(&f.SubmitCommand, DefaultSubmitCommand)
	fill(&f.ConnectTimeout, new(DefaultConnectTimeout))
	fill(&f.LogLevel, new(DefaultLogLevel))
	fill(&f.Scheduler.QueuePolicy, DefaultQueuePolicy)
	if lead := &f.Bursting.LeadBroker; *lead != (FluxBroker{}) {
		fill(&lead.Port, DefaultPort)
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
func (mc *MiniCluster) Options() latchkey.Options {
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

// Elastic says whether the size may change while the set runs, from minSize (default 1) to maxSize. It is so if maxSize is
// set and above minSize. Nothing but the number of pods may then depend on size. Call it after Default.
func (mc *MiniCluster) Elastic() bool {
	isSet := !mc.MaxSizeDefaulted || mc.Spec.MaxSize != ptr.Deref(mc.Spec.Size, 1)
	return isSet && mc.Spec.MaxSize > max(mc.Spec.MinSize, 1)
}

// Bursts reports whether sets of other clusters belong to the same instance of Flux.
func (mc *MiniCluster) Bursts() bool {
	bursting := mc.Spec.Flux.Bursting
	return bursting.Hostlist != "" || len(bursting.Clusters) > 0 || bursting.LeadBroker != FluxBroker{}
}
