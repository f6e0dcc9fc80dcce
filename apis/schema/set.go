package schema

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const endPath = `it has no fields: end the path before it, or write a key that has dots as ["a.b"]`

// Set writes a value into a field of an object. path leads to the field: spec.size, spec.containers[0].image, or
// spec.pod.nodeSelector["kubernetes.io/arch"]. The value gets the type of the field, so "4" is a number in one field and
// a string in another. object is a pointer to a struct that the schema describes. The error says what is wrong with the path or the
// value, and what to do. It is Forbidden if the object has no such field. With an error the object does not change.
func Set(object any, s *Schema, path, value string) *field.Error {
	steps, ok := stepsOf(path)
	if !ok {
		return field.Forbidden(nil, `this is not the path of a field: write it as in spec.size, spec.containers[0].image or spec.pod.nodeSelector["kubernetes.io/arch"]`)
	}
	var content any
	data, err := json.Marshal(object)
	if err == nil {
		err = json.Unmarshal(data, &content)
	}
	c := checker{root: s}
	if err == nil {
		content = c.set(content, s, nil, steps, value)
	}
	if len(c.problems) > 0 {
		return c.problems[0]
	}
	if err == nil {
		data, err = json.Marshal(content)
	}
	if err != nil {
		return field.InternalError(nil, err)
	}
	reflect.ValueOf(object).Elem().SetZero()
	if err := json.Unmarshal(data, object); err != nil {
		return field.InternalError(nil, err)
	}
	return nil
}

// step matches the first step of a path: a name behind a dot, a key in quotes, or an index or a plain key.
var step = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\.([^.\[]+)|\[("(?:[^"\\]|\\.)+")\]|\[([^\]"']+)\])`)
})

// stepsOf returns the names, keys and indexes of a path.
func stepsOf(path string) (steps []string, ok bool) {
	for path = "." + path; path != ""; {
		found := step().FindStringSubmatch(path)
		if found == nil {
			return nil, false
		}
		name := found[1] + found[3]
		if quoted := found[2]; quoted != "" {
			key, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, false
			}
			name = key
		}
		steps, path = append(steps, name), path[len(found[0]):]
	}
	return steps, true
}

// set returns the present value with another value in the field to which the steps lead.
func (c *checker) set(present any, s *Schema, at *field.Path, steps []string, value string) any {
	if len(steps) == 0 {
		return c.valueOf(value, s, at)
	}
	name, rest := steps[0], steps[1:]
	fields, _ := present.(map[string]any)
	if fields == nil {
		fields = map[string]any{}
	}
	switch {
	case s.Items != nil:
		items, _ := present.([]any)
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(items) {
			c.report(field.ErrorTypeForbidden, at.Index(i), name, "the list has no such entry, and [0] is the first: use one that is there, or add it to the list")
			return present
		}
		items[i] = c.set(items[i], s.Items, at.Index(i), rest, value)
		return items
	case s.AdditionalProperties != nil:
		fields[name] = c.set(fields[name], s.AdditionalProperties, at.Key(inPath(name)), rest, value)
		return fields
	case s.Properties == nil:
		c.report(field.ErrorTypeForbidden, at, name, endPath)
		return present
	}
	member := s.Properties[name]
	if member == nil || member == ignored {
		c.add(c.unknownField(name, s, at.Child(inPath(name))))
		return present
	}
	fields[name] = c.set(fields[name], member, at.Child(name), rest, value)
	return fields
}

// valueOf reads a string as a value of a field.
func (c *checker) valueOf(text string, s *Schema, at *field.Path) (value any) {
	if s.Properties != nil || s.AdditionalProperties != nil || s.Items != nil {
		c.report(field.ErrorTypeForbidden, at, text, "it is a list or a map: lead the path to one of the values in it")
		return nil
	}
	node := Scalar(text, s)
	if c.value(node, s, at); len(c.problems) == 0 {
		_ = json.Unmarshal(appendJSON(nil, node, s), &value) // a scalar has a JSON form
	}
	return value
}

// Scalar returns the node of a value in the form that the type of a field takes: 4 is a number in one field and a string in another. A
// number that begins with 0 is a string, because YAML would read 010 as 8.
func Scalar(text string, s *Schema) *yaml.Node {
	quoted := &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Style: yaml.DoubleQuotedStyle, Value: text}
	plain := &yaml.Node{Kind: yaml.ScalarNode, Value: text}
	digits := strings.TrimLeft(text, "+-")
	isOctal := len(digits) > 1 && digits[0] == '0' && plain.ShortTag() == yaml.NodeTagInt
	isOther := s.Type == "string" || isOctal || plain.ShortTag() == yaml.NodeTagNull || s.IntOrString && !isUsualNumber(text)
	if isOther {
		return quoted
	}
	return plain
}
