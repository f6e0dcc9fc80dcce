package shipped

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// folder is the variable with the folder of the scripts.
const folder = "LATCHKEY_FILES"

// path is the path of another script that a script starts.
var path = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$(?:LATCHKEY_FILES|\{LATCHKEY_FILES:-[a-z_/]+\})/([a-z-]+\.(?:sh|py))`)
})

// sourcing is a line that sources another script. It begins at the beginning of the line.
var sourcing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\. "\$(?:LATCHKEY_FILES|\{LATCHKEY_FILES:=[a-z_/]+\})/([a-z-]+\.sh)"$`)
})

// assignment is a place that sets a variable or forgets it.
var assignment = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[ {;]|unset )(LATCHKEY_[A-Z_]+)(?::?=|\n)`)
})

// A Library holds the shipped form of the scripts of a generator.
type Library struct {
	texts map[string]string
	// marks of all scripts and variables with a default, sorted. What ships depends on nothing else about a container.
	marks []string
	// assigned are the variables that each script itself sets or forgets.
	assigned map[string][]string
	known    sync.Map
}

// Read returns the library of the scripts in the folder called shipped. It panics if a script cannot be read, which would
// be a fault of the build.
func Read(files embed.FS) *Library {
	entries, err := files.ReadDir("shipped")
	if err != nil {
		panic(err)
	}
	l, marks := &Library{texts: map[string]string{}, assigned: map[string][]string{}}, map[string]bool{}
	for _, entry := range entries {
		text, err := files.ReadFile("shipped/" + entry.Name())
		if err != nil {
			panic(err)
		}
		l.texts[entry.Name()] = string(text)
		for line := range strings.Lines(string(text)) {
			if mark, ok := markOf(line); ok {
				marks[mark] = true
			} else if strings.Contains(line, variable) {
				for _, found := range assignment().FindAllStringSubmatch(line, -1) {
					l.assigned[entry.Name()] = append(l.assigned[entry.Name()], found[1])
				}
			}
		}
		for r := range readings(string(text)) {
			marks[r.name] = true
		}
	}
	l.marks = slices.Sorted(maps.Keys(marks))
	return l
}

// Select returns the files that a set holds for these uses, by name. It panics if there is no such script, which would be
// a fault of the build.
func (l *Library) Select(uses []Use) map[string]string {
	key := l.key(uses)
	if found, ok := l.known.Load(key); ok {
		return maps.Clone(found.(map[string]string))
	}
	selected := l.selected(uses)
	l.known.Store(key, selected)
	return maps.Clone(selected)
}

// key is the same for uses that select the same.
func (l *Library) key(uses []Use) string {
	var keys []string
	for _, use := range uses {
		key := []byte(use.Script + " ")
		for _, mark := range l.marks {
			if use.holds(mark) {
				key = append(key, '1')
			} else {
				key = append(key, '0')
			}
		}
		keys = append(keys, string(key))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "\n")
}

// selected is the work of [Library.Select].
func (l *Library) selected(uses []Use) map[string]string {
	users := l.users(uses)
	changes := map[string]bool{}
	for name := range users {
		for _, changed := range l.assigned[name] {
			changes[changed] = true
		}
	}
	texts, sourcedBy := map[string]string{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(users)) {
		text, ok := l.texts[name]
		if !ok {
			panic("there is no script " + name)
		}
		texts[name] = keep(text, users[name], changes)
		for _, source := range sources(texts[name]) {
			sourcedBy[source] = append(sourcedBy[source], name)
		}
	}
	started := map[string]bool{}
	for _, use := range uses {
		started[use.Script] = true
	}
	for _, text := range texts {
		for name := range namesIn(text) {
			started[name] = true
		}
	}
	for name := range texts {
		texts[name] = withDefaults(texts[name], users[name], changes)
	}
	alone := map[string]bool{}
	for name, by := range sourcedBy {
		alone[name] = len(by) == 1 && !started[name]
	}
	out := map[string]string{}
	for name := range texts {
		if !alone[name] {
			out[name] = insert(texts, name, alone)
		}
	}
	return called(out)
}

// users returns all scripts that run, and their uses. A script that another one sources or starts has the uses of that
// script for which the line that does so ships.
func (l *Library) users(uses []Use) map[string][]Use {
	users := map[string][]Use{}
	var add func(string, Use)
	add = func(name string, use Use) {
		if slices.ContainsFunc(users[name], func(known Use) bool { return known.number == use.number }) {
			return
		}
		users[name] = append(users[name], use)
		for _, used := range usedBy(keep(l.texts[name], []Use{use}, nil)) {
			add(used, use)
		}
	}
	for i, use := range uses {
		use.number = i
		add(use.Script, use)
	}
	return users
}

// sources returns the scripts that a text sources, in order.
func sources(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		if name, ok := sourceOf(line); ok {
			names = append(names, name)
		}
	}
	return names
}

func sourceOf(line string) (string, bool) {
	if !strings.Contains(line, folder) { // nearly all lines
		return "", false
	}
	found := sourcing().FindStringSubmatch(strings.TrimSuffix(line, "\n"))
	if found == nil {
		return "", false
	}
	return found[1], true
}

// usedBy returns the scripts that a text sources or starts.
func usedBy(text string) []string {
	return append(sources(text), slices.Sorted(maps.Keys(namesIn(text)))...)
}

// namesIn returns the scripts that a text starts. It names their paths.
func namesIn(text string) map[string]bool {
	names := map[string]bool{}
	for line := range strings.Lines(text) {
		if _, ok := sourceOf(line); ok || !strings.Contains(line, folder) {
			continue
		}
		for _, found := range path().FindAllStringSubmatch(line, -1) {
			names[found[1]] = true
		}
	}
	return names
}

// insert returns a text in which the scripts that it alone sources are in place of the lines that source them. The
// second line of each script says where it comes from. That line of this text comes again after another script.
func insert(texts map[string]string, name string, alone map[string]bool) string {
	var out strings.Builder
	from := strings.SplitAfterN(texts[name], "\n", 3)[1]
	for line := range strings.Lines(texts[name]) {
		if source, ok := sourceOf(line); ok && alone[source] {
			_, line, _ = strings.Cut(insert(texts, source, alone), "\n")
			line += from
		}
		out.WriteString(line)
	}
	return out.String()
}
