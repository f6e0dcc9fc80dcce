package schema

import (
	"encoding/json"
	"strconv"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Fill reads a YAML document without problems into the Go value that into points to. The schema may be nil. What it ignores is
// left out.
func Fill(node *yaml.Node, s *Schema, into any) error {
	return json.Unmarshal(appendJSON(nil, node, s), into)
}

// appendJSON appends a value as JSON, with numbers and booleans as Kubernetes reads them, and without entries that are null.
func appendJSON(out []byte, node *yaml.Node, s *Schema) []byte {
	switch {
	case isNull(node):
		return append(out, "null"...)
	case node.Kind == yaml.MappingNode:
		return appendObject(out, node, s)
	case node.Kind == yaml.SequenceNode:
		out = append(out, '[')
		for i, item := range node.Content {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendJSON(out, item, s.item())
		}
		return append(out, ']')
	case isBool(node):
		return strconv.AppendBool(out, isTrue(node))
	case isNumber(node):
		switch number, _ := numberOf(node); number := number.(type) {
		case int64:
			return strconv.AppendInt(out, number, 10)
		case uint64:
			return strconv.AppendUint(out, number, 10)
		default:
			return strconv.AppendFloat(out, number.(float64), 'g', -1, 64)
		}
	}
	return appendString(out, node.Value)
}

func appendObject(out []byte, object *yaml.Node, s *Schema) []byte {
	out = append(out, '{')
	begin := len(out)
	for _, e := range entries(object) {
		member := s.member(e.key)
		if member == ignored || isNull(e.value) {
			continue
		}
		if len(out) > begin {
			out = append(out, ',')
		}
		out = append(appendString(out, e.key), ':')
		out = appendJSON(out, e.value, member)
	}
	return append(out, '}')
}

func appendString(out []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // a string has a JSON form
	return append(out, quoted...)
}

// member returns the schema of a field, or nil if nothing is known about it.
func (s *Schema) member(key string) *Schema {
	if s == nil {
		return nil
	}
	if member := s.Properties[key]; member != nil {
		return member
	}
	return s.AdditionalProperties
}

// item returns the schema of the items of a list, or nil if nothing is known about them.
func (s *Schema) item() *Schema {
	if s == nil {
		return nil
	}
	return s.Items
}
