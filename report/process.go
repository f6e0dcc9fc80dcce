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

// Title returns a name of the source for people, for example "lammps-m-0-1 perf-sysstat".
func (s Source) Title() string {
	title := strings.TrimSpace(s.Pod + " " + s.Container)
	if title == "" {
		return s.File
	}
	return title
}
