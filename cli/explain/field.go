package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// indexes match the parts [0], [name] and [] of paths in messages, which follow lists and maps.
var indexes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[^\]]*\]`) })

// field prints a field of a kind, for example minicluster.spec.size. If two groups have a kind with this name, it finds
// both.
func (o *options) field(topic string) error {
	kinds, fields, err := o.parseTopic(topic)
	if err == nil && len(kinds) == 0 {
		name, _, _ := strings.Cut(topic, ".")
		return o.named(name)
	}
	for at, kind := range kinds {
		if at > 0 {
			fmt.Fprintln(&o.out)
		}
		if err := o.fieldOf(kind, fields); err != nil {
			return err
		}
	}
	return err
}

// parseTopic returns the kinds of a topic such as minicluster.spec.size, and the names of the fields in it.
func (o *options) parseTopic(topic string) (kinds []crds.Kind, fields []string, err error) {
	kinds, err = o.Documented()
	name, path, _ := strings.Cut(indexes().ReplaceAllString(topic, ""), ".")
	kinds = slices.DeleteFunc(kinds, func(kind crds.Kind) bool { return !strings.EqualFold(kind.Name, name) })
	return kinds, strings.FieldsFunc(path, func(r rune) bool { return r == '.' }), err
}

func (o *options) fieldOf(kind crds.Kind, fields []string) error {
	version, err := o.versionOf(kind)
	if err != nil {
		return err
	}
	schema, required, missing := descend(version.Schema, fields)
	path := strings.Join(fields[:missing], ".")
	if missing < len(fields) {
		return noField(strings.TrimSuffix(kind.Name+"."+path, "."), fields[missing], schema.Names())
	}
	o.printField(kind, version.Name, path, schema, required)
	return nil
}

// descend follows the names of fields. It returns the schema of the last field that there is, and the place of the first
// name that is missing, or the number of names.
func descend(schema *schema.Schema, fields []string) (last *schema.Schema, required bool, missing int) {
	for at, name := range fields {
		field, found := schema.Field(name)
		if !found {
			return schema, required, at
		}
		schema, required = field, schema.Requires(name)
	}
	return schema, required, len(fields)
}

func noField(within, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s has no fields to explain: leave out %q", within, name)
	}
	return fmt.Errorf("%s has no field %q: %s", within, name, suggest.Remedy(name, known))
}

// versionOf returns the version from the flag, or the newest version.
func (o *options) versionOf(kind crds.Kind) (crds.Version, error) {
	if o.version == "" {
		return kind.Versions[len(kind.Versions)-1], nil
	}
	var known []string
	for _, version := range kind.Versions {
		if version.Name == o.version || kind.Group+"/"+version.Name == o.version {
			return version, nil
		}
		known = append(known, version.Name)
	}
	return crds.Version{}, unknown("a version of "+kind.Name, o.version, known)
}

func (o *options) printField(kind crds.Kind, version, path string, schema *schema.Schema, required bool) {
	fmt.Fprintf(&o.out, "KIND:     %s\nVERSION:  %s/%s\n", kind.Name, kind.Group, version)
	if path != "" {
		fmt.Fprintf(&o.out, "FIELD:    %s <%s>\n", path, facts(schema, required))
	}
	if len(schema.Enum) > 0 {
		fmt.Fprintf(&o.out, "VALUES:   %s\n", listed(schema.Enum))
	}
	if schema.Description != "" {
		fmt.Fprintf(&o.out, "\n%s", wrapped(schema.Description, ""))
	}
	names := schema.Names()
	if len(names) == 0 {
		return
	}
	fmt.Fprint(&o.out, "\nFIELDS:\n")
	for _, name := range names {
		field, _ := schema.Field(name)
		fmt.Fprintf(&o.out, "  %s <%s>\n%s", name, facts(field, schema.Requires(name)), wrapped(field.Description, "    "))
	}
}

// facts returns the type of a field, whether it is required, and its default.
func facts(schema *schema.Schema, required bool) string {
	text := schema.Kind()
	if required {
		text += ", required"
	}
	if schema.Default != nil {
		text += ", default " + written(schema.Default)
	}
	return text
}

// wrapped breaks a string into indented lines of at most 80 columns. An empty string stays empty.
func wrapped(text, indent string) string {
	var out strings.Builder
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(indent)+len(line)+1+len(word) > 80 {
			out.WriteString(indent + line + "\n")
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		out.WriteString(indent + line + "\n")
	}
	return out.String()
}

// listed writes values of any type behind each other.
func listed(values []any) string {
	var words []string
	for _, value := range values {
		words = append(words, written(value))
	}
	return strings.Join(words, ", ")
}

// written returns a value as a user writes it: no number has an exponent.
func written(value any) string {
	if number, isNumber := value.(float64); isNumber {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
