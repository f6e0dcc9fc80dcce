package options

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// An Option is one field of a struct of options, as documentation shows it.
type Option struct {
	Name     string
	Required bool
	// Aliases are older names, which give a warning.
	Aliases []string
	// Schema has the meaning of the option, and the type, the allowed words and the bounds of its values.
	Schema *schema.Schema

	meta  string
	value reflect.Value
	// written is what a user wrote, or nil. under is the path of it if that has an older name. failed says that it has an error.
	written *yaml.Node
	under   *field.Path
	failed  bool
}

// Describe returns the options of a struct, in the order of its fields. pointer points to the struct, which holds the defaults.
func Describe(pointer any) []Option { return collect(reflect.ValueOf(pointer).Elem()) }

func collect(structure reflect.Value) (found []Option) {
	for i := range structure.NumField() {
		member := structure.Type().Field(i)
		if member.Anonymous {
			found = append(found, collect(structure.Field(i))...)
		} else if name := member.Tag.Get("option"); name != "" {
			found = append(found, newOption(name, member.Tag, structure.Field(i)))
		}
	}
	return found
}

func newOption(name string, tag reflect.StructTag, value reflect.Value) Option {
	text := &schema.Schema{Type: "string"}
	described := map[reflect.Kind]*schema.Schema{
		reflect.String: text,
		reflect.Int:    {Type: "integer", Format: "int32", Minimum: limit(tag.Get("min")), Maximum: limit(tag.Get("max"))},
		reflect.Bool:   {Type: "boolean"},
		reflect.Slice:  {Type: "array", Items: text},
		reflect.Map:    {Type: "object", AdditionalProperties: text},
	}[value.Kind()]
	described.Description = tag.Get("help")
	for _, word := range words(tag.Get("values")) {
		described.Enum = append(described.Enum, word)
	}
	return Option{
		Name: name, Required: tag.Get("required") == "true", Schema: described,
		Aliases: words(tag.Get("alias")), meta: tag.Get("meta"), value: value,
	}
}

// limit returns the number in a tag, or nil without one.
func limit(tag string) *int64 {
	number, err := strconv.ParseInt(tag, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

func words(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(word string) bool { return word == "" })
}

// List returns the list of a metric or an addon that the option belongs to: options, listOptions or mapOptions.
func (o Option) List() string {
	switch o.value.Kind() {
	case reflect.Slice:
		return "listOptions"
	case reflect.Map:
		return "mapOptions"
	default:
		return "options"
	}
}

// Default returns the value as a user would write it. It is "" for an empty string, list or map.
func (o Option) Default() string {
	switch value := o.value.Interface().(type) {
	case []string:
		if len(value) > 0 {
			return fmt.Sprintf("%q", value)
		}
	case string, int, bool:
		return fmt.Sprint(value)
	}
	return ""
}

// isEmpty tells whether there is no value: an empty or blank string, an empty list or an empty map.
func (o Option) isEmpty() bool {
	if o.value.Kind() == reflect.Map {
		return o.value.Len() == 0
	}
	return strings.TrimSpace(o.Default()) == ""
}

// Metadata returns the options in the metadata line of a metric, in the form that log readers know: numbers as numbers,
// other single values as strings, and the lists. The line has no maps.
func Metadata(pointer any) (options map[string]any, lists map[string][]string) {
	options, lists = map[string]any{}, map[string][]string{}
	for _, o := range Describe(pointer) {
		if o.meta == "-" {
			continue
		}
		for _, name := range []string{o.Name, o.meta} {
			switch value := o.value.Interface().(type) {
			case int:
				options[name] = value
			case []string:
				lists[name] = value
			case map[string]string:
			default:
				options[name] = o.Default()
			}
		}
	}
	delete(options, "")
	delete(lists, "")
	return options, lists
}
