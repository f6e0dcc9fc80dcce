package metriclog

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Section is one table of pidstat: a header and a line of JSON.
type Section struct {
	Header string
	Rows   []Row
}

// Row is one line of a table.
type Row map[string]any

// sectionHeader is a line of words in capitals.
var sectionHeader = regexp.MustCompile(`^[A-Z]+( [A-Z]+)*$`)

// ReadSections cuts a sample of pidstat into its tables and what comes before them.
func ReadSections(sample string) (sections []Section, before string, err error) {
	lines := strings.SplitAfter(strings.TrimSuffix(sample, "\n"), "\n")
	for len(lines) > 0 && !sectionHeader.MatchString(strings.TrimSpace(lines[0])) {
		before, lines = before+lines[0], lines[1:]
	}
	for ; len(lines) > 1; lines = lines[2:] {
		read := Section{Header: strings.TrimSpace(lines[0])}
		if !sectionHeader.MatchString(read.Header) {
			return nil, "", fmt.Errorf("%q is not a header of a section", lines[0])
		}
		if err := json.Unmarshal([]byte(lines[1]), &read.Rows); err != nil {
			return nil, "", fmt.Errorf("%s: %w in %q", read.Header, err, lines[1])
		}
		sections = append(sections, read)
	}
	if len(lines) > 0 {
		return nil, "", fmt.Errorf("%q has no line of JSON", lines[0])
	}
	return sections, before, nil
}

// Number returns a figure, or -1 if there is none. jc leaves it as text in some columns.
func (r Row) Number(key string) float64 {
	switch value := r[key].(type) {
	case float64:
		return value
	case string:
		if read, err := strconv.ParseFloat(value, 64); err == nil {
			return read
		}
	}
	return -1
}

// Tables are the sections of a sample. Traced says that the kernel shows their figures only to processes that may trace.
var Tables = []struct {
	Header string
	Traced bool
}{
	{"CPU STATISTICS TASK", false},
	{"CPU STATISTICS CHILD", false},
	{"IO STATISTICS", true},
	{"POLICY", false},
	{"PAGEFAULTS TASK", false},
	{"PAGEFAULTS CHILD", false},
	{Stack, true},
	{"THREADS TASK", false},
	{"THREADS CHILD", false},
	{"KERNEL TABLES", true},
	{"TASK SWITCHING", false},
}

// Stack is the header of the only section that is not in every sample.
const Stack = "STACK UTILIZATION"

// Sample are the sections of one sample.
type Sample []Section

// Has tells whether a sample has a section.
func (s Sample) Has(header string) bool {
	return slices.ContainsFunc(s, func(section Section) bool { return section.Header == header })
}

// IsWhole tells whether a sample has all sections, except the section of the stack.
func (s Sample) IsWhole() bool {
	for _, table := range Tables {
		if table.Header != Stack && !s.Has(table.Header) {
			return false
		}
	}
	return true
}

// First returns the first row of a section, the row of the process.
func (s Sample) First(header string) Row {
	for _, section := range s {
		if section.Header == header && len(section.Rows) > 0 {
			return section.Rows[0]
		}
	}
	return nil
}
