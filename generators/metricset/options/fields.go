package options

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// option is one field of a struct of options.
type option struct {
	name, help, meta string
	aliases, values  []string
	required, runs   bool
	min, max         *int
	value            reflect.Value
}

// list returns the list of a metric or an addon that the option belongs to.
func (o option) list() string {
	switch o.value.Kind() {
	case reflect.Slice:
		return "listOptions"
	case reflect.Map:
		return "mapOptions"
	default:
		return "options"
	}
}

// fieldsOf returns the options of a struct, in the order of its fields. pointer points to the struct.
func fieldsOf(pointer any) []option {
	return collect(reflect.ValueOf(pointer).Elem())
}

func collect(structure reflect.Value) []option {
	var found []option
	for i := range structure.NumField() {
		field := structure.Type().Field(i)
		if field.Anonymous {
			found = append(found, collect(structure.Field(i))...)
			continue
		}
		if name := field.Tag.Get("option"); name != "" {
			found = append(found, newOption(name, field.Tag, structure.Field(i)))
		}
	}
	return found
}

func newOption(name string, tag reflect.StructTag, value reflect.Value) option {
	return option{
		name: name, help: tag.Get("help"), meta: tag.Get("meta"), value: value,
		aliases: words(tag.Get("alias")), values: words(tag.Get("values")), required: tag.Get("required") == "true", runs: tag.Get("runs") == "true",
		min: limit(tag.Get("min")), max: limit(tag.Get("max")),
	}
}

// limit returns the number in a tag, or nil without one.
func limit(tag string) *int {
	number, err := strconv.Atoi(tag)
	if err != nil {
		return nil
	}
	return &number
}

func words(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(word string) bool { return word == "" })
}
