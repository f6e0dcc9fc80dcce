package shipped

import (
	"maps"
	"slices"
	"strings"
)

// A part of a script is a function, or what stands between functions. Its name is empty then.
type part struct{ name, text string }

// called removes the functions that nothing names. Of two functions in one script that have the same name it keeps the
// last.
func called(texts map[string]string) map[string]string {
	names := slices.Sorted(maps.Keys(texts))
	parts, bodies := map[string][]part{}, map[string]string{}
	for _, name := range names {
		if !strings.HasSuffix(name, ".sh") {
			continue
		}
		parts[name] = withoutEarlier(split(texts[name]))
		for _, p := range parts[name] {
			bodies[p.name] += p.text
		}
	}
	live, next := map[string]bool{"": true}, []string{""}
	for len(next) > 0 {
		body := bodies[next[0]]
		next = next[1:]
		for word := range strings.FieldsFuncSeq(body, isNoName) {
			if _, isFunction := bodies[word]; isFunction && !live[word] {
				live[word] = true
				next = append(next, word)
			}
		}
	}
	out := maps.Clone(texts)
	for name, all := range parts {
		all = slices.DeleteFunc(all, func(p part) bool { return !live[p.name] && !strings.HasSuffix(p.name, byName) })
		out[name] = join(all)
	}
	return out
}

// byName ends the names of functions that a variable chooses.
const byName = "_program"

func isNoName(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// split returns the parts of a script. Its functions begin and end at the beginning of a line, see hack/ship.
func split(text string) []part {
	parts, inside := []part{{}}, false
	for line := range strings.Lines(text) {
		if name, ok := functionOf(line); ok && !inside {
			parts, inside = append(parts, part{name: name}), true
		}
		last := &parts[len(parts)-1]
		last.text += line
		if inside && (line == "}\n" || last.text == line && strings.HasSuffix(line, "}\n")) {
			parts, inside = append(parts, part{}), false
		}
	}
	return parts
}

func functionOf(line string) (string, bool) {
	name, _, ok := strings.Cut(line, "() {")
	return name, ok && name != "" && strings.IndexFunc(name, isNoName) < 0
}

func withoutEarlier(parts []part) []part {
	last := map[string]int{}
	for i, p := range parts {
		last[p.name] = i
	}
	var out []part
	for i, p := range parts {
		if p.name == "" || last[p.name] == i {
			out = append(out, p)
		}
	}
	return out
}

// origin begins the line that says where a script comes from.
const origin = "# Latchkey "

// join returns the text of a script. It leaves out the lines that say where a script comes from if nothing of that script
// follows.
func join(parts []part) string {
	var text, out strings.Builder
	for _, p := range parts {
		text.WriteString(p.text)
	}
	from, told := "", ""
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, origin) {
			from = line
			continue
		}
		if from != told && out.Len() > 0 {
			out.WriteString(from)
			told = from
		}
		out.WriteString(line)
	}
	return out.String()
}
