package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is the group and version of the kind Latchkey.
var GroupVersion = schema.GroupVersion{Group: "latchkey.dev", Version: "v1alpha1"}

// Kind is the kind of a functionConfig that holds options.
const Kind = "Latchkey"

// Latchkey is a functionConfig: it tells the function how to expand the objects of a package.
//
// +kubebuilder:object:root=true
type Latchkey struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec holds the options, all of them optional.
	Spec Options `json:"spec,omitempty"`
}

// Options say how source objects are expanded. A zero value means "not said".
type Options struct {
	// Include names the objects to write: any of configmaps, services, jobs and volumes. It is a list, a string separated
	// by spaces or commas, or the letters csjv. Default: all. Secrets, service accounts and roles belong to configmaps, and
	// network policies to services.
	// Objects that are left out must exist in the cluster already.
	//
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Include Include `json:"include,omitempty"`

	// Workload is what runs the pods. Default: JobSet. Job writes an indexed batch/v1 Job, for clusters without
	// the JobSet CRD, and excludes maxRestarts and onDisruption: Restart.
	Workload Workload `json:"workload,omitempty"`

	// Curve is where the CURVE key of a MiniCluster comes from. Cluster makes it in the cluster, by a job that fills an
	// empty Secret. Secret takes it from an existing Secret, and Inline from the MiniCluster, which then has a private
	// key in it. None means no key, which is allowed for a single host only. Default: Cluster, or Secret with
	// curveSecret.
	Curve Curve `json:"curve,omitempty"`

	// CurveSecret names an existing Secret with the key curve.cert. It sets curve to Secret, and excludes all other
	// values of curve.
	CurveSecret string `json:"curveSecret,omitempty"`

	// OnChange says what happens when an applied job, which is immutable, has changed. With Fail the server refuses the
	// change, and the user decides. Recreate asks Argo CD and Flux CD to delete the job and to create it again. Rename
	// puts a hash of the content into the job's name. Another size of a MiniCluster with maxSize keeps the name. Default: Fail.
	OnChange OnChange `json:"onChange,omitempty"`

	// Queue is the name of the Kueue LocalQueue that admits the jobs. Default: none.
	Queue string `json:"queue,omitempty"`

	// Priority is the name of the WorkloadPriorityClass with which Kueue orders the jobs. Default: none.
	Priority string `json:"priority,omitempty"`

	// Topology asks Kueue for nodes near each other: Prefer:LABEL or Require:LABEL. LABEL is the node label of a level,
	// such as a rack, in the Topology of the queue's flavor. Default: none.
	Topology Topology `json:"topology,omitempty"`

	// Ptrace says which watching containers get the capability SYS_PTRACE. With Auto it is those that watch a container
	// that may run under another user, with Always all, with Never none. A metric with allowPtrace gets it in each case.
	// Default: Auto.
	Ptrace Ptrace `json:"ptrace,omitempty"`

	// PodSecurity says which Pod Security Standard the pods of a set satisfy. With Restricted every container gets what the standard
	// "restricted" requires: a user other than root (1000, unless the source names one), no escalation, no capabilities, the seccomp
	// profile RuntimeDefault. What contradicts the standard is an error. Default: AsWritten.
	PodSecurity PodSecurity `json:"podSecurity,omitempty"`

	// Spread says whether each pod of a set gets a node of its own. With Prefer the scheduler tries to do so. With Require
	// a pod without a free node waits. None asks for nothing. Default: Prefer.
	Spread Spread `json:"spread,omitempty"`

	// Gang says whether the pods of a set start all together or not at all. With PodGroup the scheduler of Kubernetes 1.36 and
	// later binds them as a group, if its feature gates for this are on. It waits for the smallest number of pods with which the
	// set can work. Default: None.
	Gang Gang `json:"gang,omitempty"`

	// GangVersion is the version of scheduling.k8s.io in which a PodGroup is written. Kubernetes 1.36 serves v1alpha2, and 1.37
	// serves v1beta1. Default: v1alpha2.
	GangVersion GangVersion `json:"gangVersion,omitempty"`

	// Placement is a node label such as topology.kubernetes.io/zone. With gang: PodGroup the scheduler puts all pods of the group
	// onto nodes with one value of this label, if its feature gate TopologyAwareWorkloadScheduling is on. Default: none.
	Placement string `json:"placement,omitempty"`

	// NetworkPolicy says whether a NetworkPolicy keeps other pods away from the pods of a set. With Set only the pods of the
	// set reach their ports. A pod that others shall reach needs a NetworkPolicy of the user beside it. Default: None.
	NetworkPolicy NetworkPolicy `json:"networkPolicy,omitempty"`

	// LogNames says whether the containers of metrics are named and placed as the Python SDK of the Metrics Operator looks
	// for them. Default: Latchkey. MetricsOperator writes containers that watch as ordinary containers. It has no effect on
	// attached sets.
	LogNames LogNames `json:"logNames,omitempty"`

	// ValidateOnly reports problems and changes no item. Default: false.
	ValidateOnly *bool `json:"validateOnly,omitempty"`

	// TTLSeconds is the number of seconds after which a finished set is deleted. Default: never.
	//
	// +kubebuilder:validation:Minimum=0
	TTLSeconds *int32 `json:"ttlSeconds,omitempty"`

	// MaxRestarts is how often a failed set is started again as a whole. Default: the explicit backoffLimit of the
	// source, otherwise 0.
	//
	// +kubebuilder:validation:Minimum=0
	MaxRestarts *int32 `json:"maxRestarts,omitempty"`

	// OnDisruption says whether an eviction, a drain or a preemption of a pod starts the set again as a whole, without
	// counting towards maxRestarts. Default: Fail.
	OnDisruption OnDisruption `json:"onDisruption,omitempty"`

	// Sources says what happens to the source objects. Default: Keep, and Drop on the command line.
	Sources Sources `json:"sources,omitempty"`
}

// FormerFields says what to write instead of options of earlier versions.
func (Options) FormerFields() map[string]string {
	return map[string]string{
		"sidecars": "containers beside the main one are always native sidecars now, for which the cluster needs Kubernetes 1.29 or later: leave it out",
	}
}

// Merge returns the options of two levels as one. For each field the nearer level wins.
//
// A nearer value also removes what it excludes on the farther level. curveSecret removes the farther curve. curve
// (other than Secret) removes the farther curveSecret. workload Job removes the farther maxRestarts and onDisruption.
// Levels from far to near: the custom resource's own fields, functionConfig or flags, annotations.
func (o Options) Merge(nearer Options) Options {
	if nearer.CurveSecret != "" && nearer.Curve == "" {
		nearer.Curve = CurveSecret
	}
	if nearer.Curve != "" && nearer.Curve != CurveSecret {
		o.CurveSecret = ""
	}
	if nearer.Workload == WorkloadJob {
		o.MaxRestarts, o.OnDisruption = nil, ""
	}
	for _, option := range table {
		if value := option.value(&nearer); !value.IsZero() {
			option.value(&o).Set(value)
		}
	}
	return o
}

// Default fills in the defaults of the table. A second call changes nothing. Merge all levels before, including the
// fields of the custom resource with the meaning of an option. TTLSeconds, MaxRestarts, Queue, Priority,
// Topology and CurveSecret have no default and stay as they are.
func (o *Options) Default() {
	if o.Curve == "" && o.CurveSecret != "" {
		o.Curve = CurveSecret
	}
	o.Include = ParseInclude(o.Include...)
	for _, option := range table {
		if option.Default != "" && option.value(o).IsZero() {
			option.parse(o, option.Default)
		}
	}
}
