package shipped

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

// The lines around commands that not every set needs.
const (
	only = "# ships for: "
	end  = "# end"
)

// sourcing begins the line that sources another script.
const sourcing = `. "$LATCHKEY_FILES/`

// A Library holds the shipped form of the scripts of a generator.
type Library struct {
	texts map[string]string
	// marks of all scripts, sorted. What ships depends on nothing else about a container.
	marks []string
	known sync.Map
}

// Read returns the library of the scripts in the folder called shipped. It panics if a script cannot be read, which would
// be a fault of the build.
func Read(files embed.FS) *Library {
	entries, err := files.ReadDir("shipped")
	if err != nil {
		panic(err)
	}
	l, marks := &Library{texts: map[string]string{}}, map[string]bool{}
	for _, entry := range entries {
		text, err := files.ReadFile("shipped/" + entry.Name())
		if err != nil {
			panic(err)
		}
		l.texts[entry.Name()] = string(text)
		for line := range strings.Lines(string(text)) {
			if mark, ok := markOf(line); ok {
				marks[mark] = true
			}
		}
	}
	l.marks = slices.Sorted(maps.Keys(marks))
	return l
}

func markOf(line string) (string, bool) { return strings.CutPrefix(strings.TrimSpace(line), only) }

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
		key := use.Script + " "
		for _, mark := range l.marks {
			if use.holds(mark) {
				key += "1"
			} else {
				key += "0"
			}
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "\n")
}

// selected is the work of [Library.Select].
func (l *Library) selected(uses []Use) map[string]string {
	users := l.users(uses)
	texts, sourcedBy := map[string]string{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(users)) {
		text, ok := l.texts[name]
		if !ok {
			panic("there is no script " + name)
		}
		texts[name] = keep(text, users[name])
		for _, source := range sources(texts[name]) {
			sourcedBy[source] = append(sourcedBy[source], name)
		}
	}
	started := map[string]bool{}
	for _, use := range uses {
		started[use.Script] = true
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

// users returns all scripts that run, and their uses. A script that another one sources has the uses of that script for
// which the line that sources it ships.
func (l *Library) users(uses []Use) map[string][]Use {
	users := map[string][]Use{}
	var add func(string, Use)
	add = func(name string, use Use) {
		users[name] = append(users[name], use)
		for _, source := range sources(keep(l.texts[name], []Use{use})) {
			add(source, use)
		}
	}
	for _, use := range uses {
		add(use.Script, use)
	}
	return users
}

// keep removes the marks, and the commands whose marks hold for no use.
func keep(text string, uses []Use) string {
	var out strings.Builder
	var open []bool
	for line := range strings.Lines(text) {
		if mark, ok := markOf(line); ok {
			open = append(open, slices.ContainsFunc(uses, func(use Use) bool { return use.holds(mark) }))
		} else if strings.TrimSpace(line) == end {
			open = open[:len(open)-1]
		} else if !slices.Contains(open, false) {
			out.WriteString(line)
		}
	}
	return out.String()
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
	name, ok := strings.CutPrefix(strings.TrimSpace(line), sourcing)
	return strings.TrimSuffix(name, `"`), ok && strings.HasSuffix(name, `"`)
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
