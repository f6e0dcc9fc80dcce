package fn_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A layout writes values as YAML in all the ways that people and programs have: block and flow style, anchors, aliases,
// merge keys, tags, complex keys, quotes, and comments at every place but behind anchors, tags and complex keys, where kyaml
// loses them.
type layout struct {
	*rand.Rand
	text strings.Builder
	// names counts comments and anchors.
	names int
	// shared are mappings that stand at the beginning, for aliases and merge keys.
	shared map[string][]entry
}

type entry struct {
	key   string
	value any // a text, a number, []entry or []any
}

func (l *layout) chance(percent int) bool { return l.IntN(100) < percent }

func (l *layout) write(format string, args ...any) { fmt.Fprintf(&l.text, format, args...) }

func (l *layout) name(prefix string) string {
	l.names++
	return fmt.Sprintf("%s%d", prefix, l.names)
}

// comment ends a line.
func (l *layout) comment() {
	if l.chance(25) {
		l.write(" # %s", l.name("c"))
	}
	l.write("\n")
}

// above writes lines that say nothing.
func (l *layout) above(indent int) {
	if l.chance(15) {
		l.write("\n")
	}
	if l.chance(20) {
		l.write("%*s# %s\n", indent, "", l.name("c"))
	}
}

// properties writes an anchor, a tag or both, each followed by what separates it from the value.
func (l *layout) properties(tag string) {
	if l.chance(15) {
		l.write(" &%s", l.name("a"))
	}
	if l.chance(10) {
		l.write(" %s", tag)
	}
}

func (l *layout) key(key string) string {
	switch {
	case l.chance(10):
		return `"` + key + `"`
	case l.chance(10):
		return "'" + key + "'"
	default:
		return key
	}
}

func (l *layout) mapping(entries []entry, indent int) {
	for _, e := range l.merged(entries) {
		l.above(indent)
		if e.key != "<<" && l.chance(6) {
			l.write("%*s? %s\n%*s:", indent, "", l.key(e.key), indent, "")
		} else if e.key == "<<" {
			l.write("%*s<<:", indent, "")
		} else {
			l.write("%*s%s:", indent, "", l.key(e.key))
		}
		l.value(e.value, indent)
	}
}

// An alias stands for a mapping that is shared.
type alias string

// merged puts some entries of a mapping behind a merge key, which may be anywhere in it.
func (l *layout) merged(entries []entry) []entry {
	if len(entries) < 2 || !l.chance(15) {
		return entries
	}
	at := l.IntN(len(entries))
	moved := []entry{entries[at]}
	var value any = moved
	switch l.IntN(4) {
	case 0:
		value = []any{moved, []entry{{moved[0].key, "hidden"}}}
	case 1, 2:
		name := l.name("m")
		l.shared[name] = moved
		value = alias(name)
	}
	out := append([]entry{}, entries[:at]...)
	out = append(out, entry{"<<", value})
	return append(out, entries[at+1:]...)
}

func (l *layout) value(value any, indent int) {
	switch v := value.(type) {
	case alias:
		l.write(" *%s", v)
		l.comment()
	case []entry:
		l.block(func(indent int) { l.mapping(v, indent) }, func() { l.flow(v) }, "!!map", indent, 2, len(v) == 0)
	case []any:
		l.block(func(indent int) { l.sequence(v, indent) }, func() { l.flow(v) }, "!!seq", indent, 2*l.IntN(2), len(v) == 0)
	case nil:
		l.write("%s", []string{"", " null", " ~"}[l.IntN(3)])
		l.comment()
	default:
		tag := "!!str"
		if _, isNumber := v.(int); isNumber {
			tag = "!!int"
		}
		l.properties(tag)
		l.write(" ")
		l.flow(v)
		l.comment()
	}
}

// block writes a mapping or a list in block style or in flow style, below or behind its key.
func (l *layout) block(block func(indent int), flow func(), tag string, indent, more int, empty bool) {
	if empty || l.chance(20) {
		l.properties(tag)
		l.write(" ")
		flow()
		l.comment()
		return
	}
	if l.chance(10) {
		l.properties(tag)
		l.write("\n")
	} else {
		l.comment()
	}
	block(indent + more)
}

func (l *layout) sequence(values []any, indent int) {
	for _, value := range values {
		l.above(indent)
		l.write("%*s-", indent, "")
		entries, isMapping := value.([]entry)
		switch {
		case !isMapping:
			l.value(value, indent)
		case l.chance(20):
			l.properties("!!map")
			l.comment()
			l.mapping(entries, indent+2)
		default: // the first key stands behind the dash
			at := l.text.Len()
			l.mapping(entries, indent+2)
			text := l.text.String()
			l.text.Reset()
			l.write("%s", text[:at])
			first := strings.TrimLeft(text[at:], " \n")
			l.write(" %s", first)
		}
	}
}

func (l *layout) flow(value any) {
	switch v := value.(type) {
	case []entry:
		l.write("{")
		for at, e := range v {
			if at > 0 {
				l.write(", ")
			}
			l.write("%s: ", l.key(e.key))
			l.flow(e.value)
		}
		l.write("}")
	case []any:
		l.write("[")
		for at, one := range v {
			if at > 0 {
				l.write(",")
			}
			l.flow(one)
		}
		l.write("]")
	case nil:
		l.write("null")
	case alias:
		l.write("*%s ", v)
	case string:
		l.write("%s", l.key(v))
	default:
		l.write("%v", v)
	}
}

// document writes an object, with the mappings that it shares in front.
func (l *layout) document(entries []entry) string {
	l.text.Reset()
	l.shared = map[string][]entry{}
	l.mapping(entries, 0)
	body := l.text.String()
	if len(l.shared) == 0 {
		return body
	}
	// Of a source the status is ignored.
	var head strings.Builder
	head.WriteString("status:\n")
	for at := range l.names + 1 {
		if name := fmt.Sprintf("m%d", at); l.shared[name] != nil {
			l.text.Reset()
			l.flow(l.shared[name])
			fmt.Fprintf(&head, "  %s: &%s %s\n", name, name, l.text.String())
		}
	}
	return head.String() + body
}
