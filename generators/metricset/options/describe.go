package options

import (
	"fmt"
	"reflect"
	"strconv"
)

// Description is an option as documentation shows it.
type Description struct {
	// Name of the option, and the list that it stands in: options, listOptions or mapOptions.
	Name, List string
	// Type is text, whole number, true or false, list or mapping.
	Type string
	// Default is what holds without it, as one writes it; empty when there is none.
	Default string
	// Meaning in a few words.
	Meaning string
	// Values are the allowed words; empty where any will do.
	Values []string
	// Aliases are other names, which are taken with a warning.
	Aliases  []string
	Required bool
}

var types = map[reflect.Kind]string{
	reflect.String: "text", reflect.Int: "whole number", reflect.Bool: "true or false",
	reflect.Slice: "list", reflect.Map: "mapping",
}

// Describe returns the options of the struct with defaults that a pointer points to.
func Describe(pointer any) []Description {
	var all []Description
	for _, o := range fieldsOf(pointer) {
		all = append(all, Description{
			Name: o.name, List: o.list(), Type: types[o.value.Kind()], Default: o.text(),
			Meaning: o.help, Values: o.values, Aliases: o.aliases, Required: o.required,
		})
	}
	return all
}

// text is the value as one writes it, or "" for the empty one of a type that has such.
func (o option) text() string {
	switch value := o.value.Interface().(type) {
	case string:
		return value
	case int:
		return strconv.Itoa(value)
	case bool:
		return strconv.FormatBool(value)
	case []string:
		if len(value) > 0 {
			return fmt.Sprintf("%q", value)
		}
	}
	return ""
}

// Metadata returns the options that the metadata line of a metric holds: numbers as numbers, all else as text, as
// readers of logs know them, and the lists. Mappings are not in it.
func Metadata(pointer any) (options map[string]any, lists map[string][]string) {
	options, lists = map[string]any{}, map[string][]string{}
	for _, o := range fieldsOf(pointer) {
		if o.meta == "-" {
			continue
		}
		for _, name := range []string{o.name, o.meta} {
			switch value := o.value.Interface().(type) {
			case int:
				options[name] = value
			case []string:
				lists[name] = value
			case map[string]string:
			default:
				options[name] = o.text()
			}
		}
	}
	delete(options, "")
	delete(lists, "")
	return options, lists
}
