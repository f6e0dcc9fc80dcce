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

// A mark ends in after if the command before it may share its line with another, and end in before if the command after it
// may share the line of another: hack/ship knows. Such commands share a line of at most width if nothing between them ships.
const (
	after  = " <"
	before = " >"
	width  = 112
)

func markOf(line string) (string, bool) {
	mark, ok := strings.CutPrefix(strings.TrimSpace(line), only)
	return strings.TrimSuffix(mark, after), ok
}

// A keeper writes the lines of a script that ship.
type keeper struct {
	lines []string
	// open says of each mark that has not ended whether it holds.
	open []bool
	// dropped says that nothing shipped since the last line. The line may share its line with the next if first and second.
	dropped, first, second bool
}

// keep removes the marks, and the commands whose marks hold for no use.
func keep(text string, uses []Use) string {
	var k keeper
	for line := range strings.Lines(text) {
		code := strings.TrimSpace(line)
		if mark, ok := markOf(line); ok {
			k.begin(slices.ContainsFunc(uses, func(use Use) bool { return use.holds(mark) }), strings.HasSuffix(code, after))
		} else if strings.TrimSuffix(code, before) == end {
			k.end(strings.HasSuffix(code, before))
		} else if k.ships() {
			k.add(line)
		}
	}
	return strings.Join(k.lines, "")
}

func (k *keeper) ships() bool { return !slices.Contains(k.open, false) }

// begin begins a mark. mayJoin is about the command before it.
func (k *keeper) begin(holds, mayJoin bool) {
	if k.ships() {
		k.first = mayJoin && !k.dropped || k.first && k.dropped
		k.dropped = !holds
	}
	k.open = append(k.open, holds)
}

// end ends a mark. mayJoin is about the command after it.
func (k *keeper) end(mayJoin bool) {
	k.open = k.open[:len(k.open)-1]
	k.second = mayJoin
}

func (k *keeper) add(line string) {
	last := len(k.lines) - 1
	if k.dropped && k.first && k.second {
		if joined := strings.TrimSuffix(k.lines[last], "\n") + "; " + strings.TrimLeft(line, " "); len(joined) <= width+1 {
			k.lines = k.lines[:last]
			line = strings.Replace(joined, " &; ", " & ", 1)
		}
	}
	k.lines, k.dropped = append(k.lines, line), false
}
