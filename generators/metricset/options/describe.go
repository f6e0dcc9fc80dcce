package options

import (
	"fmt"
	"reflect"
	"strconv"
)

// Description is an option as documentation shows it.
type Description struct {
	// Name of the option, and the list that it belongs to: options, listOptions or mapOptions.
	Name, List string
	// Type is text, whole number, true or false, list or mapping.
	Type string
	// Default, as a user would write it. It is empty if there is none.
	Default string
	// Meaning, in a few words.
	Meaning string
	// Values are the allowed words. It is empty if every value is allowed.
	Values []string
	// Aliases are other names, which give a warning.
	Aliases  []string
	Required bool
}

var types = map[reflect.Kind]string{
	reflect.String: "text", reflect.Int: "whole number", reflect.Bool: "true or false",
	reflect.Slice: "list", reflect.Map: "mapping",
}

// Describe returns the options of a struct. pointer points to the struct, which holds the defaults.
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

// text returns the value as a user would write it. It is "" for an empty text, list or mapping.
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

// Metadata returns the options in the metadata line of a metric, in the form that log readers know: numbers as numbers,
// other single values as texts, and the lists. The line has no mappings.
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
