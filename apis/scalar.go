package apis

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// text accepts text, also in base64 with the tag !!binary, and dates as they are written. A number or boolean is an error, as
// for an API server, and so is a character that a server refuses.
func (d *decoder) text(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.ScalarNode {
		d.wrongType(node, "use text")
		return
	}
	text := node.Value
	switch tag := node.ShortTag(); {
	case isOldBool(node):
		d.report(field.ErrorTypeTypeInvalid, text, fmt.Sprintf("%s is a boolean to many readers: write it in quotes: %q", text, text))
		return
	case tag == "!!binary":
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if err != nil || !utf8.Valid(data) {
			d.report(field.ErrorTypeInvalid, shorten(text), "the !!binary value is no text in base64: write the text itself")
			return
		}
		text = string(data)
	case tag != "!!str" && tag != "!!timestamp" && tag != "!!merge":
		d.wrongType(node, fmt.Sprintf("write it in quotes: %q", shorten(text)))
		return
	}
	if wrong := unreadable(text); wrong != "" {
		d.report(field.ErrorTypeInvalid, field.OmitValueType{}, wrong)
	}
	into.SetString(text)
}

// unreadable says which character of a text no argument can hold or a server-side apply refuses, or is "". kubectl and others send it JSON, in
// which U+0000 to U+001F are escaped and the others are not. A server reads JSON as YAML, see go.yaml.in/yaml/v2,
// readerc.go, yaml_parser_update_buffer.
func unreadable(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool {
		return r == 0 || r >= 0x7f && r <= 0x9f && r != 0x85 || r == 0xfffe || r == 0xffff
	})
	if at < 0 {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return fmt.Sprintf("the character %U is in it, which a server-side apply refuses: remove it", r)
}

// boolean accepts the words of YAML 1.1 as well, as the other tools of Kubernetes do.
func (d *decoder) boolean(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.ScalarNode || (node.ShortTag() != "!!bool" && !isOldBool(node)) {
		d.wrongType(node, "use true or false, without quotes")
		return
	}
	into.SetBool(isTrue(node.Value))
}

// isTrue tells whether a word of a boolean means true.
func isTrue(word string) bool {
	return strings.Contains(" true yes on y ", " "+strings.ToLower(word)+" ")
}

// integer accepts whole numbers in all forms of YAML, if they fit the field.
func (d *decoder) integer(node *yaml.Node, into reflect.Value) {
	number, err := strconv.ParseInt(strings.ReplaceAll(node.Value, "_", ""), 0, 64)
	tag, digits := node.ShortTag(), strings.TrimLeft(node.Value, "+-")
	// The parser reads a whole number that is too large for it as a fraction.
	isLong := tag == "!!float" && len(digits) > 18 && strings.Trim(digits, "0123456789_") == ""
	tooLarge := isLong || (tag == "!!int" && errors.Is(err, strconv.ErrRange))
	low, high := limits(into)
	switch {
	case node.Kind == yaml.ScalarNode && tag == "!!str" && isUsualNumber(node.Value):
		d.wrongType(node, "write it without quotes: "+node.Value)
	case node.Kind != yaml.ScalarNode || (!tooLarge && (err != nil || tag != "!!int")):
		d.wrongType(node, "use a whole number, for example 64")
	case tooLarge || number < low || number > high:
		d.report(field.ErrorTypeInvalid, shorten(node.Value),
			fmt.Sprintf("%s is out of range: use a whole number from %d to %d", shorten(node.Value), low, high))
	case into.CanUint():
		into.SetUint(uint64(number))
	default:
		into.SetInt(number)
	}
}

// limits returns the smallest and the largest number that both the field and int64 can hold.
func limits(into reflect.Value) (low, high int64) {
	bits := into.Type().Bits()
	switch {
	case into.CanInt():
		return -1 << (bits - 1), 1<<(bits-1) - 1
	case bits == 64:
		return 0, math.MaxInt64
	default:
		return 0, 1<<bits - 1
	}
}

// float accepts numbers that JSON can hold.
func (d *decoder) float(node *yaml.Node, into reflect.Value) {
	number, ok := numberOf(node)
	value := reflect.ValueOf(number)
	if !ok || into.OverflowFloat(value.Convert(reflect.TypeFor[float64]()).Float()) {
		d.wrongType(node, "use a number, for example 0.5")
		return
	}
	into.Set(value.Convert(into.Type()))
}

// numberOf returns the value of a finite number as int64, uint64 or float64, whichever holds it first.
func numberOf(node *yaml.Node) (number any, ok bool) {
	if node.Kind != yaml.ScalarNode || (node.ShortTag() != "!!int" && node.ShortTag() != "!!float") {
		return 0, false
	}
	plain := strings.ReplaceAll(node.Value, "_", "")
	if node.ShortTag() == "!!int" {
		if whole, err := strconv.ParseInt(plain, 0, 64); err == nil {
			return whole, true
		}
		whole, err := strconv.ParseUint(plain, 0, 64)
		return whole, err == nil
	}
	fraction, err := strconv.ParseFloat(plain, 64)
	return fraction, err == nil && !math.IsInf(fraction, 0) && !math.IsNaN(fraction)
}

// scalarTags are the known tags of scalars.
var scalarTags = []string{"!!str", "!!int", "!!bool", "!!float", "!!null", "!!timestamp", "!!binary", "!!merge"}

// refusesTag reports an unknown tag.
func (d *decoder) refusesTag(node *yaml.Node) bool {
	tag := node.ShortTag()
	known := slices.Contains(scalarTags, tag)
	switch node.Kind {
	case yaml.MappingNode:
		known = tag == "!!map"
	case yaml.SequenceNode:
		known = tag == "!!seq"
	}
	if !known {
		d.report(field.ErrorTypeForbidden, "", fmt.Sprintf("the tag %s has no meaning here: remove it", shorten(tag)))
	}
	return !known
}

// isOldBool tells whether a node is a boolean for YAML 1.1 alone. Without quotes, Kubernetes reads such words as
// booleans (sigs.k8s.io/yaml). YAML 1.2 and our parser read them as text.
func isOldBool(node *yaml.Node) bool {
	if node.Kind != yaml.ScalarNode || node.Style != 0 || len(node.Value) > 3 || node.ShortTag() != "!!str" {
		return false
	}
	switch node.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return true
	}
	return false
}

// isTemplate tells whether a value is written as {{ ... }}. For YAML that is a mapping whose key is a mapping.
func isTemplate(node *yaml.Node) bool {
	return node.Kind == yaml.MappingNode && len(node.Content) == 2 && node.Content[0].Kind == yaml.MappingNode
}

// kindOf describes a node for the beginning of a message.
func kindOf(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "this is a mapping"
	case yaml.SequenceNode:
		return "this is a list"
	}
	value := shorten(node.Value)
	if isOldBool(node) {
		return value + " is a boolean to many readers"
	}
	switch node.ShortTag() {
	case "!!int", "!!float":
		return value + " is a number"
	case "!!bool":
		return value + " is a boolean"
	default:
		return fmt.Sprintf("%q is a string", value)
	}
}

// isUsualNumber tells whether a number has the form in which it is printed.
func isUsualNumber(text string) bool {
	number, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(number, 10) == text
}
