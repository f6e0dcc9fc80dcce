package v1alpha1

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Prefix begins the annotations of Latchkey.
const Prefix = "latchkey.dev/"

// Annotations with this prefix that are not options.
const (
	// AnnotationAttachTo on a MetricSet names what the MetricSet is attached to, in its own namespace: a MiniCluster by
	// its name, or any workloads as in "Job/bench,JobSet/train/workers".
	AnnotationAttachTo = Prefix + "attach-to"
	// AnnotationAttachSelector on a MetricSet selects workloads of its namespace by their labels.
	AnnotationAttachSelector = Prefix + "attach-selector"
	// AnnotationAttachPath on a MetricSet says where the workloads of a kind that Latchkey does not know have their pod
	// templates, for example "spec.workers[].template".
	AnnotationAttachPath = Prefix + "attach-path"
	// AnnotationAttached on a pod template lists what attached MetricSets have added to it.
	AnnotationAttached = Prefix + "attached"
	// AnnotationSource on a generated object names its source.
	AnnotationSource = Prefix + "source"
	// AnnotationSet on an object of a study names the run that it belongs to, as AnnotationSource would without the study.
	AnnotationSet = Prefix + "set"
	// AnnotationParameters on the jobs of a study has the values of the parameters, as a JSON object of strings.
	AnnotationParameters = Prefix + "parameters"
	// AnnotationRendered on the jobs of a study has a hash of all objects of the run, without what the runs share.
	AnnotationRendered = Prefix + "rendered"
	// AnnotationRepeat on a MiniCluster of a study, and on its JobSet or Job, says how often it runs its command.
	AnnotationRepeat = Prefix + "repeat"
	// AnnotationGang on a JobSet or Job has the option gang, as a server may drop the field of the pods.
	AnnotationGang = Prefix + "gang"
)

// Style is a way in which options are written.
type Style int

// The styles.
const (
	// ConfigMapData has keys in camelCase. Every key must be an option.
	ConfigMapData Style = iota
	// Annotations have keys in kebab-case after the prefix latchkey.dev/. Other annotations are ignored.
	Annotations
	// Flags have keys in kebab-case, without dashes in front.
	Flags
)

// OptionsFromStrings reads and validates the options of one level that are written as strings. An empty value means
// "not set". All problems are returned, in alphabetical order of the keys. Problems of Validate come last. The options
// contain what could be read.
func OptionsFromStrings(values map[string]string, style Style) (Options, field.ErrorList) {
	var options Options
	var problems field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if style.ignores(key, values[key]) {
			continue
		}
		row := slices.IndexFunc(table, func(option Option) bool { return style.key(option) == key })
		if row < 0 {
			if len(problems) < findings.Most {
				problems = append(problems, style.unknown(key))
			}
			continue
		}
		if text := values[key]; text != "" {
			if wrong := table[row].parse(&options, text); wrong != "" {
				problems = append(problems, field.Invalid(style.path(key), text, wrong))
			}
		}
	}
	at := func(option Option) *field.Path { return style.path(style.key(option)) }
	return options, append(problems, options.validate(at)...)
}

// key is the key of an option in this style.
func (s Style) key(option Option) string {
	switch s {
	case Annotations:
		return Prefix + option.Flag
	case Flags:
		return option.Flag
	default:
		return option.Name
	}
}

// path returns the path of a key in the object, or the flag as one types it.
func (s Style) path(key string) *field.Path {
	switch s {
	case Annotations:
		return field.NewPath("metadata", "annotations").Key(key)
	case Flags:
		return field.NewPath("--" + key)
	default:
		return field.NewPath("data").Child(key)
	}
}

// ignores tells whether a key does not concern the options. The mark of a generated object has four parts. With another
// value the key is a misspelt option sources. With another prefix, a key counts only if it is nearly ours.
func (s Style) ignores(key, value string) bool {
	switch {
	case s != Annotations:
		return false
	case !strings.HasPrefix(key, Prefix):
		return !isOurs(key) || len(s.near(key)) == 0
	default:
		return slices.Contains(attachments, key) || slices.Contains(ofRuns, key) || key == AnnotationSource && strings.Count(value, "/") == 3
	}
}

// ofRuns are the annotations that a study writes.
var ofRuns = []string{AnnotationParameters, AnnotationRendered, AnnotationRepeat}

// attachments are the annotations that say what a set is attached to.
var attachments = []string{AnnotationAttachPath, AnnotationAttachSelector, AnnotationAttachTo}

func (s Style) unknown(key string) *field.Error {
	if remedy := (Options{}).FormerFields()[strings.TrimPrefix(key, Prefix)]; remedy != "" {
		return field.Forbidden(s.path(key), "unknown option: "+remedy)
	}
	if near := s.near(key); len(near) > 0 {
		return findings.Meaning(field.Forbidden(s.path(key), "unknown option: "+suggest.DidYouMean(near...)), near...)
	}
	return field.Forbidden(s.path(key), "unknown option: "+suggest.OneOf(slices.Collect(maps.Values(s.keys()))))
}

// near returns the keys that an unknown key most likely means. For annotations it compares the names alone, because a
// slip hardly counts beside the long prefix.
func (s Style) near(key string) []string {
	keys := s.keys()
	if s == Annotations {
		key = nameOf(key)
	}
	var near []string
	for _, name := range suggest.Near(key, slices.Collect(maps.Keys(keys))) {
		near = append(near, keys[name])
	}
	return near
}

// keys returns all keys of this style, by their names without a prefix.
func (s Style) keys() map[string]string {
	keys := map[string]string{}
	for _, option := range table {
		keys[strings.TrimPrefix(s.key(option), Prefix)] = s.key(option)
	}
	if s == Annotations {
		for _, key := range attachments {
			keys[strings.TrimPrefix(key, Prefix)] = key
		}
	}
	return keys
}

// Unprefixed warns of annotations that name an option, or attach-to, without the prefix. They have no effect here, but
// may be for another program.
func Unprefixed(annotations map[string]string) (warnings field.ErrorList) {
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		if strings.Contains(key, "/") {
			continue // of another domain, as are most
		}
		near := Annotations.near(key)
		if len(near) != 1 || !suggest.IsSame(Prefix+key, near[0]) {
			continue
		}
		warning := field.Forbidden(Annotations.path(key), "without its prefix it has no effect: "+suggest.DidYouMean(near...))
		warnings = append(warnings, findings.Meaning(warning, near...))
	}
	return warnings
}

// isOurs tells whether an annotation has nearly our prefix: "latchkey.io/queue", "latchkey-queue".
func isOurs(key string) bool {
	domain, _, found := strings.Cut(strings.ToLower(key), "/")
	if !found {
		return strings.HasPrefix(domain, "latchkey")
	}
	return domain == "latchkey" || strings.HasPrefix(domain, "latchkey.") || suggest.IsSlip(domain, strings.TrimSuffix(Prefix, "/"))
}

// nameOf returns an annotation without its prefix. The prefix may be misspelt.
func nameOf(key string) string {
	if at := strings.LastIndex(key, "/"); at >= 0 {
		return key[at+1:]
	}
	rest := strings.TrimPrefix(strings.ToLower(key), "latchkey")
	return strings.TrimLeft(strings.TrimPrefix(rest, ".dev"), ".:-_")
}
