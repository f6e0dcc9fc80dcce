package shipped

import (
	"embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// A Library holds the shipped form of the scripts of a generator.
type Library struct {
	// scripts read a script when it is first used.
	scripts map[string]func() script
	// known are the files of [Library.Select] by their keys, and askedBy the variables that a script asks for.
	known, askedBy sync.Map
}

// Read returns the library of the scripts in the folder called shipped. It panics if a script cannot be read, which would
// be a fault of the build.
func Read(files embed.FS) *Library {
	entries, err := files.ReadDir("shipped")
	if err != nil {
		panic(err)
	}
	l := &Library{scripts: make(map[string]func() script, len(entries))}
	for _, entry := range entries {
		l.scripts[entry.Name()] = sync.OnceValue(func() script { return read(files, "shipped/"+entry.Name()) })
	}
	return l
}

// A Selection is the files that a set holds for its uses.
type Selection struct {
	files map[string]string
	// sum is a hash of the files. To hash them for each set again takes a tenth of the time of a run.
	sum string
}

// Select returns the files for these uses. It panics if there is no such script, which would be a fault of the build.
func (l *Library) Select(uses []Use) Selection {
	key := l.key(uses)
	if found, ok := l.known.Load(key); ok {
		return found.(Selection)
	}
	files := l.selected(uses, l.users(uses))
	selection := Selection{files, metadata.DataSum(files)}
	l.known.Store(key, selection)
	return selection
}

// With returns the data of a ConfigMap with the files, by name, and with texts of users. The hash of all can be part of a
// name.
func (s Selection) With(texts map[string]string) (data map[string]string, hash string) {
	data, summed := maps.Clone(s.files), map[string]string{"": s.sum} // no key of a ConfigMap is empty
	maps.Copy(data, texts)
	maps.Copy(summed, texts)
	return data, metadata.DataHash(summed)
}

// key is the same for uses that select the same: those that have the same facts, as far as a mark may ask for them. A set
// has values of its own in other variables.
func (l *Library) key(uses []Use) string {
	var key []byte
	add := func(separator byte, text string) { key = append(append(key, separator), text...) }
	for _, use := range uses {
		add('\n', use.Script)
		asked := l.asked(use.Script)
		for _, v := range use.variables {
			switch {
			case !strings.HasPrefix(v.Name, variable):
			case isUnknown(v):
				add('?', v.Name)
			case asked[v.Name]:
				add('$', v.Name)
				add('=', strconv.Quote(v.Value))
			case v.Value != "":
				add('$', v.Name)
			}
		}
		for _, fact := range use.facts {
			add(',', fact)
		}
	}
	return string(key)
}

// asked returns the variables of which a mark asks for the value, in a script and in all that it may source or start.
func (l *Library) asked(name string) map[string]bool {
	if known, ok := l.askedBy.Load(name); ok {
		return known.(map[string]bool)
	}
	asked, seen := map[string]bool{}, map[string]bool{}
	var add func(string)
	add = func(name string) {
		if l.scripts[name] == nil || seen[name] {
			return
		}
		seen[name] = true
		s := l.scripts[name]()
		for _, mark := range s.marks {
			for fact := range strings.SplitSeq(mark, " or ") {
				if strings.Contains(fact, "=") {
					asked[variableOf(fact)] = true
				}
			}
		}
		for _, r := range s.references {
			add(r.name)
		}
	}
	add(name)
	l.askedBy.Store(name, asked)
	return asked
}

// selected is the work of [Library.Select].
func (l *Library) selected(uses []Use, users map[string][]Use) map[string]string {
	alone := l.alone(uses, users)
	changes := map[string]bool{}
	for name := range users {
		for _, changed := range l.scripts[name]().changes {
			changes[changed] = true
		}
	}
	texts := make(map[string][]string, len(users))
	for name, by := range users {
		texts[name] = keep(l.scripts[name]().lines, by, changes)
	}
	out := make(map[string][]string, len(users))
	for name := range texts {
		if !alone[name] {
			out[name] = insert(nil, texts, name, alone)
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
		if l.scripts[name] == nil {
			panic("there is no script " + name)
		}
		users[name] = append(users[name], use)
		for _, r := range l.scripts[name]().references {
			if r.ships([]Use{use}) {
				add(r.name, use)
			}
		}
	}
	for i, use := range uses {
		use.number = i
		add(use.Script, use)
	}
	return users
}

// alone returns the scripts that one line of another script sources, and that nothing else names.
func (l *Library) alone(uses []Use, users map[string][]Use) map[string]bool {
	named, alone := map[string]bool{}, map[string]bool{}
	for _, use := range uses {
		named[use.Script] = true
	}
	for name, by := range users {
		for _, r := range l.scripts[name]().references {
			if r.ships(by) {
				alone[r.name] = r.sourced && !named[r.name]
				named[r.name] = true
			}
		}
	}
	return alone
}

// insert appends the lines of a script to lines. The scripts that it alone sources are in place of the lines that source
// them. The second line of each script says where it comes from. That line of this script comes again after another one.
func insert(lines []string, texts map[string][]string, name string, alone map[string]bool) []string {
	from := texts[name][1]
	for _, line := range texts[name] {
		if source, ok := sourceOf(line); ok && alone[source] {
			begin := len(lines)
			lines = append(slices.Delete(insert(lines, texts, source, alone), begin, begin+1), from)
			continue
		}
		lines = append(lines, line)
	}
	return lines
}
