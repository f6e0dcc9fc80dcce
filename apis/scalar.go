package apis

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// scalar decodes text, a boolean or a number.
func (d *decoder) scalar(node *yaml.Node, into reflect.Value) {
	switch kind := into.Kind(); {
	case kind == reflect.String:
		d.text(node, into)
	case kind == reflect.Bool:
		d.boolean(node, into)
	case kind >= reflect.Float32:
		d.float(node, into)
	default:
		d.integer(node, into)
	}
}

// text accepts text, and dates as they are written. A number or boolean is an error, as for an API server.
func (d *decoder) text(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.ScalarNode {
		d.wrongType(node, "use text")
		return
	}
	switch tag := node.ShortTag(); {
	case isOldBool(node):
		d.report(field.ErrorTypeTypeInvalid, node.Value,
			fmt.Sprintf("%s is a boolean to many readers: write it in quotes: %q", node.Value, node.Value))
	case tag == "!!binary":
		d.binary(node, into)
	case tag == "!!str", tag == "!!timestamp", tag == "!!merge":
		d.setText(node.Value, into)
	default:
		d.wrongType(node, fmt.Sprintf("write it in quotes: %q", shorten(node.Value)))
	}
}

// binary accepts text in base64, as in the YAML tag !!binary.
func (d *decoder) binary(node *yaml.Node, into reflect.Value) {
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(node.Value), ""))
	if err != nil || !utf8.Valid(data) {
		d.report(field.ErrorTypeInvalid, shorten(node.Value), "the !!binary value is no text in base64: write the text itself")
		return
	}
	d.setText(string(data), into)
}

// setText fills in a text, and reports a character in it that a server refuses.
func (d *decoder) setText(text string, into reflect.Value) {
	if wrong := unreadable(text); wrong != "" {
		d.report(field.ErrorTypeInvalid, field.OmitValueType{}, wrong)
	}
	into.SetString(text)
}

// unreadable says which character of a text a server-side apply refuses, or is "". kubectl and others send it JSON, in
// which U+0000 to U+001F are escaped and the others are not. A server reads JSON as YAML, see go.yaml.in/yaml/v2,
// readerc.go, yaml_parser_update_buffer.
func unreadable(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool {
		return r >= 0x7f && r <= 0x9f && r != 0x85 || r == 0xfffe || r == 0xffff
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
