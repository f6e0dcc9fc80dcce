package apis

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const endPath = `it has no fields: end the path before it, or write a key that has dots as ["a.b"]`

// Set writes a value into a field of an object. path leads to the field: spec.size, spec.containers[0].image, or
// spec.pod.nodeSelector["kubernetes.io/arch"]. The value gets the type of the field, so "4" is a number in one field and
// text in another. object is a pointer to a struct. The error says what is wrong with the path or the value, and what to
// do. It is Forbidden if the object has no such field. The object may have changed even then.
func Set(object any, path, value string) *field.Error {
	steps, ok := stepsOf(path)
	if !ok {
		return field.Forbidden(nil, `this is no path of a field: write it as in spec.size, spec.containers[0].image or spec.pod.nodeSelector["kubernetes.io/arch"]`)
	}
	target := reflect.ValueOf(object).Elem()
	d := decoder{root: target.Type()}
	d.set(target, steps, value)
	if len(d.problems) == 0 {
		return nil
	}
	return d.problems[0]
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

// set writes a value into the field to which the steps lead.
func (d *decoder) set(into reflect.Value, steps []string, value string) {
	if len(steps) == 0 {
		d.fill(into, value)
		return
	}
	for into.Kind() == reflect.Pointer && !isCustom(into.Type()) {
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		into = into.Elem()
	}
	name, rest := steps[0], steps[1:]
	switch kind := into.Kind(); {
	case isCustom(into.Type()):
		d.report(field.ErrorTypeForbidden, name, endPath)
	case kind == reflect.Struct:
		d.path = append(d.path, part{name: name, kind: inStruct})
		known := fieldsOf(into.Type())
		if at, ok := known.index[name]; !ok || d.ignores(into.Type(), name) {
			d.add(d.unknownField(name, known))
		} else {
			d.set(into.FieldByIndex(at), rest, value)
		}
	case kind == reflect.Map:
		d.path = append(d.path, part{name: name, kind: d.kindOfKeys(into.Type())})
		d.setEntry(into, rest, value)
	case kind == reflect.Slice:
		at, err := strconv.Atoi(name)
		d.path = append(d.path, part{index: at, kind: inList})
		if err != nil || at < 0 || at >= into.Len() {
			d.report(field.ErrorTypeForbidden, name, "the list has no such entry, and [0] is the first: use one that is there, or add it to the list")
		} else {
			d.set(into.Index(at), rest, value)
		}
	default:
		d.report(field.ErrorTypeForbidden, name, endPath)
	}
}

// setEntry writes a value into an entry of a mapping, whose key is the last part of the path so far.
func (d *decoder) setEntry(into reflect.Value, rest []string, value string) {
	key := reflect.ValueOf(d.path[len(d.path)-1].name).Convert(into.Type().Key())
	entry := reflect.New(into.Type().Elem()).Elem()
	if present := into.MapIndex(key); present.IsValid() {
		entry.Set(present)
	}
	if d.set(entry, rest, value); len(d.problems) > 0 {
		return
	}
	if into.IsNil() {
		into.Set(reflect.MakeMap(into.Type()))
	}
	into.SetMapIndex(key, entry)
}

// fill writes a value into a field, in the first form that the type of the field accepts.
func (d *decoder) fill(into reflect.Value, value string) {
	t := into.Type()
	for t.Kind() == reflect.Pointer && !isCustom(t) {
		t = t.Elem()
	}
	if !isCustom(t) && slices.Contains([]reflect.Kind{reflect.Map, reflect.Slice, reflect.Struct}, t.Kind()) {
		d.report(field.ErrorTypeForbidden, value, "it is a list or a mapping: lead the path to one of the values in it")
		return
	}
	var problems field.ErrorList
	for _, node := range formsOf(t, value) {
		trial, filled := decoder{root: d.root, path: d.path}, reflect.New(into.Type()).Elem()
		if trial.value(node, filled); len(trial.problems) == 0 {
			into.Set(filled)
			return
		}
		if problems == nil {
			problems = trial.problems
		}
	}
	d.problems = append(d.problems, problems...)
}

// formsOf returns the ways to write a value that a type may accept.
func formsOf(t reflect.Type, value string) []*yaml.Node {
	text := &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Style: yaml.DoubleQuotedStyle, Value: value}
	plain := &yaml.Node{Kind: yaml.ScalarNode, Value: value}
	switch tag := plain.ShortTag(); {
	case t.Kind() == reflect.String && !isCustom(t), tag == yaml.NodeTagNull: // nothing is no value
		return []*yaml.Node{text}
	case tag == yaml.NodeTagString && isCustom(t): // the word off is a boolean there
		return []*yaml.Node{text}
	case isCustom(t):
		return []*yaml.Node{plain, text}
	default:
		return []*yaml.Node{plain}
	}
}
