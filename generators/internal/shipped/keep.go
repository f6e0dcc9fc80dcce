package shipped

import (
	"slices"
	"strings"
)

// The lines around commands that not every set needs.
const (
	only = "# ships for: "
	end  = "# end"
)

// Behind a mark, and behind end, stands what hack/ship knows of the commands beside it: after if the one before may share its
// line with another, and before if the one that follows may share the line of another. Two such commands share a line of at
// most width if nothing between them ships.
const (
	after  = " <"
	before = " >"
	width  = 112
)

func markOf(line string) (string, bool) {
	mark, ok := strings.CutPrefix(strings.TrimLeft(line, " "), only)
	if !ok {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(mark, "\n"), before), after), true
}

func isEnd(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), end) }

// A keeper collects the lines of a script that ship.
type keeper struct {
	lines []string
	// open says of each mark that has not ended whether it holds.
	open []bool
	// gap says that there were marks since the last line. The line and the next one are one if first and second.
	gap, first, second bool
	// sure is the fact of the mark before this line, if it holds for all uses.
	sure string
	// inside holds the indentation of each "if" that was removed and has not ended.
	inside []string
}

// keep removes the marks, the commands whose marks hold for no use, and what is sure for all uses: conditions and defaults.
// The scripts of the set change some variables, of which nothing is sure.
func keep(lines []string, uses []Use, changes map[string]bool) []string {
	k := keeper{lines: make([]string, 0, len(lines))}
	for _, line := range lines {
		if mark, ok := markOf(line); ok {
			k.mark(line)
			k.open = append(k.open, anyHolds(uses, mark))
			k.sure = ""
			if !changes[variableOf(mark)] && allSure(uses, mark) {
				k.sure = mark
			}
		} else if isEnd(line) {
			k.open = k.open[:len(k.open)-1]
			k.mark(line)
		} else if line, ok := k.withoutCondition(line); ok && k.ships() {
			k.add(withDefault(line, uses, changes))
		}
	}
	return k.lines
}

func anyHolds(uses []Use, mark string) bool {
	return slices.ContainsFunc(uses, func(use Use) bool { return use.holds(mark) })
}

func allSure(uses []Use, mark string) bool {
	return !slices.ContainsFunc(uses, func(use Use) bool { return !use.isSure(mark) })
}

func (k *keeper) ships() bool { return !slices.Contains(k.open, false) }

// mark notes what a comment says of the commands beside it.
func (k *keeper) mark(comment string) {
	if !k.ships() {
		return
	}
	if !k.gap {
		k.first = strings.Contains(comment, after)
	}
	k.gap, k.second = true, strings.HasSuffix(comment, before+"\n")
}

func (k *keeper) add(line string) {
	last := len(k.lines) - 1
	if k.gap && k.first && k.second {
		if joined := strings.TrimSuffix(k.lines[last], "\n") + "; " + strings.TrimLeft(line, " "); len(joined) <= width+1 {
			k.lines = k.lines[:last]
			line = strings.Replace(joined, " &; ", " & ", 1)
		}
	}
	k.lines, k.gap = append(k.lines, line), false
}
