package v1alpha1

import (
	"encoding/json"
	"slices"
	"strings"
)

// Workload is the kind of object that runs the pods.
//
// +kubebuilder:validation:Enum=JobSet;Job
type Workload string

// The values of the option workload.
const (
	WorkloadJobSet Workload = "JobSet"
	WorkloadJob    Workload = "Job"
)

// Curve is a source of the CURVE key with which the brokers of a MiniCluster know each other.
//
// +kubebuilder:validation:Enum=Cluster;Secret;Inline;None
type Curve string

// The values of the option curve.
const (
	// CurveCluster makes the key in the cluster, by a job that fills an empty Secret.
	CurveCluster Curve = "Cluster"
	// CurveSecret takes the key from an existing Secret.
	CurveSecret Curve = "Secret"
	// CurveInline takes the key from the source object, which then holds a private key.
	CurveInline Curve = "Inline"
	// CurveNone means no key, which only a single host can do without.
	CurveNone Curve = "None"
)

// OnChange is what happens to an applied job that has changed since.
//
// +kubebuilder:validation:Enum=Fail;Recreate;Rename
type OnChange string

// The values of the option onChange.
const (
	// OnChangeFail leaves it to the user: the server refuses the change.
	OnChangeFail OnChange = "Fail"
	// OnChangeRecreate asks Argo CD and Flux CD to delete the job and create it again.
	OnChangeRecreate OnChange = "Recreate"
	// OnChangeRename puts a hash of the content into the names.
	OnChangeRename OnChange = "Rename"
)

// OnDisruption is what an eviction, a drain or a preemption of a pod does to its set.
//
// +kubebuilder:validation:Enum=Fail;Restart
type OnDisruption string

// The values of the option onDisruption.
const (
	// OnDisruptionFail treats it as any other failure of a pod.
	OnDisruptionFail OnDisruption = "Fail"
	// OnDisruptionRestart starts the set again as a whole. The restart does not count towards maxRestarts.
	OnDisruptionRestart OnDisruption = "Restart"
)

// HashLength is the number of characters of a hash of content that ends a name, after a "-".
const HashLength = 8

// Stem returns a name without the hash of content at its end, and whether it has one.
func Stem(name string) (stem string, hashed bool) {
	at := len(name) - HashLength
	if at < 2 || name[at-1] != '-' || strings.Trim(name[at:], "0123456789abcdef") != "" {
		return name, false
	}
	return name[:at-1], true
}

// Ptrace is a rule for the capability SYS_PTRACE of containers that watch others.
//
// +kubebuilder:validation:Enum=Auto;Always;Never
type Ptrace string

// The values of the option ptrace.
const (
	// PtraceAuto adds it only where the watched container may run under another user.
	PtraceAuto   Ptrace = "Auto"
	PtraceAlways Ptrace = "Always"
	PtraceNever  Ptrace = "Never"
)

// PodSecurity is the Pod Security Standard that the pods of a set have to satisfy.
//
// +kubebuilder:validation:Enum=AsWritten;Restricted
type PodSecurity string

// The values of the option podSecurity.
const (
	// PodSecurityAsWritten adds nothing to what the source says.
	PodSecurityAsWritten PodSecurity = "AsWritten"
	// PodSecurityRestricted adds what the standard "restricted" requires. What contradicts it is an error.
	PodSecurityRestricted PodSecurity = "Restricted"
)

// Spread is a rule for placing the pods of one set on different nodes.
//
// +kubebuilder:validation:Enum=Prefer;Require;None
type Spread string

// The values of the option spread.
const (
	SpreadPrefer  Spread = "Prefer"
	SpreadRequire Spread = "Require"
	SpreadNone    Spread = "None"
)

// Topology is a level of nodes, as a word and a node label: Prefer:lab/rack, Require:topology.kubernetes.io/zone.
//
// +kubebuilder:validation:Pattern=`^(Prefer|Require):.+$`
type Topology string

// The words of the option topology.
const (
	topologyPrefer  = "Prefer"
	topologyRequire = "Require"
)

// Level returns the node label of the level, and whether all pods must be on nodes with one value of it. The label is ""
// if nothing was said.
func (t Topology) Level() (label string, required bool) {
	word, label, _ := strings.Cut(string(t), ":")
	return label, word == topologyRequire
}

// Gang is how the pods of a set start together.
//
// +kubebuilder:validation:Enum=None;PodGroup
type Gang string

// The values of the option gang.
const (
	// GangNone lets each pod start as soon as it has a node.
	GangNone Gang = "None"
	// GangPodGroup writes a PodGroup. With it the scheduler starts all pods or none.
	GangPodGroup Gang = "PodGroup"
)

// GangVersion is a version of the API group scheduling.k8s.io.
//
// +kubebuilder:validation:Enum=v1alpha2;v1beta1
type GangVersion string

// The values of the option gangVersion.
const (
	GangVersionAlpha GangVersion = "v1alpha2" // Kubernetes 1.36
	GangVersionBeta  GangVersion = "v1beta1"  // Kubernetes 1.37
)

// NetworkPolicy says who reaches the pods of a set.
//
// +kubebuilder:validation:Enum=None;Set
type NetworkPolicy string

// The values of the option networkPolicy.
const (
	// NetworkPolicyNone leaves it to the policies of the cluster.
	NetworkPolicyNone NetworkPolicy = "None"
	// NetworkPolicySet lets only pods of the same set in.
	NetworkPolicySet NetworkPolicy = "Set"
)

// LogNames is a rule for the names and places of the containers with logs that people read.
//
// +kubebuilder:validation:Enum=Latchkey;MetricsOperator
type LogNames string

// The values of the option logNames.
const (
	// LogNamesLatchkey keeps the names of the set's API version, and writes containers that watch as native sidecars.
	LogNamesLatchkey LogNames = "Latchkey"
	// LogNamesMetricsOperator names the containers of metrics as the Python SDK of the Metrics Operator looks for them, all of
	// them ordinary containers (converged-computing/metrics-operator, sdk/python/v1alpha2/metricsoperator/metrics).
	LogNamesMetricsOperator LogNames = "MetricsOperator"
)

// Sources is what becomes of the source objects.
//
// +kubebuilder:validation:Enum=Keep;Drop
type Sources string

// The values of the option sources.
const (
	// SourcesKeep keeps them, marked as local configuration.
	SourcesKeep Sources = "Keep"
	// SourcesDrop leaves them out of the output.
	SourcesDrop Sources = "Drop"
)

// The words of the option include.
const (
	IncludeAll        = "all"
	IncludeConfigMaps = "configmaps"
	IncludeServices   = "services"
	IncludeJobs       = "jobs"
	IncludeVolumes    = "volumes"
)

// includeWords lists what include may say, in the order in which it is kept.
var includeWords = []string{IncludeAll, IncludeConfigMaps, IncludeServices, IncludeJobs, IncludeVolumes}

// includeLetters are the letters of fluxoperator-gen for the words after "all".
const includeLetters = "csjv"

// IncludeWord returns the word of the option include for objects of a kind, or "".
func IncludeWord(kind string) string {
	switch kind {
	case "ConfigMap", "Secret", "ServiceAccount", "Role", "RoleBinding":
		return IncludeConfigMaps
	case "Service", "NetworkPolicy":
		return IncludeServices
	case "JobSet", "Job", "CronJob", "Pod", "PodGroup", "Deployment", "StatefulSet", "DaemonSet":
		return IncludeJobs
	case "PersistentVolume", "PersistentVolumeClaim":
		return IncludeVolumes
	default:
		return ""
	}
}

// IncludeWithout returns the value of the option include that leaves out objects of a kind, for example configmaps,jobs,volumes.
func IncludeWithout(kind string) string {
	word := IncludeWord(kind)
	return strings.Join(slices.DeleteFunc(slices.Clone(includeWords[1:]), func(w string) bool { return w == word }), ",")
}

// Include lists the kinds of objects to write. Empty means not said.
// A word that is unknown is kept as it was written, for Validate to report.
//
// +kubebuilder:object:generate=false
type Include []string

// ParseInclude reads words and letters separated by spaces or commas: "jobs,services", "sj", "all".
// A token that is one of the words is a word; else it is taken for letters when all its runes are of csjv.
// Every word appears once, in a fixed order, with the unknown ones last.
func ParseInclude(texts ...string) Include {
	var include Include
	for _, text := range texts {
		for _, token := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\n\r", r) }) {
			include = append(include, wordsOf(token)...)
		}
	}
	slices.SortStableFunc(include, func(a, b string) int { return rank(a) - rank(b) })
	return slices.Compact(include)
}

// Has tells whether objects of one of the words are to be written: include.Has(IncludeJobs).
// Everything is included where nothing was said.
func (i Include) Has(word string) bool {
	return len(i) == 0 || slices.Contains(i, IncludeAll) || slices.Contains(i, word)
}

// UnmarshalJSON reads a list of words or one string, as ParseInclude does.
func (i *Include) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*i = ParseInclude(list...)
		return nil
	}
	var text string
	*i = Include{string(data)} // an unknown word
	if json.Unmarshal(data, &text) == nil {
		*i = ParseInclude(text)
	}
	return nil
}

// wordsOf returns what one token means; a token that means nothing is returned as it is.
func wordsOf(token string) []string {
	if slices.Contains(includeWords, token) {
		return []string{token}
	}
	words := make([]string, 0, len(token))
	for _, letter := range token {
		at := strings.IndexRune(includeLetters, letter)
		if at < 0 {
			return []string{token}
		}
		words = append(words, includeWords[at+1])
	}
	return words
}

// rank orders words as in includeWords, and the unknown ones after them.
func rank(word string) int {
	if at := slices.Index(includeWords, word); at >= 0 {
		return at
	}
	return len(includeWords)
}

// A Key identifies an object in a cluster. An object without a namespace has "" there. The marks of other objects, their annotations
// [AnnotationSource], [AnnotationSet] and [AnnotationAttached], are keys of sources.
//
// +kubebuilder:object:generate=false
type Key struct{ Group, Kind, Namespace, Name string }

// String returns the key as marks have it: <group>/<Kind>/<namespace>/<name>.
func (k Key) String() string {
	return k.Group + "/" + k.Kind + "/" + k.Namespace + "/" + k.Name
}

// ParseMark reads the key in a mark, and tells whether the string has the form of one.
func ParseMark(mark string) (k Key, ok bool) {
	parts := strings.Split(mark, "/")
	if len(parts) != 4 {
		return Key{}, false
	}
	return Key{parts[0], parts[1], parts[2], parts[3]}, true
}
