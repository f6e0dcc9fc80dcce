package apis

import (
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
	data := d.json(nil, node)
	if len(d.problems) > before {
		return
	}
	value := reflect.New(into.Type())
	if !isSafe(into.Type(), data) {
		d.wrongType(node, customRemedies[into.Type()])
		return
	}
	if err := json.Unmarshal(data, value.Interface()); err != nil {
		d.wrongType(node, remedyOf(into.Type(), err))
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

func remedyOf(t reflect.Type, err error) string {
	if remedy, ok := customRemedies[t]; ok {
		return remedy
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// json appends the JSON of a node, as sigs.k8s.io/yaml would write it.
func (d *decoder) json(data []byte, node *yaml.Node) []byte {
	node = follow(node)
	switch {
	case isNull(node) || d.refusesTag(node):
		return append(data, "null"...)
	case node.Kind == yaml.MappingNode:
		return d.jsonObject(data, node)
	case node.Kind == yaml.SequenceNode:
		return d.jsonArray(data, node)
	default:
		return d.jsonScalar(data, node)
	}
}

func (d *decoder) jsonObject(data []byte, node *yaml.Node) []byte {
	data = append(data, '{')
	for _, p := range d.entries(node) {
		if !d.open(p, inStruct) {
			continue
		}
		if data[len(data)-1] != '{' {
			data = append(data, ',')
		}
		data = d.json(append(appendJSON(data, p.key), ':'), p.value)
		d.pop()
	}
	return append(data, '}')
}

func (d *decoder) jsonArray(data []byte, node *yaml.Node) []byte {
	data = append(data, '[')
	for i, item := range node.Content {
		if i > 0 {
			data = append(data, ',')
		}
		d.push(part{index: i, kind: inList})
		data = d.json(data, item)
		d.pop()
	}
	return append(data, ']')
}

func (d *decoder) jsonScalar(data []byte, node *yaml.Node) []byte {
	switch tag := node.ShortTag(); {
	case isOldBool(node), tag == "!!bool":
		return appendJSON(data, isTrue(node.Value))
	case tag == "!!int", tag == "!!float":
		number, ok := numberOf(node)
		if !ok {
			d.wrongType(node, "use a number, for example 64")
		}
		return appendJSON(data, number)
	default:
		var text string
		d.text(node, reflect.ValueOf(&text).Elem())
		return appendJSON(data, text)
	}
}

// appendJSON appends a scalar, which always has a JSON form.
func appendJSON(data []byte, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		return append(data, "null"...)
	}
	return append(data, text...)
}
