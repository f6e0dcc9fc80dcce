package shipped

import (
	"embed"
	"slices"
	"strings"
)

// folder is the variable with the folder of the scripts.
const folder = "LATCHKEY_FILES"

// A script is the shipped form of a script, with its marks.
type script struct {
	lines []string
	// marks are those of the script, and the variables with a default.
	marks      []string
	references []reference
	// changes are the variables that the script sets or forgets.
	changes []string
}

// A reference is a place of a script that sources or starts another script.
type reference struct {
	name    string
	sourced bool
	// marks are around the place, from the outermost one.
	marks []string
}

// ships says whether the place ships in a script that has these uses.
func (r reference) ships(uses []Use) bool {
	return !slices.ContainsFunc(r.marks, func(mark string) bool { return !anyHolds(uses, mark) })
}

// read returns the script in a file. It panics if it cannot be read.
func read(files embed.FS, path string) script {
	text, err := files.ReadFile(path)
	if err != nil {
		panic(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	s := script{lines: lines[:len(lines)-1]} // the text ends with a line
	var open []string
	for _, line := range s.lines {
		if mark, ok := markOf(line); ok {
			open = append(open, mark)
			s.marks = append(s.marks, mark)
		} else if isEnd(line) {
			open = open[:len(open)-1]
		} else if strings.Contains(line, variable) {
			s.references = append(s.references, referencesIn(line, slices.Clone(open))...)
			s.changes = append(s.changes, changesIn(line)...)
			for r := range readings(line) {
				s.marks = append(s.marks, r.name)
			}
		}
	}
	return s
}

// changesIn returns the variables that a line sets or forgets.
func changesIn(line string) []string {
	var changed []string
	for at := strings.Index(line, variable); at >= 0; {
		begin := at
		at += len(variable)
		for at < len(line) && (line[at] == '_' || line[at] >= 'A' && line[at] <= 'Z') {
			at++
		}
		isStart := begin == 0 || strings.IndexByte(" {;", line[begin-1]) >= 0
		if rest := line[at:]; isStart && (strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") || rest == "\n") {
			changed = append(changed, line[begin:at])
		}
		next := strings.Index(line[at:], variable)
		if next < 0 {
			break
		}
		at += next
	}
	return changed
}

// referencesIn returns the references of a line.
func referencesIn(line string, marks []string) []reference {
	if name, ok := sourceOf(line); ok {
		return []reference{{name, true, marks}}
	}
	var found []reference
	for _, rest := range strings.Split(line, folder)[1:] {
		if name, ok := startedBy(rest); ok {
			found = append(found, reference{name, false, marks})
		}
	}
	return found
}

// sourceOf returns the script that a line sources. Such a line begins at the beginning of the line.
func sourceOf(line string) (string, bool) {
	path, ok := strings.CutPrefix(line, `. "$`)
	if !ok || !strings.Contains(path, folder) {
		return "", false
	}
	return strings.CutSuffix(path[strings.LastIndex(path, "/")+1:], "\"\n")
}

// startedBy returns the script whose path a text begins with, behind the name of the folder's variable and its default.
func startedBy(text string) (string, bool) {
	if strings.HasPrefix(text, ":-") {
		_, text, _ = strings.Cut(text, "}")
	}
	text, ok := strings.CutPrefix(text, "/")
	if end := strings.IndexFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' && r != '.' }); end >= 0 {
		text = text[:end]
	}
	return text, ok && (strings.HasSuffix(text, ".sh") || strings.HasSuffix(text, ".py"))
}
