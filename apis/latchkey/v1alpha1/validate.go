package v1alpha1

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Validate returns all problems of the options of one level, in the order of the table. path is the path of the
// options, for example spec.
func (o Options) Validate(path *field.Path) field.ErrorList {
	return o.validate(func(option Option) *field.Path { return path.Child(option.Name) })
}

// validate is Validate for options that are not all below one path. at returns the place of an option.
func (o Options) validate(at func(Option) *field.Path) field.ErrorList {
	var problems field.ErrorList
	for _, option := range table {
		value := option.value(&o)
		if value.IsZero() {
			continue
		}
		if value.Kind() == reflect.String && len(option.Values) > 0 && !slices.Contains(option.Values, value.String()) {
			problems = append(problems, findings.NotOneOf(at(option), value.String(), option.Values))
			continue
		}
		if option.judge == nil {
			continue
		}
		if wrong := option.judge(o); wrong != "" {
			problems = append(problems, field.Invalid(at(option), shown(value), wrong))
		}
	}
	return problems
}

func judgeInclude(o Options) string {
	for _, word := range ParseInclude(o.Include...) {
		if !slices.Contains(includeWords, word) {
			return fmt.Sprintf("%q is unknown: %s, or letters of csjv", word, suggest.OneOf(includeWords))
		}
	}
	return ""
}

func judgeCurveSecret(o Options) string {
	if o.Curve != "" && o.Curve != CurveSecret {
		return fmt.Sprintf("curveSecret and curve=%s exclude each other: leave one of the two out", o.Curve)
	}
	return judgeName(o.CurveSecret, validation.DNS1123SubdomainMaxLength, validation.IsDNS1123Subdomain(o.CurveSecret))
}

// judgeLabel checks the rule of Kueue: a name of a queue or class is the name of an object, and also the value of a label
// (kubernetes-sigs/kueue, labels kueue.x-k8s.io/queue-name and kueue.x-k8s.io/priority-class).
func judgeLabel(name string) string {
	problems := append(validation.IsDNS1123Subdomain(name), validation.IsValidLabelValue(name)...)
	return judgeName(name, validation.LabelValueMaxLength, problems)
}

func judgeTopology(o Options) string {
	word, label, _ := strings.Cut(string(o.Topology), ":")
	if word != topologyPrefer && word != topologyRequire || len(validation.IsQualifiedName(label)) > 0 {
		return fmt.Sprintf("%q is not a topology: write Prefer: or Require: and the node label of a level, for example Prefer:topology.kubernetes.io/zone", o.Topology)
	}
	return ""
}

// judgePlacement refuses a placement that excludes another option. A placement without gang is not an error here, because an option
// of another level may add it.
func judgePlacement(o Options) string {
	switch {
	case len(validation.IsQualifiedName(o.Placement)) > 0:
		return fmt.Sprintf("%q is not a label of nodes: write one, for example topology.kubernetes.io/zone", o.Placement)
	case o.Topology != "":
		return "placement and topology exclude each other: topology is for Kueue, and placement for the scheduler; leave one of the two out"
	case o.Placement == corev1.LabelHostname && o.Spread == SpreadRequire:
		return "placement kubernetes.io/hostname and spread=Require exclude each other: the first puts all pods on one node, and the second each on its own; leave one of the two out"
	}
	return ""
}

// judgeName says in short words which rule of Kubernetes a name breaks.
func judgeName(name string, most int, problems []string) string {
	if len(problems) == 0 {
		return ""
	}
	return fmt.Sprintf(`%q is not a valid object name: use 1 to %d lower-case letters, digits, "-" and ".", `+
		`a letter or digit at either end`, name, most)
}

func judgeMaxRestarts(o Options) string {
	if o.Workload == WorkloadJob {
		return "maxRestarts and workload=Job exclude each other, because a Job cannot start again as a whole: leave one of the two out"
	}
	return judgeNumber(*o.MaxRestarts)
}

// judgeOnDisruption refuses Restart with a Job, because an ended Job cannot start again.
func judgeOnDisruption(o Options) string {
	if o.Workload == WorkloadJob && o.OnDisruption == OnDisruptionRestart {
		return "onDisruption: Restart and workload=Job exclude each other, because a Job cannot start again as a whole: leave one of the two out"
	}
	return ""
}

func judgeNumber(number int32) string {
	if number < 0 {
		return fmt.Sprintf("%d is too small: use 0 or more", number)
	}
	return ""
}

// shown returns an option's value as a message shows it.
func shown(value reflect.Value) any {
	switch {
	case value.Kind() == reflect.Pointer:
		return value.Elem().Interface()
	case value.Kind() == reflect.Slice:
		return strings.Join(value.Interface().(Include), ",")
	default:
		return value.String()
	}
}
