package apis

import (
	"encoding/json"
	"reflect"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

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
