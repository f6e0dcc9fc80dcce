package report

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the process as people write it, for example "lmp (123)", "lmp (123/125)" for a thread, or "sda".
func (p Process) String() string {
	var number string
	switch {
	case p.Thread != 0:
		number = fmt.Sprintf("%d/%d", p.ID, p.Thread)
	case p.ID != 0:
		number = strconv.Itoa(p.ID)
	default:
		return p.Name
	}
	return strings.TrimSpace(p.Name + " (" + number + ")")
}

// Found tells whether any log had a result.
func (r *Report) Found() bool {
	for range r.Results() {
		return true
	}
	return false
}

// Where returns the place of a problem as "file", "file:3" or "file:3-7".
func (p Problem) Where() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Last > p.Line:
		return fmt.Sprintf("%s:%d-%d", p.File, p.Line, p.Last)
	default:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
}

// String returns the problem with its place.
func (p Problem) String() string { return p.Where() + ": " + p.What }
