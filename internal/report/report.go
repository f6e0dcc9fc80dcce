package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Report is all that was read.
type Report struct {
	Runs []Run // in the order in which they were given
	// Rest is what a log says about a set with several jobs and about none of them. Its runs have neither state nor facts.
	Rest       []Run
	Comparison *Comparison // nil before [Compare]
	Problems   []Problem   // in the order of files and lines
}

// A Source is the log of one container.
type Source struct {
	File      string `json:"file"`
	Pod       string `json:"pod,omitempty"`       // "" if it is not known
	Index     int    `json:"-"`                   // completion index of the pod, or -1
	Job       string `json:"job,omitempty"`       // replicated job of the pod: m, l, w, ..., or ""
	Container string `json:"container,omitempty"` // "" if it is not known
	// Metric is the metric's name in the metadata of the log, for example perf-sysstat. Without metadata it is the name
	// of the record kind that was found first.
	Metric  string            `json:"metric,omitempty"`
	Pods    int               `json:"pods,omitempty"`    // number of pods of the metric, from the metadata; 0 without
	Options map[string]string `json:"options,omitempty"` // options of the metric, from the metadata
	Addons  []string          `json:"addons,omitempty"`  // names of the addons, from their metadata
	Command string            `json:"command,omitempty"` // what is measured or watched, if the log says it
	Samples int               `json:"samples,omitempty"` // number of collected samples (timepoints)
	Lines   int               `json:"-"`                 // number of its lines
	// Jobs are the executions that the log tells apart, in the order of their output, or none if it has one only.
	Jobs    []*Job   `json:"-"`
	Results []Result `json:"results,omitempty"` // in the order of the log; results of one kind that repeat over time are one result
}

// A Result is what one program printed.
type Result struct {
	Kind   *Kind    `json:"-"`
	Title  string   `json:"title,omitempty"` // tells results of a kind apart: the name of an OSU program or of a fio job; "" where there is one
	Job    *Job     `json:"-"`               // the execution that printed it: one of Source.Jobs, or nil
	Sample int      `json:"sample"`          // number of the sample in the log, from 0
	Line   int      `json:"line"`            // line of the log at which it begins, from 1
	Time   float64  `json:"-"`
	Fault  string   `json:"fault,omitempty"` // why the output is not whole, or ""
	Texts  []Text   `json:"texts,omitempty"` // version of the program and other words, in the order of the log
	Values []Value  `json:"values,omitempty"`
	Series []Series `json:"series,omitempty"`
	Curves []Curve  `json:"curves,omitempty"`
	Tables []Table  `json:"tables,omitempty"`
}

// A Kind is a kind of record: the form of what a program prints. Its fields are documented in docs/reference/records.md.
type Kind struct {
	Name    string   // for example "pidstat"
	Title   string   // for people, for example "processes (pidstat)"
	Metrics []string // metrics of the catalogue that print it
	Form    string   // where the form comes from: program, version, file
	URL     string
	Fields  []Field // all that the form names; columns that a user chooses are not there
	// Further begins the names of fields that only a log tells, such as columns that a user chooses: "thermo.". It is "" if there
	// are none. Without Fields, all are such.
	Further string
	// Merit are the names of the fields that answer how well the program ran, the most important first. One quantity is
	// named once: loop time or steps per second. Of a curve the first point counts if less is better, else the last.
	Merit []string
	// Tasks is the name of the field with the number of tasks (MPI processes), or "".
	Tasks string
	// Problem are the names of the fields and texts that say how large the problem was. A program without them does not
	// solve a problem, so its figures have no speed-up: latency, bandwidth.
	Problem []string
	// Total is the size of the problem of all processes, as a product of its names: "nx*ny*nz". Each is the size of the problem of
	// each process. One of them is enough.
	Total, Each string
}

// Index returns the place of a field in a kind, or the number of its fields if it has none of this name.
func (k *Kind) Index(field string) int {
	if i := slices.IndexFunc(k.Fields, func(f Field) bool { return f.Name == field }); i >= 0 {
		return i
	}
	return len(k.Fields)
}

// Better says which of two values of a field is better.
type Better int

// A time is better when it is lower, and a bandwidth when it is higher.
const (
	Neither Better = iota
	Lower
	Higher
)

// Take says which of the values that a run printed counts.
type Take string

// Ways to take one of several values.
const (
	TakeMean  Take = "" // of pods, processes and repetitions
	TakeFirst Take = "first"
	TakeLast  Take = "last"
	TakeMin   Take = "min"
	TakeMax   Take = "max"
	TakeSum   Take = "sum"
)

// A Field is a quantity.
type Field struct {
	Name   string  `json:"name"`           // unique in its kind, for programs: "cpu_task.percent_usr"
	Title  string  `json:"-"`              // for people: "user"
	Group  string  `json:"-"`              // fields of a group belong into one picture: "CPU"; "" if it stands alone
	Unit   string  `json:"unit,omitempty"` // "s", "%", "B", "kB/s", "1/s", "MB/s", "us", ...; "" for a count or a ratio
	Better Better  `json:"-"`
	Doc    string  `json:"-"` // one sentence
	At     float64 `json:"-"` // the point of a curve that is compared, or 0 for the first positive one if less is better, else the last
	Take   Take    `json:"-"` // which of several values in a run counts
	Rows   Take    `json:"-"` // what of all rows of a table or points of a curve is compared; "" for each row, or the point At
	Log    bool    `json:"-"` // it is usually drawn on a logarithmic axis
	Scales bool    `json:"-"` // it has a speed-up, whatever its kind is
	Names  bool    `json:"-"` // the number names something, such as a processor or a user: it has neither mean nor picture
}

// A Column is a quantity and its values, in an order that its owner knows.
type Column struct {
	Field
	Values Numbers `json:"values"` // NaN means that there is no value
}

// A Text is a word that a program printed about itself or its problem.
type Text struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A Value is one number. Values of one field share it.
type Value struct {
	*Field
	Value   float64
	Process string // rank or job the value belongs to, or "" for the whole program
	Time    float64
}

// Series are measurements over time. All columns of a series were measured at the same times.
type Series struct {
	Process Process `json:"process"`
	// Times are seconds since 1970 if Absolute, else seconds since the first sample.
	Absolute bool     `json:"absolute"`
	Times    Numbers  `json:"times"`
	Columns  []Column `json:"fields,omitempty"` // each as long as Times
}

// A Process is what a series is about: a process, a thread, a device or a metric set.
type Process struct {
	Name   string `json:"name"`             // command of the process, or name of the device
	ID     int    `json:"id,omitempty"`     // process number, or 0
	Thread int    `json:"thread,omitempty"` // thread number, or 0 for the whole process
}

// A Curve is one quantity over another that is no time: latency over the size of messages, temperature over steps.
type Curve struct {
	Name    string `json:"name"`              // tells the curves of a result apart, or ""
	Process string `json:"process,omitempty"` // rank or job, or ""
	X       Column `json:"x"`                 // X and Y are equally long
	Y       Column `json:"y"`
}

// A Table is a result of rows and columns. Labels name the rows.
type Table struct {
	Name    string    `json:"name"`
	Title   string    `json:"-"`
	Process string    `json:"process,omitempty"` // part of the program it belongs to, for example "run 2", or ""
	Label   string    `json:"label"`             // what the labels are: "section", "rank"
	Labels  []string  `json:"rows"`
	Starts  []float64 `json:"-"`                 // where each row counts the values in a range, "512-1023": its lower end. Else empty
	Columns []Column  `json:"columns,omitempty"` // each as long as Labels
}

// A Problem is a part of a file that could not be read.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"` // first line, from 1; 0 if the whole file is meant
	// Last is the last line of the part. It is Line if one line is meant.
	Last int    `json:"last,omitempty"`
	What string `json:"what"` // what was lost, and why
}

// Unknown is the time or value of what has none.
var Unknown = math.NaN()

// Known tells whether there is a time or value. What is infinite, as a sum of large numbers may be, is none.
func Known(value float64) bool { return !math.IsNaN(value) && !math.IsInf(value, 0) }

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
