package apis

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// customRemedies are the corrections for types that read their own JSON.
var customRemedies = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  `use a quantity, for example "500m" or "2Gi"`,
	reflect.TypeFor[intstr.IntOrString](): "use a whole number or text, for example 2 or 50%",
	reflect.TypeFor[metav1.Time]():        "use a time, for example 2026-01-02T15:04:05Z",
	reflect.TypeFor[[]byte]():             "use text in base64",
}

// custom passes the JSON of a node to a type that reads its own JSON. What the type refuses has the value that the type
// leaves then.
func (d *decoder) custom(node *yaml.Node, into reflect.Value) {
	before := len(d.problems)
	data, err := json.Marshal(d.plain(node))
	if err != nil || len(d.problems) > before {
		return // it is reported
	}
	value, remedy := reflect.New(into.Type()), customRemedies[into.Type()]
	if !isSafe(into.Type(), data) {
		d.wrongType(node, remedy)
		return
	}
	if err := json.Unmarshal(data, value.Interface()); err != nil {
		d.wrongType(node, cmp.Or(remedy, strings.TrimPrefix(err.Error(), "json: ")))
	}
	into.Set(value.Elem())
}

// isSafe refuses quantities with a blank or without a digit. It also refuses exponents with which apimachinery computes
// without end.
func isSafe(t reflect.Type, data []byte) bool {
	if t != reflect.TypeFor[resource.Quantity]() {
		return true
	}
	if strings.ContainsFunc(string(data), unicode.IsSpace) || !strings.ContainsAny(string(data), "0123456789") {
		return false // apimachinery accepts it, but the definitions of the kinds do not
	}
	_, exponent, _ := strings.Cut(strings.ToLower(string(data)), "e")
	return len(data) <= 64 && len(strings.TrimLeft(strings.Trim(exponent, `"+-`), "0")) <= 3
}

// plain returns the value of a node as encoding/json knows it, with numbers and booleans as Kubernetes reads them.
func (d *decoder) plain(node *yaml.Node) any {
	node = follow(node)
	switch {
	case isNull(node) || d.refusesTag(node):
		return nil
	case node.Kind == yaml.MappingNode:
		object := map[string]any{}
		for _, e := range d.entries(node) {
			d.enter(e, inStruct, func() { object[e.key] = d.plain(e.value) })
		}
		return object
	case node.Kind == yaml.SequenceNode:
		list := make([]any, len(node.Content))
		for i, item := range node.Content {
			d.at(part{index: i, kind: inList}, func() { list[i] = d.plain(item) })
		}
		return list
	default:
		return d.plainScalar(node)
	}
}

func (d *decoder) plainScalar(node *yaml.Node) any {
	switch tag := node.ShortTag(); {
	case isOldBool(node), tag == "!!bool":
		return isTrue(node.Value)
	case tag == "!!int", tag == "!!float":
		number, ok := numberOf(node)
		if !ok {
			d.wrongType(node, "use a number, for example 64")
		}
		return number
	default:
		var text string
		d.text(node, reflect.ValueOf(&text).Elem())
		return text
	}
}
