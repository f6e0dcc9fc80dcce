package shipped

import (
	"iter"
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
	for name := range bodies {
		if strings.HasSuffix(name, byName) {
			live[name] = true
			next = append(next, name)
		}
	}
	for len(next) > 0 {
		body := bodies[next[0]]
		next = next[1:]
		for word := range words(body) {
			if _, isFunction := bodies[word]; isFunction && !live[word] {
				live[word] = true
				next = append(next, word)
			}
		}
	}
	out := maps.Clone(texts)
	for name, all := range parts {
		all = slices.DeleteFunc(all, func(p part) bool { return !live[p.name] })
		for i := range all {
			all[i].text = folded(all[i])
		}
		out[name] = join(all)
	}
	return out
}

// byName ends the names of functions that a variable chooses.
const byName = "_program"

// words yields the words of a text of which names of functions can consist.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin := -1
		for at := range len(text) + 1 {
			isName := at < len(text) && !isNoName(rune(text[at]))
			if isName && begin < 0 {
				begin = at
			}
			if !isName && begin >= 0 {
				if !yield(text[begin:at]) {
					return
				}
				begin = -1
			}
		}
	}
}

func isNoName(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// split returns the parts of a script. Its functions begin and end at the beginning of a line, see hack/ship.
func split(text string) []part {
	var parts []part
	at, begin, name, inside := 0, 0, "", false
	add := func(end int) {
		parts = append(parts, part{name, text[begin:end]})
		begin, name, inside = end, "", false
	}
	for line := range strings.Lines(text) {
		if found, ok := functionOf(line); ok && !inside {
			add(at)
			name, inside = found, true
		}
		first := at == begin
		at += len(line)
		if inside && (line == "}\n" || first && strings.HasSuffix(line, "}\n")) {
			add(at)
		}
	}
	add(at)
	return parts
}

// folded returns the text of a function, in one line if there is one line in it.
func folded(p part) string {
	lines := strings.Split(p.text, "\n")
	if p.name == "" || len(lines) != 4 || strings.HasSuffix(lines[1], "&") || len(lines[0])+len(lines[1]) > width {
		return p.text
	}
	return lines[0] + " " + strings.TrimLeft(lines[1], " ") + "; }\n"
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

// origin begins the second line of a script, which says where it comes from: version and path.
const origin = "# Latchkey "

// join returns the text of a script. Its second line names the scripts of which something ships: the path of the first, and
// the names of those that are in it.
func join(parts []part) string {
	var text, out strings.Builder
	for _, p := range parts {
		text.WriteString(p.text)
	}
	first, all, _ := strings.Cut(text.String(), "\n")
	var from string
	var origins []string
	for line := range strings.Lines(all) {
		if strings.HasPrefix(line, origin) {
			from = strings.TrimSpace(line)
			continue
		}
		if !slices.Contains(origins, from) {
			origins = append(origins, from)
		}
		out.WriteString(line)
	}
	own, _, _ := strings.Cut(all, "\n")
	return first + "\n" + header(own, origins) + "\n" + out.String()
}

// header returns the line that says where a script comes from that holds parts of others.
func header(own string, origins []string) string {
	version, _, _ := strings.Cut(own, ",")
	var names []string
	for _, from := range origins {
		if from == own {
			continue
		}
		name := from[strings.LastIndex(from, "/")+1:]
		if other, _, _ := strings.Cut(from, ","); other != version {
			name += " of " + strings.TrimPrefix(other, origin)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return own
	}
	return own + " with " + strings.Join(names, ", ")
}
