package generators_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// TestSlipsOfFields misspells the name of every field of every version of every kind, and wants the right name in the
// message.
func TestSlipsOfFields(t *testing.T) {
	t.Parallel()
	objects := map[string]func() any{"Latchkey": func() any { return new(latchkey.Latchkey) }}
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			objects[kind.Group+"/"+version.Name+" "+kind.Name] = func() any { return version.New() }
		}
	}
	for name, empty := range objects {
		tried := 0
		eachStruct(reflect.TypeOf(empty()), func(inner any) document { return inner.(document) }, nil, func(names []string, within wrap) {
			for _, meant := range names {
				for _, slip := range apitest.Slips(meant) {
					if slices.Contains(names, slip) {
						continue
					}
					tried++
					detail := unknownField(t, empty(), within(document{slip: "x"}), slip)
					if !strings.Contains(detail, strconv.Quote(meant)) {
						t.Errorf("%s: %q for %q: %s", name, slip, meant, detail)
					}
				}
			}
		})
		if tried < 50 {
			t.Errorf("%s: %d slips were tried", name, tried)
		}
	}
}

// A document is a mapping in YAML. A wrap puts a value at its place in a document.
type (
	document = map[string]any
	wrap     func(any) document
)

// eachStruct visits every struct below a type, with the names of its fields and its place.
func eachStruct(t reflect.Type, place wrap, within []reflect.Type, visit func(names []string, within wrap)) {
	switch {
	case slices.Contains(within, t) || readsItself(t):
		return
	case t.Kind() == reflect.Pointer:
		eachStruct(t.Elem(), place, within, visit)
		return
	case t.Kind() == reflect.Slice:
		eachStruct(t.Elem(), func(inner any) document { return place([]any{inner}) }, within, visit)
		return
	case t.Kind() == reflect.Map:
		eachStruct(t.Elem(), func(inner any) document { return place(document{"x": inner}) }, within, visit)
		return
	case t.Kind() != reflect.Struct:
		return
	}
	members := fieldsOf(t)
	names := slices.Sorted(maps.Keys(members))
	visit(names, place)
	for _, name := range names {
		if len(within) > 0 || name != "status" {
			eachStruct(members[name], func(inner any) document { return place(document{name: inner}) }, append(slices.Clone(within), t), visit)
		}
	}
}

// readsItself tells whether a type has no fields in YAML, although it may have some in Go.
func readsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// fieldsOf returns the types of a struct's fields by their JSON names.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	found := map[string]reflect.Type{}
	for member := range t.Fields() {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		switch {
		case name == "-" || !member.IsExported():
		case name == "" && member.Anonymous:
			maps.Copy(found, fieldsOf(member.Type))
		case t == reflect.TypeFor[metav1.ObjectMeta]() && !slices.Contains([]string{"name", "namespace", "labels", "annotations"}, name):
			found[name] = reflect.TypeFor[string]() // nothing below this field is read
		case name != "":
			found[name] = member.Type
		}
	}
	return found
}

// unknownField decodes a document, and returns the message about a key.
func unknownField(t *testing.T, into any, content document, key string) string {
	t.Helper()
	text, err := yaml.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	node, err := kyaml.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return detailOf(apis.Decode(node.YNode(), into), key)
}

func detailOf(problems field.ErrorList, key string) string {
	for _, problem := range problems {
		if strings.HasSuffix(problem.Field, key) {
			return problem.Detail
		}
	}
	return fmt.Sprintf("nothing is said: %v", problems)
}

// TestSlipsOfMetrics misspells the name of every metric and addon, and of each of their options.
func TestSlipsOfMetrics(t *testing.T) {
	t.Parallel()
	for _, metric := range metrics.List() {
		for _, slip := range apitest.Slips(metric.Name) {
			checkNamed(t, v1alpha2.Metric{Name: slip}, "spec.metrics[0].name", metric.Name)
		}
		eachOption(metric.Options(), func(list, meant, slip string) {
			checkNamed(t, withOption(v1alpha2.Metric{Name: metric.Name}, list, slip), "spec.metrics[0]."+list+"."+slip, meant)
		})
	}
	for _, addon := range addons.List() {
		for _, slip := range apitest.Slips(addon.Name) {
			checkNamed(t, withAddon(v1alpha2.Addon{Name: slip}), "spec.metrics[0].addons[0].name", addon.Name)
		}
		eachOption(addon.Options(), func(list, meant, slip string) {
			written := withOption(v1alpha2.Metric{}, list, slip)
			checkNamed(t, withAddon(v1alpha2.Addon{
				Name: addon.Name, Options: written.Options, ListOptions: written.ListOptions, MapOptions: written.MapOptions,
			}), "spec.metrics[0].addons[0]."+list+"."+slip, meant)
		})
	}
}

// eachOption misspells the name of every option of a struct.
func eachOption(pointer any, visit func(list, meant, slip string)) {
	described := options.Describe(pointer)
	known := map[string]bool{}
	for _, option := range described {
		known[option.Name] = true
		for _, alias := range option.Aliases {
			known[alias] = true
		}
	}
	for _, option := range described {
		for _, slip := range apitest.Slips(option.Name) {
			if !known[slip] {
				visit(option.List, option.Name, slip)
			}
		}
	}
}

func withOption(metric v1alpha2.Metric, list, name string) v1alpha2.Metric {
	switch list {
	case "options":
		metric.Options = map[string]v1alpha2.OptionValue{name: "1"}
	case "listOptions":
		metric.ListOptions = map[string][]v1alpha2.OptionValue{name: {"1"}}
	default:
		metric.MapOptions = map[string]map[string]v1alpha2.OptionValue{name: {"a": "1"}}
	}
	return metric
}

func withAddon(addon v1alpha2.Addon) v1alpha2.Metric {
	return v1alpha2.Metric{Name: "perf-sysstat", Addons: []v1alpha2.Addon{addon}}
}

// checkNamed expands a MetricSet with one metric, and wants a message with the intended name at a place.
func checkNamed(t *testing.T, metric v1alpha2.Metric, place, meant string) {
	t.Helper()
	set := &v1alpha2.MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Spec: v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{metric}}}
	_, errs, _ := generators.Expand(set, latchkey.Options{})
	if detail := detailOf(errs, place); !strings.Contains(detail, strconv.Quote(meant)) {
		t.Errorf("%s, %s for %q: %s", metric.Name, place, meant, detail)
	}
}
