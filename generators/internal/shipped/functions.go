package shipped

import (
	"slices"
	"strings"
)

// A part of a script is a function, or what stands between functions. Its name is empty then.
type part struct {
	name  string
	lines []string
}

// called returns the scripts without the functions that nothing names. Of two functions in one script that have the same
// name it keeps the last.
func called(scripts map[string][]string) map[string]string {
	parts, bodies := map[string][]part{}, map[string][]part{}
	for name, lines := range scripts {
		if !strings.HasSuffix(name, ".sh") {
			continue
		}
		parts[name] = withoutEarlier(split(lines))
		for _, p := range parts[name] {
			bodies[p.name] = append(bodies[p.name], p)
		}
	}
	live := named(bodies)
	out := make(map[string]string, len(scripts))
	for name, lines := range scripts {
		if all, ok := parts[name]; ok {
			lines = shown(all, live)
		}
		out[name] = join(lines)
	}
	return out
}

// shown returns the lines of the parts whose names live.
func shown(parts []part, live map[string]bool) []string {
	var lines []string
	for _, p := range parts {
		if live[p.name] {
			lines = append(lines, folded(p)...)
		}
	}
	return lines
}

// byName ends the names of functions that a variable chooses.
const byName = "_program"

// named returns the names of the functions that something names which ships, and the empty name.
func named(bodies map[string][]part) map[string]bool {
	live, next := map[string]bool{"": true}, []string{""}
	reach := func(name string) {
		if !live[name] {
			live[name] = true
			next = append(next, name)
		}
	}
	for name := range bodies {
		if strings.HasSuffix(name, byName) {
			reach(name)
		}
	}
	for len(next) > 0 {
		body := bodies[next[0]]
		next = next[1:]
		for _, p := range body {
			for _, line := range p.lines {
				eachWord(line, func(word string) {
					if _, isFunction := bodies[word]; isFunction {
						reach(word)
					}
				})
			}
		}
	}
	return live
}

// eachWord calls a function with the words of a text of which names of functions can consist.
func eachWord(text string, do func(string)) {
	begin := 0
	for at := range len(text) {
		if isNoName(rune(text[at])) {
			if at > begin {
				do(text[begin:at])
			}
			begin = at + 1
		}
	}
	if begin < len(text) {
		do(text[begin:])
	}
}

func isNoName(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// split returns the parts of a script. Its functions begin and end at the beginning of a line, see hack/ship.
func split(lines []string) []part {
	var parts []part
	begin, name, inside := 0, "", false
	add := func(end int) {
		parts = append(parts, part{name, lines[begin:end]})
		begin, name, inside = end, "", false
	}
	for at, line := range lines {
		if found, ok := functionOf(line); ok && !inside {
			add(at)
			name, inside = found, true
		}
		if inside && (line == "}\n" || at == begin && strings.HasSuffix(line, "}\n")) {
			add(at + 1)
		}
	}
	add(len(lines))
	return parts
}

// folded returns the lines of a part. A function with one line in it becomes one line.
func folded(p part) []string {
	if p.name == "" || len(p.lines) != 3 {
		return p.lines
	}
	head, body := strings.TrimSuffix(p.lines[0], "\n"), strings.TrimSuffix(p.lines[1], "\n")
	if strings.HasSuffix(body, "&") || len(head)+len(body) > width {
		return p.lines
	}
	return []string{head + " " + strings.TrimLeft(body, " ") + "; }\n"}
}

func functionOf(line string) (string, bool) {
	if isNoName(rune(line[0])) { // most lines of a function have a blank there
		return "", false
	}
	name, _, ok := strings.Cut(line, "() {")
	return name, ok && strings.IndexFunc(name, isNoName) < 0
}

func withoutEarlier(parts []part) []part {
	last := make(map[string]int, len(parts))
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
func join(lines []string) string {
	var from string
	var origins []string
	code := make([]string, 0, len(lines))
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, origin) {
			from = strings.TrimSpace(line)
			continue
		}
		if !slices.Contains(origins, from) {
			origins = append(origins, from)
		}
		code = append(code, line)
	}
	own := strings.TrimSuffix(lines[1], "\n")
	return lines[0] + header(own, origins) + "\n" + strings.Join(code, "")
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
