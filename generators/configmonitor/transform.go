package configmonitor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	v1 "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Transform returns the edits that make the selected workloads roll when the ConfigMap changes. items are the items of
// the package.
func Transform(monitor *v1.ConfigMonitor, items []*transform.Item) transform.Result {
	m := match{monitor: monitor, items: items}
	configMap := m.configMap()
	m.findWorkloads()
	m.checkAnnotations()
	if len(m.rolling) == 0 {
		m.Errors = append(m.Errors, m.nothingRolls())
	}
	if len(m.Errors) > 0 {
		return transform.Result{Errors: m.Errors, Warnings: m.Warnings}
	}
	key, hash := annotation(monitor.Spec.ConfigMap), hashOf(configMap)
	for _, w := range m.rolling {
		m.Edits = append(m.Edits, transform.Edit{
			Item:  w,
			Path:  slices.Concat(annotationsPath, []string{key}),
			Value: hash,
		})
	}
	return m.Result
}

// annotationsPath leads to the annotations of a pod template.
var annotationsPath = []string{"spec", "template", "metadata", "annotations"}

// A match is a monitor together with the items of its package.
type match struct {
	transform.Result
	monitor *v1.ConfigMonitor
	items   []*transform.Item
	rolling []*transform.Item
	// stuck are the selected items that cannot roll. elsewhere are items in other namespaces that the monitor would
	// select in its own.
	stuck, elsewhere []*transform.Item
}

// configMap returns the monitored ConfigMap. It reports an error if there is none.
func (m *match) configMap() *transform.Item {
	var elsewhere *transform.Item
	for _, item := range m.items {
		switch {
		case item.Group != "" || item.Kind != "ConfigMap" || !item.IsCalled(m.monitor.Spec.ConfigMap):
		case item.Namespace == m.monitor.Namespace:
			return item
		default:
			elsewhere = item
		}
	}
	detail := "the input has no ConfigMap of this name in the namespace of the monitor: add it, or write the name of a ConfigMap that is there"
	if elsewhere != nil {
		detail = "this ConfigMap is in " + place(elsewhere.Namespace) + " and the monitor in " + place(m.monitor.Namespace) + ": give both the same namespace"
	}
	problem := field.NotFound(configMapPath, m.monitor.Spec.ConfigMap)
	problem.Detail = strconv.Quote(m.monitor.Spec.ConfigMap) + ": " + detail
	m.Errors = append(m.Errors, problem)
	return nil
}

func place(namespace string) string {
	if namespace == "" {
		return "no namespace"
	}
	return "namespace " + strconv.Quote(namespace)
}

// findWorkloads finds the selected items, in alphabetical order. It separates those that roll from the others.
func (m *match) findWorkloads() {
	for _, item := range m.items {
		rolls, known := rolls[item.Type()]
		if !known || !matches(item, m.monitor.Spec.PodSelector) {
			continue
		}
		switch here := item.Namespace == m.monitor.Namespace; {
		case here && rolls:
			m.rolling = append(m.rolling, item)
		case here:
			m.stuck = append(m.stuck, item)
		case rolls:
			m.elsewhere = append(m.elsewhere, item)
		}
	}
	byName := func(a, b *transform.Item) int {
		return cmp.Or(strings.Compare(a.String(), b.String()), strings.Compare(a.Namespace, b.Namespace))
	}
	slices.SortStableFunc(m.rolling, byName)
	slices.SortStableFunc(m.stuck, byName)
	slices.SortStableFunc(m.elsewhere, byName)
	m.warn()
}

// warn reports selected items that do not roll.
func (m *match) warn() {
	for _, item := range m.rolling {
		if why := waits(item); why != "" {
			m.add(item.String() + " matches, but does not replace its pods by itself, because of " + why + ": change that, or replace the pods by hand")
		}
	}
	for _, item := range m.stuck {
		m.add(item.String() + " matches, but never replaces its pods: delete it and apply it again when the ConfigMap changes, or give it a new name then, as the option onChange=Rename does for jobs that Latchkey makes")
	}
}

func (m *match) add(warning string) {
	m.Warnings = append(m.Warnings, field.Invalid(podSelectorPath, field.OmitValueType{}, warning))
}

// checkAnnotations refuses templates with annotations that are not a map, because the stamp would overwrite them.
func (m *match) checkAnnotations() {
	for _, item := range m.rolling {
		value := item.At(annotationsPath...)
		if _, fits := value.(map[string]any); !fits && value != nil {
			m.Errors = append(m.Errors, field.Invalid(podSelectorPath, field.OmitValueType{}, item.String()+" matches, and its "+
				strings.Join(annotationsPath, ".")+" is not a map: write one there, as in \"{key: value}\", or leave it out"))
		}
	}
}

// nothingRolls returns the error of a monitor if it selects no workload that replaces its pods when the template changes.
func (m *match) nothingRolls() *field.Error {
	const none = "no Deployment, StatefulSet or DaemonSet in the namespace of the monitor has pods with these labels: "
	var detail string
	switch {
	case len(m.elsewhere) > 0:
		other := m.elsewhere[0]
		detail = other.String() + " has pods with these labels, but is in " + place(other.Namespace) + " and the monitor in " + place(m.monitor.Namespace) + ": give both the same namespace"
	case len(m.stuck) > 0:
		detail = none + "the workloads that match never replace their pods, so leave the monitor out"
	default:
		detail = none + "write labels that one of these has in spec.template.metadata, and give it the namespace of the monitor"
	}
	return field.Invalid(podSelectorPath, field.OmitValueType{}, detail)
}
