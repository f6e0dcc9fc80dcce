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
	Runs       []Run       // in the order in which they were given
	Rest       []Run       // what logs say about sets with several jobs and about none of them: without state and facts
	Comparison *Comparison // nil before [Compare], which all writers need
	Problems   []Problem   // in the order of files, and as they were found
	Command    string      // that made it, as it was typed, or ""
	Version    string      // of Latchkey, or ""
}

// A Source is the log of one container.
type Source struct {
	File      string
	Pod       string            // "" if it is not known
	Index     int               // completion index of the pod, or -1
	Job       string            // replicated job of the pod: m, l, w, ..., or ""
	Container string            // "" if it is not known
	Metric    string            // from the metadata: "perf-sysstat"; without metadata the name of the record kind that was found first
	Pods      int               // number of pods of the metric, from the metadata; 0 without
	Options   map[string]string // options of the metric, from the metadata
	Lines     int               // number of its lines
	Jobs      []*Job            // executions that the log tells apart, in the order of their output; none if it has one only
	Results   []Result          // in the order of the log; results of one kind that repeat over time are one result
}

// A Result is what one program printed.
type Result struct {
	Kind   *Kind
	Title  string // tells results of a kind apart: the name of an OSU program or of a fio job; "" where there is one
	Job    *Job   // the execution that printed it: one of Source.Jobs, or nil
	Line   int    // line of the log at which it begins, from 1
	Time   float64
	Fault  string // why the output is not whole, or ""
	Texts  []Text // version of the program and other words, in the order of the log
	Values []Value
	Series []Series
	Curves []Curve
	Tables []Table
}

// A Kind is a kind of record: the form of what a program prints. Its fields are documented in docs/reference/records.md. The file that
// describes a program gives it: the tags are the names and the meaning of its entries.
type Kind struct {
	Name    string   `json:"name" doc:"name of the records, in lower case; a program of this name that Latchkey knows is replaced"`
	Title   string   `json:"title" doc:"name for people; default the name"`
	Metrics []string `json:"metrics" doc:"metrics of the catalogue that print it"`
	Form    string   `json:"source" doc:"where the lines were taken from: version and file"`
	URL     string   `json:"url" doc:"page of the program"`
	// Merit are the most important first. One quantity is named once: loop time or steps per second.
	Merit []string `json:"figures" doc:"figures of merit, which are compared: names of marks"`
	Tasks string   `json:"tasks" doc:"the mark with the number of processes, or a product: px*py*pz; ranks|procs is procs where a log has no ranks; #rank is how many values the mark rank has"`
	Nodes string   `json:"nodes" doc:"the mark with the number of nodes, which is the size of a run whose record and name do not say it"`
	Facts []string `json:"facts" doc:"marks with what tells experiments apart: operation, threads, precision; runs that differ in them are not repetitions"`
	// Further is how the names of columns begin that a user of the program chooses, or "". Without Fields, all are such.
	Further string
	Fields  []Field `json:"fields" doc:"what marks and columns are; one without an entry only describes the run"`
	Problem Size    `json:"problem" doc:"without it the figures have no speed-up"`
}

// A Size says which fields and strings tell how large a problem was. A program without them solves none: it measures a latency or bandwidth.
// Total or Each is enough.
type Size struct {
	Total string   `json:"total" doc:"size of the problem of all processes: a mark or a product, nx*ny*nz"`
	Each  string   `json:"each" doc:"likewise of each process"`
	With  []string `json:"with" doc:"marks that must be equal too: steps"`
}

// Names returns the names of all fields and strings.
func (s Size) Names() (all []string) {
	for name := range strings.SplitSeq(s.Total+"*"+s.Each, "*") {
		all = AddNew(all, name)
	}
	return append(all, s.With...)
}

// Index returns the place of a field in a kind, or the number of its fields if it has none of this name.
func (k *Kind) Index(field string) int {
	if i := slices.IndexFunc(k.Fields, func(f Field) bool { return f.Name == field }); i >= 0 {
		return i
	}
	return len(k.Fields)
}

// Better says which of two values of a field is better.
type Better string

// A time is better when lower, and a bandwidth when higher.
const (
	Neither Better = ""
	Lower   Better = "lower"
	Higher  Better = "higher"
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

// isMean tells whether all values count: a description may say so.
func (t Take) isMean() bool { return t == TakeMean || t == "mean" }

// of returns what counts of a value and the value after it. Of those that have a mean it is the last.
func (t Take) of(before, after float64) float64 {
	switch t {
	case TakeFirst:
		return before
	case TakeMin:
		return min(before, after)
	case TakeMax:
		return max(before, after)
	case TakeSum:
		return before + after
	}
	return after
}

// A Field is a quantity: a mark or column of a kind.
type Field struct {
	Name   string  `json:"name" doc:"the mark or column"`
	Title  string  `json:"title" doc:"name for people"`
	Group  string  `json:"group" doc:"fields of a group are in one picture"`
	Unit   string  `json:"unit" doc:"s, us, MB/s, ..."`
	Better Better  `json:"better" enum:"lower higher" doc:"which is better; nothing for what only describes the run"`
	Take   Take    `json:"take" enum:"mean first last min max sum" doc:"which of several in a run counts; default the mean"`
	At     float64 `json:"at" doc:"the point of a curve that is compared; default the first positive one if less is better, else the last"`
	Rows   Take    `json:"rows" enum:"mean first last min max sum" doc:"what is compared of all rows of a table or points of a curve"`
	Log    bool    `json:"log" doc:"it is drawn on a logarithmic axis"`
	Scales bool    `json:"scales" doc:"it has a speed-up though the program says no problem"`
	Doc    string  `json:"doc" doc:"one sentence"`
	Names  bool    `json:"names" doc:"the number names something, such as a processor or a user: it has neither mean nor picture"`
}

// IsRate tells whether the quantity is one a second.
func (f *Field) IsRate() bool { return strings.HasSuffix(f.Unit, "/s") }

// A Column is a quantity and its values, in an order that its owner knows. Columns and values of one field share it.
type Column struct {
	*Field
	Values Numbers // NaN means that there is no value
}

// Text is a word that a program printed about itself or its problem.
type Text struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A Value is one number.
type Value struct {
	*Field
	Value   float64
	Process string // rank or job the value belongs to, or "" for the whole program
	Time    float64
}

// Series are measurements over time. All columns of a series were measured at the same times.
type Series struct {
	Process  Process
	Absolute bool // Times are seconds since 1970; else since the first sample
	Times    Numbers
	Lengths  Numbers  // how many seconds each sample is of, by which means are weighted; nil if all are equally long
	Columns  []Column // each as long as Times
}

// weight returns what a sample counts in a mean.
func (s *Series) weight(sample int) float64 {
	if s.Lengths == nil {
		return 1
	}
	return s.Lengths[sample]
}

// A Process is what a series is about: a process, a thread, a device or a metric set.
type Process struct {
	Name   string `json:"name"`             // command of the process, or name of the device
	ID     int    `json:"id,omitempty"`     // process number, or 0
	Thread int    `json:"thread,omitempty"` // thread number, or 0 for the whole process
	Rank   int    `json:"-"`                // 1 for a command of Flux or of a sidecar, which comes after those of the application
}

// A Curve is one quantity over another that is not a time: latency over the size of messages, temperature over steps.
type Curve struct {
	Name    string // tells the curves of a result apart, or ""
	Process string // rank or job, or ""
	X       Column // X and Y are equally long
	Y       Column
}

// A Table is a result of rows and columns. Labels name the rows.
type Table struct {
	Name    string
	Title   string
	Process string // part of the program it belongs to, for example "run 2", or ""
	Rank    int    // of a command, as that of a Process
	Label   string // what the labels are: "section", "rank"
	Labels  []string
	Ranges  []Range  // of a histogram: each row counts the values in one. Else empty
	Columns []Column // each as long as Labels
}

// A Problem is a part of a file that could not be read.
type Problem struct {
	File string `json:"file"`
	And  string `json:"and,omitempty"`  // another file that it is about too, or ""
	Line int    `json:"line,omitempty"` // first line, from 1; 0 if the whole file is meant
	Last int    `json:"last,omitempty"` // last line of the part
	What string `json:"what"`           // what was lost, and why
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

// Where returns the place of a problem as "file", "file and other", "file:3" or "file:3-7".
func (p Problem) Where() string {
	switch {
	case p.And != "":
		return p.File + " and " + p.And
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

// Abridged returns some problems by kind, with the first three of each and the number of its others.
func Abridged(problems []Problem) (said []Problem) {
	const most = 3
	for _, same := range Grouped(problems, func(p Problem) string { return p.What }) {
		said = append(said, same[:min(len(same), most)]...)
		if more := len(same) - most; more > 0 {
			said = append(said, Problem{File: fmt.Sprintf("%d more", more), What: same[0].What})
		}
	}
	return said
}
