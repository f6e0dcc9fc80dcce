package schema

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Check returns all problems of a YAML value, in the order of the file. The detail of each problem is a whole message: what
// is wrong, and what to do. The node is not changed. It is not a document node, and has no aliases and merge keys: whoever reads YAML
// writes out what they stand for.
//
// Check accepts what an API server accepts from "kubectl apply" with strict field validation, with these exceptions.
// It refuses a key given twice, of which kubectl sends the last; an integer written as 1.0 or 1e3; a key of a map
// that is a number in an unusual form; a string that a server-side apply refuses; tags that are not YAML's own scalars; null in a
// list. Outside lists, null means absent. Rules in CEL are left to the server.
func Check(node *yaml.Node, s *Schema) field.ErrorList {
	c := checker{root: s}
	c.value(node, s, nil)
	return c.problems
}

// checker walks through a document and a schema together.
type checker struct {
	root     *Schema
	problems field.ErrorList
}

// useMap is the remedy for a value that should be a map.
const useMap = "use a map, with one indented \"key: value\" on each line"

// value checks a value that may be null, which means absent.
func (c *checker) value(node *yaml.Node, s *Schema, at *field.Path) {
	if s == ignored || isNull(node) {
		return
	}
	if wrong := wrongTag(node); wrong != "" {
		c.report(field.ErrorTypeForbidden, at, "", wrong)
		return
	}
	before := len(c.problems)
	switch {
	case s.IntOrString:
		c.intOrString(node, s, at)
	case s.Type == "object":
		c.object(node, s, at)
	case s.Type == "array":
		c.list(node, s, at)
	case s.Type == "string":
		c.string(node, s, at)
	case s.Type == "boolean" && (node.Value == "true" || node.Value == "false") && isString(node):
		c.wrongType(node, at, "write it without quotes: "+node.Value)
	case s.Type == "boolean" && (node.Kind != yaml.ScalarNode || !isBool(node)):
		c.wrongType(node, at, "use true or false")
	case s.Type == "integer":
		c.integer(node, s, at)
	case s.Type == "number":
		c.number(node, at)
	case s.Type == "":
		c.anything(node, at)
	}
	if len(c.problems) == before && node.Kind == yaml.ScalarNode {
		c.bounds(node, s, at)
	}
}

// object checks a map with known fields, with free keys, or with both.
func (c *checker) object(node *yaml.Node, s *Schema, at *field.Path) {
	if node.Kind != yaml.MappingNode {
		c.wrongType(node, at, useMap)
		return
	}
	present := map[string]bool{}
	for _, e := range entries(node) {
		member, known := s.Properties[e.key]
		below := at.Child(inPath(e.key))
		if !known && s.AdditionalProperties != nil {
			member, known, below = s.AdditionalProperties, true, at.Key(inPath(e.key))
		}
		present[e.key] = present[e.key] || !isNull(e.value)
		switch {
		case e.problem != nil:
			e.problem.Field = below.String()
			c.add(e.problem)
		case known:
			c.value(e.value, member, below)
		case s.Free:
			c.anything(e.value, below)
		case !c.isFull():
			problem := c.unknownField(e.key, s, below)
			c.add(problem)
			_, meant := findings.ValueOf(problem)
			for _, name := range meant { // it is there, if misspelt
				present[name] = true
			}
		}
	}
	for _, name := range s.Required {
		if !present[name] {
			c.report(field.ErrorTypeRequired, at.Child(name), "", "a value is missing: write one"+s.Properties[name].meaning())
		}
	}
}

// list checks a sequence. It refuses null items.
func (c *checker) list(node *yaml.Node, s *Schema, at *field.Path) {
	if node.Kind != yaml.SequenceNode {
		c.wrongType(node, at, "use a list, with a dash before each item")
		return
	}
	before, seen := len(c.problems), map[string]bool{}
	for i, item := range node.Content {
		if isNull(item) {
			c.report(field.ErrorTypeRequired, at.Index(i), nil, "the item is empty: write a value, or leave the item out")
		}
		c.value(item, s.Items, at.Index(i))
		if len(c.problems) > before || s.ListType != "map" && s.ListType != "set" {
			continue
		}
		key := s.keyOf(item)
		if seen[key] {
			c.report(field.ErrorTypeDuplicate, at.Index(i), field.OmitValueType{}, s.twice())
		}
		seen[key] = true
	}
	switch count := int64(len(node.Content)); {
	case s.MinItems != nil && count < *s.MinItems:
		c.report(field.ErrorTypeInvalid, at, count, fmt.Sprintf("there are %d items: write %d or more", count, *s.MinItems))
	case s.MaxItems != nil && count > *s.MaxItems:
		c.report(field.ErrorTypeInvalid, at, count, fmt.Sprintf("there are %d items: write %d or fewer", count, *s.MaxItems))
	}
}

// twice says that two items of a list are the same.
func (s *Schema) twice() string {
	if s.ListType == "set" {
		return "this item is given twice: keep one of the two"
	}
	return fmt.Sprintf("another item has the same %s: change one of the two items, or leave one out", strings.Join(s.ListKeys, " and "))
}

// keyOf returns what tells an item of a list from the others.
func (s *Schema) keyOf(item *yaml.Node) string {
	if s.ListType == "set" {
		return string(appendJSON(nil, item, s.Items))
	}
	var key []byte
	for _, e := range entries(item) {
		if slices.Contains(s.ListKeys, e.key) {
			key = appendJSON(append(key, e.key...), e.value, nil)
		}
	}
	return string(key)
}

// string accepts strings and dates as they are written. A number or boolean is an error, as for an API server, and so is a character
// that a server refuses.
func (c *checker) string(node *yaml.Node, s *Schema, at *field.Path) {
	switch {
	case node.Kind != yaml.ScalarNode:
		c.wrongType(node, at, "use a string")
	case !isString(node) && len(s.Enum) > 0 && !slices.Contains(s.Enum, any(node.Value)): // quotes do not help
		c.wrongType(node, at, suggest.OneOf(s.Words()))
	case !isString(node):
		c.wrongType(node, at, "write it in quotes: "+strconv.Quote(shorten(node.Value)))
	case unreadable(node.Value) != "":
		c.report(field.ErrorTypeInvalid, at, field.OmitValueType{}, unreadable(node.Value))
	}
}

// integer accepts integers in all forms of YAML, if they fit the field.
func (c *checker) integer(node *yaml.Node, s *Schema, at *field.Path) {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if s.Format == "int32" {
		low, high = math.MinInt32, math.MaxInt32
	}
	isScalar := node.Kind == yaml.ScalarNode
	switch {
	case isScalar && node.ShortTag() == yaml.NodeTagString && isUsualNumber(node.Value):
		c.wrongType(node, at, "write it without quotes: "+node.Value)
	case !isScalar || !isWhole(node):
		c.wrongType(node, at, "use an integer, for example 64")
	default:
		value, _ := numberOf(node)
		if number, fits := value.(int64); !fits || number < low || number > high {
			c.report(field.ErrorTypeInvalid, at, shorten(node.Value), fmt.Sprintf("%s is out of range: use an integer from %d to %d", shorten(node.Value), low, high))
		}
	}
}

// number accepts numbers that JSON can hold.
func (c *checker) number(node *yaml.Node, at *field.Path) {
	_, ok := numberOf(node)
	if node.Kind != yaml.ScalarNode || !isNumber(node) || !ok {
		c.wrongType(node, at, "use a number, for example 0.5")
	}
}

// intOrString accepts strings and integers of 64 bits. A number with a fraction would lose digits: 1.10 would become 1.1.
func (c *checker) intOrString(node *yaml.Node, s *Schema, at *field.Path) {
	switch {
	case node.Kind != yaml.ScalarNode && s.Pattern != "":
		c.wrongType(node, at, useQuantity)
	case node.Kind != yaml.ScalarNode:
		c.wrongType(node, at, "use a single value: a string or an integer")
	case isString(node):
		c.string(node, s, at)
	case isBool(node), !isWhole(node):
		c.wrongType(node, at, "write it in quotes: "+strconv.Quote(shorten(node.Value)))
	default:
		c.integer(node, s, at)
	}
}

// anything checks a value that may have any type.
func (c *checker) anything(node *yaml.Node, at *field.Path) {
	if isNull(node) {
		return
	}
	wrong := wrongTag(node)
	switch {
	case wrong != "":
		c.report(field.ErrorTypeForbidden, at, "", wrong)
	case node.Kind == yaml.MappingNode:
		c.object(node, &Schema{Type: "object", Free: true}, at)
	case node.Kind == yaml.SequenceNode:
		for i, item := range node.Content {
			c.anything(item, at.Index(i))
		}
	case isNumber(node):
		c.number(node, at)
	case isString(node):
		c.string(node, &Schema{}, at)
	}
}

const useQuantity = `use a quantity, for example "500m" or "2Gi"`

// bounds checks a value of the right type.
func (c *checker) bounds(node *yaml.Node, s *Schema, at *field.Path) {
	value := node.Value
	if s.Type == "integer" {
		whole, _ := numberOf(node)
		number := whole.(int64)
		value = strconv.FormatInt(number, 10)
		switch {
		case s.Minimum != nil && number < *s.Minimum:
			c.report(field.ErrorTypeInvalid, at, number, fmt.Sprintf("%d is too small: use %s%s", number, s.rangeInWords(), s.meaning()))
		case s.Maximum != nil && number > *s.Maximum:
			c.report(field.ErrorTypeInvalid, at, number, fmt.Sprintf("%d is too large: use %s%s", number, s.rangeInWords(), s.meaning()))
		}
	}
	isAllowed := len(s.Enum) == 0 || slices.ContainsFunc(s.Enum, func(word any) bool { return fmt.Sprint(word) == value })
	length := int64(utf8.RuneCountInString(value))
	switch {
	case !isAllowed:
		c.add(findings.NotOneOf(at, value, s.Words()))
	case s.Pattern != "" && s.IntOrString && (!matches(s.Pattern, value) || !isCheap(value)):
		c.wrongType(node, at, useQuantity)
	case s.Pattern != "" && !matches(s.Pattern, value):
		c.report(field.ErrorTypeInvalid, at, value, fmt.Sprintf("%q has a form that is not allowed here: use a value that matches %s%s", shorten(value), s.Pattern, s.meaning()))
	case s.MinLength != nil && length < *s.MinLength:
		c.report(field.ErrorTypeInvalid, at, value, fmt.Sprintf("%q is too short: use %d characters or more%s", value, *s.MinLength, s.meaning()))
	case s.MaxLength != nil && length > *s.MaxLength:
		c.report(field.ErrorTypeInvalid, at, shorten(value), fmt.Sprintf("it has %d characters: use at most %d%s", length, *s.MaxLength, s.meaning()))
	}
}

// Words returns the allowed words. An empty string may be allowed too, which means the same as none.
func (s *Schema) Words() (words []string) {
	for _, word := range s.Enum {
		if word != "" {
			words = append(words, fmt.Sprint(word))
		}
	}
	return words
}

// rangeInWords says which numbers are allowed.
func (s *Schema) rangeInWords() string {
	switch {
	case s.Maximum == nil:
		return fmt.Sprintf("%d or more", *s.Minimum)
	case s.Minimum == nil:
		return fmt.Sprintf("%d or less", *s.Maximum)
	default:
		return fmt.Sprintf("a number from %d to %d", *s.Minimum, *s.Maximum)
	}
}

// patterns are the patterns of schemas, compiled.
var patterns sync.Map

// matches tells whether a string has the form of a pattern. An invalid pattern allows every string.
func matches(pattern, text string) bool {
	known, found := patterns.Load(pattern)
	if !found {
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return true
		}
		known, _ = patterns.LoadOrStore(pattern, compiled)
	}
	return known.(*regexp.Regexp).MatchString(text)
}

// report adds a problem. The detail is a whole message: what is wrong, and what to do.
func (c *checker) report(kind field.ErrorType, at *field.Path, value any, detail string) {
	c.add(&field.Error{Type: kind, Field: pathOf(at), BadValue: value, Detail: detail})
}

// pathOf returns a path as messages show it: spec.containers[0].image, or "" for the document.
func pathOf(at *field.Path) string {
	if at == nil {
		return ""
	}
	return at.String()
}

// isFull tells whether there are as many problems as are kept of one document, and one more, which says that there are more.
func (c *checker) isFull() bool { return len(c.problems) > findings.Most }

// add adds a problem.
func (c *checker) add(problem *field.Error) {
	if c.isFull() {
		return
	}
	if len(c.problems) == findings.Most {
		problem.Detail = "there are more problems than can be shown: repair these first"
	}
	c.problems = append(c.problems, problem)
}

// wrongType reports a value of the wrong type.
func (c *checker) wrongType(node *yaml.Node, at *field.Path, remedy string) {
	var value any = field.OmitValueType{}
	if node.Kind == yaml.ScalarNode {
		value = shorten(node.Value)
	}
	c.report(field.ErrorTypeTypeInvalid, at, value, kindOf(node)+": "+remedy)
}
