package apis

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// Decode fills the Go value that into points to from one YAML document. It returns all problems in the order of the
// document: unknown fields, keys given twice, wrong types and numbers out of range. Correct values are filled in even
// if there are problems. The node is not changed.
//
// Decode accepts what an API server accepts from "kubectl apply" with strict field validation, with these exceptions.
// It refuses a key given twice, of which kubectl sends the last; a whole number written as 1.0 or 1e3; a key of a mapping
// that is a number in an unusual form; text that a server-side apply refuses; tags that are not YAML's own scalars; null in a
// list; documents that are too deep, or whose aliases stand for too much. Outside lists, null means absent. If a mapping has a
// field itself and by a merge key, its own value wins, as the YAML merge rule says. Decode ignores the field status of an
// object, and metadata that only a server sets.
//
// The detail of each problem is a whole message: what is wrong, and what to do.
func Decode(node *yaml.Node, into any) field.ErrorList {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return field.ErrorList{field.InternalError(nil, errors.New("decode: the target is no pointer"))}
	}
	if wrong := excess(node, 0, false, new(int)); wrong != "" {
		return field.ErrorList{{Type: field.ErrorTypeForbidden, BadValue: "", Detail: wrong}}
	}
	d := decoder{root: target.Type().Elem()}
	d.value(node, target.Elem())
	return d.problems
}

// decoder walks through one document and one Go type together.
type decoder struct {
	root     reflect.Type
	path     []part
	problems field.ErrorList
}

// value decodes a node of any kind into a settable value of any type. Null leaves the value as it is.
func (d *decoder) value(node *yaml.Node, into reflect.Value) {
	node = follow(node)
	if isNull(node) || d.refusesTag(node) {
		return
	}
	for !isCustom(into.Type()) && into.Kind() == reflect.Pointer {
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		into = into.Elem()
	}
	if isCustom(into.Type()) {
		d.custom(node, into)
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		d.structure(node, into)
	case reflect.Map:
		d.mapping(node, into)
	case reflect.Slice:
		d.list(node, into)
	case reflect.String:
		d.text(node, into)
	case reflect.Bool:
		d.boolean(node, into)
	case reflect.Float32, reflect.Float64:
		d.float(node, into)
	default:
		d.integer(node, into)
	}
}

// list decodes a sequence. It refuses null items.
func (d *decoder) list(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.SequenceNode {
		d.wrongType(node, "use a list, with a dash before each item")
		return
	}
	list := reflect.MakeSlice(into.Type(), len(node.Content), len(node.Content))
	for i, item := range node.Content {
		d.at(part{index: i, kind: inList}, func() {
			if isNull(follow(item)) {
				d.report(field.ErrorTypeRequired, nil, "the item is empty: write a value, or leave the item out")
			}
			d.value(item, list.Index(i))
		})
	}
	into.Set(list)
}

const (
	// maxDepth bounds nesting. The deepest field of the known types is at about 12 levels.
	maxDepth = 64
	// maxCopies bounds the nodes that are read through aliases, because few bytes can stand for billions of nodes.
	maxCopies = 200_000
)

// excess says what a document has too much of, or is "". It counts in copies the nodes that are read through aliases.
func excess(node *yaml.Node, depth int, isCopy bool, copies *int) string {
	if node == nil {
		return ""
	}
	if isCopy {
		*copies++
	}
	switch {
	case depth > maxDepth:
		return "the document is nested too deeply, or an anchor contains itself: write it with less nesting"
	case *copies > maxCopies:
		return "the aliases and merge keys stand for too much: write the values out"
	case node.Kind == yaml.AliasNode:
		return excess(node.Alias, depth+1, true, copies)
	}
	for _, inner := range node.Content {
		if wrong := excess(inner, depth+1, isCopy, copies); wrong != "" {
			return wrong
		}
	}
	return ""
}

// follow returns the node that a document or an alias stands for.
func follow(node *yaml.Node) *yaml.Node {
	for range maxDepth {
		switch {
		case node == nil || node.Kind == 0:
			return nil
		case node.Kind == yaml.AliasNode:
			node = node.Alias
		case node.Kind == yaml.DocumentNode && len(node.Content) == 0:
			return nil
		case node.Kind == yaml.DocumentNode:
			node = node.Content[0]
		default:
			return node
		}
	}
	return nil
}

// isNull tells whether a node is null or missing.
func isNull(node *yaml.Node) bool {
	return node == nil || (node.Kind == yaml.ScalarNode && node.ShortTag() == "!!null")
}

// part is one part of a field path.
type part struct {
	name  string
	index int
	kind  partKind
}

type partKind int

const (
	inStruct partKind = iota // .name
	inMap                    // [name]
	inNamed                  // .name, of a mapping of values that go by name
	inList                   // [0]
)

// at calls decode with the path of a value below the present one.
func (d *decoder) at(below part, decode func()) {
	d.path = append(d.path, below)
	decode()
	d.path = d.path[:len(d.path)-1]
}

// place returns the path as messages show it: spec.containers[0].image.
func (d *decoder) place() string {
	var text strings.Builder
	for _, s := range d.path {
		switch {
		case s.kind == inList:
			text.WriteString("[" + strconv.Itoa(s.index) + "]")
		case s.kind == inMap:
			text.WriteString("[" + inPath(s.name) + "]")
		case text.Len() > 0:
			text.WriteString("." + inPath(s.name))
		default:
			text.WriteString(inPath(s.name))
		}
	}
	return text.String()
}

// report adds a problem at the present place. The detail is a whole message: what is wrong, and what to do.
func (d *decoder) report(kind field.ErrorType, value any, detail string) {
	d.add(&field.Error{Type: kind, BadValue: value, Detail: detail})
}

// isFull tells whether there are as many problems as are kept of one document, and one more, which says that there are more.
func (d *decoder) isFull() bool { return len(d.problems) > findings.Most }

// add adds a problem at the present place.
func (d *decoder) add(problem *field.Error) {
	if d.isFull() {
		return
	}
	if len(d.problems) == findings.Most {
		problem.Detail = "there are more problems than can be shown: repair the others first"
	}
	problem.Field = d.place()
	d.problems = append(d.problems, problem)
}

// wrongType reports a value of the wrong type.
func (d *decoder) wrongType(node *yaml.Node, remedy string) {
	var value any = field.OmitValueType{}
	if node.Kind == yaml.ScalarNode {
		value = shorten(node.Value)
	}
	detail := kindOf(node) + ": " + remedy
	if isTemplate(node) {
		detail = "this is a template and no YAML yet: render it first, for example with helm template"
	}
	d.report(field.ErrorTypeTypeInvalid, value, detail)
}

// shorten cuts a text that is too long for a message.
func shorten(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// inPath returns a name as a path shows it: short, and in quotes if a terminal would not show all of it.
func inPath(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(shorten(name))
	}
	return shorten(name)
}
