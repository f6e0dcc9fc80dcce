package cli

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// indexes match the parts [0], [name] and [] of paths in messages, which follow lists and mappings.
var indexes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[^\]]*\]`) })

// field prints a field of a kind, for example minicluster.spec.size. If two groups have a kind with this name, it finds
// both.
func (e *explainer) field(topic string) error {
	kinds, err := e.documented()
	if err != nil {
		return err
	}
	name, path, _ := strings.Cut(indexes().ReplaceAllString(topic, ""), ".")
	found := false
	for _, kind := range kinds {
		if !strings.EqualFold(kind.Name, name) {
			continue
		}
		if found {
			fmt.Fprintln(e.out)
		}
		found = true
		if err := e.fieldOf(kind, path); err != nil {
			return err
		}
	}
	if !found {
		return e.named(name)
	}
	return nil
}

func (e *explainer) fieldOf(kind crds.Kind, path string) error {
	version, err := e.versionOf(kind)
	if err != nil {
		return err
	}
	schema, required := version.Schema, false
	var walked []string
	for _, name := range namesOf(path) {
		field, found := schema.Field(name)
		if !found {
			return noField(strings.Join(append([]string{kind.Name}, walked...), "."), name, schema.Names())
		}
		schema, required = field, schema.Requires(name)
		walked = append(walked, name)
	}
	e.printField(kind, version.Name, strings.Join(walked, "."), schema, required)
	return nil
}

// namesOf returns the names of the fields in a path.
func namesOf(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' })
}

func noField(within, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("%s has no fields that are listed: leave out %q", within, name)
	}
	return fmt.Errorf("%s has no field %q: %s", within, name, suggest.Remedy(name, known))
}

// versionOf returns the version from the flag, or the newest version.
func (e *explainer) versionOf(kind crds.Kind) (crds.Version, error) {
	if e.version == "" {
		return kind.Versions[len(kind.Versions)-1], nil
	}
	var known []string
	for _, version := range kind.Versions {
		if version.Name == e.version || kind.Group+"/"+version.Name == e.version {
			return version, nil
		}
		known = append(known, version.Name)
	}
	return crds.Version{}, unknown("a version of "+kind.Name, e.version, known)
}

func (e *explainer) printField(kind crds.Kind, version, path string, schema *crds.Schema, required bool) {
	fmt.Fprintf(e.out, "KIND:     %s\nVERSION:  %s/%s\n", kind.Name, kind.Group, version)
	if path != "" {
		fmt.Fprintf(e.out, "FIELD:    %s <%s>\n", path, facts(schema, required))
	}
	if len(schema.Enum) > 0 {
		fmt.Fprintf(e.out, "VALUES:   %s\n", listed(schema.Enum))
	}
	if schema.Description != "" {
		fmt.Fprintf(e.out, "\n%s", wrapped(schema.Description, ""))
	}
	names := schema.Names()
	if len(names) == 0 {
		return
	}
	fmt.Fprint(e.out, "\nFIELDS:\n")
	for _, name := range names {
		field, _ := schema.Field(name)
		fmt.Fprintf(e.out, "  %s <%s>\n%s", name, facts(field, schema.Requires(name)), wrapped(field.Description, "    "))
	}
}

// facts returns the type of a field, whether it is required, and its default.
func facts(schema *crds.Schema, required bool) string {
	text := schema.Kind()
	if required {
		text += ", required"
	}
	if schema.Default != nil {
		text += fmt.Sprintf(", default %v", schema.Default)
	}
	return text
}

// wrapped breaks a text into indented lines of at most 80 columns. An empty text stays empty.
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
		words = append(words, fmt.Sprint(value))
	}
	return strings.Join(words, ", ")
}
