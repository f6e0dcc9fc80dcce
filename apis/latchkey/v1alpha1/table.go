package v1alpha1

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Option describes one option in all its places.
//
// +kubebuilder:object:generate=false
type Option struct {
	// Name is the field of Latchkey.spec and the key of a ConfigMap's data: "curveSecret".
	Name string
	// Flag is the flag of the command line, without dashes, and the annotation after its prefix: "curve-secret".
	Flag string
	// Values are the allowed words, the default first. It is empty if the option is a name or a number.
	Values []string
	// Default is the value if no level sets the option. It is empty if there is none.
	Default string
	// CommandDefault is the default on the command line. It is empty if it equals Default.
	CommandDefault string
	// Placeholder is one word for a value: "name", "seconds", "number", "words". It is empty if Values lists the
	// values.
	Placeholder string
	// Meaning is one line for help and tables.
	Meaning string

	// judge returns what is wrong with a value that could be read, or "".
	judge func(Options) string
}

// OptionTable describes every option, in the order of the documentation. The caller may keep and change it.
func OptionTable() []Option {
	return slices.Clone(table)
}

// table is the only list of options, in the order of the fields of Options. The function, the command line, defaults, messages and
// documentation follow it.
var table = []Option{
	{
		Name: "include", Flag: "include", Values: includeWords, Default: IncludeAll, Placeholder: "words",
		Meaning: "which objects to write: words, or the letters csjv; what is left out must exist",
		judge:   judgeInclude,
	},
	{
		Name: "workload", Flag: "workload", Values: words(WorkloadJobSet, WorkloadJob), Default: string(WorkloadJobSet),
		Meaning: "what runs the pods; Job is for clusters without the JobSet CRD",
	},
	{
		Name: "curve", Flag: "curve", Values: words(CurveCluster, CurveSecret, CurveInline, CurveNone), Default: string(CurveCluster),
		Meaning: "where the CURVE key of a MiniCluster comes from",
	},
	{
		Name: "curveSecret", Flag: "curve-secret", Placeholder: "name",
		Meaning: "an existing Secret with the key curve.cert; implies curve Secret",
		judge:   judgeCurveSecret,
	},
	{
		Name: "onChange", Flag: "on-change", Values: words(OnChangeFail, OnChangeRecreate, OnChangeRename), Default: string(OnChangeFail),
		Meaning: "what happens to an applied job, which is immutable but for an elastic size, when it has changed",
	},
	{
		Name: "queue", Flag: "queue", Placeholder: "name",
		Meaning: "the Kueue LocalQueue that admits the jobs",
		judge:   func(o Options) string { return judgeLabel(o.Queue) },
	},
	{
		Name: "priority", Flag: "priority", Placeholder: "name",
		Meaning: "the WorkloadPriorityClass of Kueue for the jobs",
		judge:   func(o Options) string { return judgeLabel(o.Priority) },
	},
	{
		Name: "topology", Flag: "topology", Placeholder: "level",
		Meaning: "Prefer:LABEL or Require:LABEL: Kueue puts the pods onto nodes with one value of this label",
		judge:   judgeTopology,
	},
	{
		Name: "ptrace", Flag: "ptrace", Values: words(PtraceAuto, PtraceAlways, PtraceNever), Default: string(PtraceAuto),
		Meaning: "SYS_PTRACE for containers that watch; Auto: where the watched one may run under another user",
	},
	{
		Name: "podSecurity", Flag: "pod-security", Values: words(PodSecurityAsWritten, PodSecurityRestricted), Default: string(PodSecurityAsWritten),
		Meaning: "Restricted: all pods satisfy this Pod Security Standard, as the user 1000 if none is named",
	},
	{
		Name: "spread", Flag: "spread", Values: words(SpreadPrefer, SpreadRequire, SpreadNone), Default: string(SpreadPrefer),
		Meaning: "one pod per node: preferred, required, or not asked for",
	},
	{
		Name: "gang", Flag: "gang", Values: words(GangNone, GangPodGroup), Default: string(GangNone),
		Meaning: "PodGroup: the scheduler starts all pods of a set or none; for Kubernetes 1.36 and later with feature gates",
	},
	{
		Name: "gangVersion", Flag: "gang-version", Values: words(GangVersionAlpha, GangVersionBeta), Default: string(GangVersionAlpha),
		Meaning: "the version of scheduling.k8s.io that the cluster has for the PodGroup: v1alpha2 in Kubernetes 1.36, v1beta1 in 1.37",
	},
	{
		Name: "placement", Flag: "placement", Placeholder: "label",
		Meaning: "with gang PodGroup: the pods get nodes with one value of this node label, for example topology.kubernetes.io/zone",
		judge:   judgePlacement,
	},
	{
		Name: "networkPolicy", Flag: "network-policy", Values: words(NetworkPolicyNone, NetworkPolicySet), Default: string(NetworkPolicyNone),
		Meaning: "Set: a NetworkPolicy that lets only pods of the set reach the ports of its pods",
	},
	{
		Name: "logNames", Flag: "log-names", Values: words(LogNamesLatchkey, LogNamesMetricsOperator), Default: string(LogNamesLatchkey),
		Meaning: "containers of metrics named and placed as here, or as the Python SDK of the Metrics Operator looks for them",
	},
	{
		Name: "validateOnly", Flag: "validate-only", Values: []string{"false", "true"}, Default: "false",
		Meaning: "report problems and change nothing",
	},
	{
		Name: "ttlSeconds", Flag: "ttl-seconds", Placeholder: "seconds",
		Meaning: "delete a finished set after so many seconds; never when not given",
		judge:   func(o Options) string { return judgeNumber(*o.TTLSeconds) },
	},
	{
		Name: "maxRestarts", Flag: "max-restarts", Placeholder: "number",
		Meaning: "how often a failed set starts again as a whole; else as the source's backoffLimit says",
		judge:   judgeMaxRestarts,
	},
	{
		Name: "onDisruption", Flag: "on-disruption", Values: words(OnDisruptionFail, OnDisruptionRestart), Default: string(OnDisruptionFail),
		Meaning: "whether an evicted, drained or preempted set starts again, beside maxRestarts, or fails",
		judge:   judgeOnDisruption,
	},
	{
		Name: "sources", Flag: "sources", Values: words(SourcesKeep, SourcesDrop), Default: string(SourcesKeep), CommandDefault: string(SourcesDrop),
		Meaning: "keep the source objects, marked as local configuration, or drop them",
	},
}

func words[T ~string](values ...T) []string {
	texts := make([]string, 0, len(values))
	for _, value := range values {
		texts = append(texts, string(value))
	}
	return texts
}

// value returns the option's field, which can be set. It is zero if the options do not set this one.
func (option Option) value(o *Options) reflect.Value {
	at := slices.IndexFunc(table, func(row Option) bool { return row.Name == option.Name })
	return reflect.ValueOf(o).Elem().Field(at)
}

// parse sets the option from a string and returns what is wrong with the string, or "". It does not judge words: Validate
// does that for all levels. Messages quote what to write, as YAML needs quotes in annotations.
func (option Option) parse(o *Options, text string) string {
	switch field := option.value(o).Addr().Interface().(type) {
	case *Include:
		*field = ParseInclude(text)
	case **bool:
		if text != "true" && text != "false" {
			return fmt.Sprintf("%q is not a boolean: use \"true\" or \"false\"", text)
		}
		*field = new(text == "true")
	case **int32:
		return parseNumber(field, text)
	default:
		option.value(o).SetString(text)
	}
	return ""
}

// parseNumber accepts plain decimal digits only: no sign, no unit, no exponent.
func parseNumber(field **int32, text string) string {
	number, err := strconv.ParseUint(text, 10, 31)
	switch {
	case err == nil:
		value := int32(number)
		*field = &value
		return ""
	case strings.HasPrefix(text, "-"):
		return text + " is too small: use 0 or more"
	default:
		return fmt.Sprintf("%q is not an integer up to 2147483647: use one, for example \"60\"", text)
	}
}
