package v1alpha2

// The defaults of fields that several packages know. They come from the public CRD of flux-framework/flux-operator (v1alpha2)
// and from its code.
const (
	// DefaultViewImage is the image that brings Flux.
	DefaultViewImage = "ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"
	// DefaultMountPath is where the view is mounted.
	DefaultMountPath = "/mnt/flux"
	// DefaultDeadlineSeconds ends a set after about a year.
	DefaultDeadlineSeconds int64 = 31500000
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
)
