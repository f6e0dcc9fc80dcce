package apis

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

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

func (d *decoder) push(s part) { d.path = append(d.path, s) }

func (d *decoder) pop() { d.path = d.path[:len(d.path)-1] }

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

// maxProblems bounds the problems of one document. One more problem says that there are more.
const maxProblems = 1000

func (d *decoder) isFull() bool { return len(d.problems) > maxProblems }

// add adds a problem at the present place.
func (d *decoder) add(problem *field.Error) {
	if d.isFull() {
		return
	}
	if len(d.problems) == maxProblems {
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
