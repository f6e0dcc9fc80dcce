package schema

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// The tags of YAML for which kyaml has no name.
const (
	timestampTag = "!!timestamp"
	mergeTag     = "!!merge"
)

// wrongTag says that a tag, or an alias, has no meaning, or is "".
func wrongTag(node *yaml.Node) string {
	tag := node.ShortTag()
	switch {
	case node.Kind == yaml.AliasNode:
		return "an alias has no meaning here: write out what it stands for"
	case node.Kind == yaml.MappingNode && tag == yaml.NodeTagMap, node.Kind == yaml.SequenceNode && tag == yaml.NodeTagSeq:
		return ""
	case node.Kind == yaml.ScalarNode:
		switch tag {
		case yaml.NodeTagString, yaml.NodeTagInt, yaml.NodeTagFloat, yaml.NodeTagBool, yaml.NodeTagNull, timestampTag, mergeTag:
			return ""
		}
	}
	return fmt.Sprintf("the tag %s has no meaning here: remove it", shorten(tag))
}

// isString tells whether Kubernetes reads a scalar as a string. A date is read as it is written.
func isString(node *yaml.Node) bool {
	tag := node.ShortTag()
	return tag == yaml.NodeTagString && !isOldBool(node) || tag == timestampTag || tag == mergeTag
}

// isBool tells whether Kubernetes reads a scalar as a boolean, and isTrue whether as true.
func isBool(node *yaml.Node) bool { return node.ShortTag() == yaml.NodeTagBool || isOldBool(node) }

func isTrue(node *yaml.Node) bool {
	return strings.Contains(" true yes on y ", " "+strings.ToLower(node.Value)+" ")
}

// isOldBool tells whether a node is a boolean for YAML 1.1 alone. Without quotes, Kubernetes reads such words as
// booleans (sigs.k8s.io/yaml). YAML 1.2 and our parser read them as strings.
func isOldBool(node *yaml.Node) bool {
	if node.Kind != yaml.ScalarNode || node.Style != 0 || len(node.Value) > 3 || node.ShortTag() != yaml.NodeTagString {
		return false
	}
	switch node.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return true
	}
	return false
}

// isNumber tells whether a scalar is a number.
func isNumber(node *yaml.Node) bool {
	return node.ShortTag() == yaml.NodeTagInt || node.ShortTag() == yaml.NodeTagFloat
}

// numberOf returns the value of a finite number as int64, uint64 or float64, whichever holds it first.
func numberOf(node *yaml.Node) (number any, ok bool) {
	plain := strings.ReplaceAll(node.Value, "_", "")
	if node.ShortTag() == yaml.NodeTagInt {
		if whole, err := strconv.ParseInt(plain, 0, 64); err == nil {
			return whole, true
		}
		whole, err := strconv.ParseUint(plain, 0, 64)
		return whole, err == nil
	}
	fraction, err := strconv.ParseFloat(plain, 64)
	return fraction, err == nil && !math.IsInf(fraction, 0) && !math.IsNaN(fraction)
}

// isWhole tells whether a number is written as an integer. The parser reads an integer that is too large for it as a fraction.
func isWhole(node *yaml.Node) bool {
	digits := strings.TrimLeft(node.Value, "+-")
	isLong := node.ShortTag() == yaml.NodeTagFloat && len(digits) > 18 && strings.Trim(digits, "0123456789_") == ""
	_, ok := numberOf(node)
	return isLong || node.ShortTag() == yaml.NodeTagInt && (ok || strings.Trim(digits, "0123456789_") == "")
}

// isUsualNumber tells whether a number has the form in which it is printed.
func isUsualNumber(text string) bool {
	number, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(number, 10) == text
}

// isCheap refuses quantities with which apimachinery computes without end.
func isCheap(quantity string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(quantity), "e")
	return len(quantity) <= 64 && len(strings.TrimLeft(strings.Trim(exponent, "+-"), "0")) <= 3
}

// unreadable says which character of a string no argument can hold or a server-side apply refuses, or is "". kubectl and others
// send it JSON, in which U+0000 to U+001F are escaped and the others are not. A server reads JSON as YAML, see go.yaml.in/yaml/v2,
// readerc.go, yaml_parser_update_buffer.
func unreadable(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool {
		return r == 0 || r >= 0x7f && r <= 0x9f && r != 0x85 || r == 0xfffe || r == 0xffff
	})
	if at < 0 {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return fmt.Sprintf("it contains the character %U, which a server-side apply refuses: remove the character", r)
}

// kindOf describes a node for the beginning of a message.
func kindOf(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "this is a map"
	case yaml.SequenceNode:
		return "this is a list"
	}
	value := shorten(node.Value)
	switch {
	case isOldBool(node):
		return value + " is a boolean to many YAML parsers"
	case isNumber(node):
		return value + " is a number"
	case isBool(node):
		return value + " is a boolean"
	default:
		return fmt.Sprintf("%q is a string", value)
	}
}

// shorten cuts a string that is too long for a message.
func shorten(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// inPath returns a name as a path shows it: short, and in quotes if a terminal would not show all of it.
func inPath(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(shorten(name))
	}
	return shorten(name)
}

// isNull tells whether a node is null.
func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == yaml.NodeTagNull
}

// entry is one entry of a map.
type entry struct {
	key   string
	value *yaml.Node
	// problem is what is wrong with the key, or nil.
	problem *field.Error
}

// entries returns the entries of a map in their order.
func entries(object *yaml.Node) []entry {
	all := make([]entry, 0, len(object.Content)/2)
	times := map[string]int{} // how often each key is given
	for i := 0; i < len(object.Content); i += 2 {
		key, wrong := keyOf(object.Content[i])
		e := entry{key: key, value: object.Content[i+1]}
		if wrong == "" {
			times[key]++
		}
		switch {
		case wrong != "":
			e.problem = &field.Error{Type: field.ErrorTypeTypeInvalid, BadValue: key, Detail: wrong}
		case times[key] == 2:
			e.problem = &field.Error{Type: field.ErrorTypeDuplicate, BadValue: key, Detail: "this key is given twice: keep one of the two"}
		case times[key] > 2:
			continue // one finding for a key is enough, however often the key is repeated
		}
		all = append(all, e)
	}
	return all
}

// keyOf returns a key as a string, and what is wrong with the key, or "". Keys of JSON are strings. A plain
// number or boolean in its usual form can mean only one string, so it is read as that string.
func keyOf(node *yaml.Node) (text, wrong string) {
	if node.Kind != yaml.ScalarNode {
		return "?", "a key is not a string: write it as one word"
	}
	text = node.Value
	switch tag := node.ShortTag(); {
	case tag == yaml.NodeTagString && !isOldBool(node), tag == timestampTag,
		tag == yaml.NodeTagInt && isUsualNumber(text), tag == yaml.NodeTagBool && (text == "true" || text == "false"):
		return text, unreadable(text)
	case wrongTag(node) != "":
		return text, wrongTag(node)
	}
	return text, "the key is not a string: write it in quotes: " + strconv.Quote(shorten(text))
}
