package parse

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var timeKind = report.Kind{
	Name:  "time",
	Title: "time of a command",
	Form:  "the word time of bash, also time -p; GNU time 1.9, also time -v; logging.timed of a MiniCluster (FLUXTIME)",
	URL:   "https://www.gnu.org/software/bash/manual/bash.html#Pipelines",
	Merit: []string{"real"},
	Fields: []report.Field{
		{Name: "real", Title: "wall time", Unit: "s", Better: report.Lower, Doc: "time from start to end"},
		{Name: "user", Title: "user", Unit: "s", Better: report.Lower, Doc: "processor time of the program"},
		{Name: "sys", Title: "system", Unit: "s", Better: report.Lower, Doc: "processor time of the kernel for the program"},
		{Name: "cpu", Title: "CPU", Unit: "%", Doc: "processor time divided by wall time"},
		{Name: "maxrss", Title: "memory", Unit: "KiB", Better: report.Lower, Doc: "greatest resident memory of a process"},
		{Name: "majflt", Title: "major faults", Better: report.Lower, Doc: "page faults that needed a page from disk"},
		{Name: "minflt", Title: "minor faults", Doc: "page faults that needed no page from disk"},
		{Name: "inputs", Title: "blocks read", Doc: "blocks of 512 B that were read"},
		{Name: "outputs", Title: "blocks written", Doc: "blocks of 512 B that were written"},
		{Name: "nvcsw", Title: "voluntary switches", Doc: "switches because the program waited for something"},
		{Name: "nivcsw", Title: "involuntary switches", Doc: "switches because another program was to run"},
		{Name: "status", Title: "exit status", Doc: "of the program (time -v)"},
	},
}

// timingForms are the lines with times.
var timingForms = newForms([]string{
	"real {real:time}$",
	"user {user:time}$",
	"sys {sys:time}$",
	"FLUXTIME {label!} wall time {real:time}",
	"{user}user {sys}system {real:time}elapsed {cpu}%CPU ({}avgtext+{}avgdata {maxrss}maxresident)k",
	"{inputs}inputs+{outputs}outputs ({majflt}major+{minflt}minor)pagefaults",
	"User time (seconds): {user}",
	"System time (seconds): {sys}",
	"Percent of CPU this job got: {cpu}%",
	"Elapsed (wall clock) time (h:mm:ss or m:ss): {real:time}",
	"Maximum resident set size (kbytes): {maxrss}",
	"Major (requiring I/O) page faults: {majflt}",
	"Minor (reclaiming a frame) page faults: {minflt}",
	"Voluntary context switches: {nvcsw}",
	"Involuntary context switches: {nivcsw}",
	"File system inputs: {inputs}",
	"File system outputs: {outputs}",
	"Exit status: {status}",
	"Command exited with non-zero status {failure!}",
	"Command terminated by signal {failure!}",
})

// between is a result that is found between the lines of programs, until their output is over.
type between struct {
	source *source
	result *report.Result // or nil
}

func (b *between) add(kind *report.Kind, values ...report.Value) {
	if b.result == nil {
		result := b.source.newResult(kind)
		b.result = &result
	}
	b.result.Values = append(b.result.Values, values...)
}

func (b *between) flush() {
	if b.result != nil {
		b.source.add(*b.result)
		b.result = nil
	}
}

// timing reads the times of commands, which come between and after the lines of other programs.
type timing struct{ between }

// take reads a line with times. It tells whether it was one.
func (t *timing) take(l line) bool {
	text := bytes.TrimSpace(l.text)
	if len(text) == 0 || len(text) > 200 || !mayTime(text) {
		return false
	}
	for _, f := range timingForms {
		if found, ok := f.match(text); ok {
			t.keep(found, l)
			return true
		}
	}
	return false
}

// mayTime tells from the first character whether a line may have a time.
func mayTime(text []byte) bool {
	return bytes.IndexByte([]byte("rusCFUSPEMVI0123456789"), text[0]) >= 0
}

// keep adds the times of a line.
func (t *timing) keep(found []match, l line) {
	values := make([]report.Value, 0, len(found))
	title := ""
	for _, m := range found {
		switch m.name {
		case "failure": // GNU time says it before the times
			t.flush()
			t.add(&timeKind)
			t.result.Fault = clean(bytes.TrimSpace(l.text))
			return
		case "label":
			title = clean(m.text)
			continue
		}
		values = append(values, report.Value{Field: fieldOf(&timeKind, m.name), Value: m.number, Time: l.time})
	}
	if title != "" || t.has(values[0].Name) {
		t.flush()
	}
	begins := t.result == nil
	t.add(&timeKind, values...)
	t.source.doubt(t.result, values[len(values)-1].Field, l)
	if program, ok := t.source.active.(*output); ok && begins {
		t.result.Title = program.result.Title
	}
	if title != "" {
		t.result.Title = title
		t.flush()
	}
}

func (t *timing) has(name string) bool {
	return t.result != nil && slices.ContainsFunc(t.result.Values, func(v report.Value) bool { return v.Name == name })
}

// Figures are figures that the user looks for in all logs.
type Figures struct {
	kind     *report.Kind
	patterns []*regexp.Regexp // of each field of the kind
	found    []bool           // some line has it
}

// figureForm is NAME=EXPRESSION, higher or lower, and further words.
var figureForm = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_.-]*)=(.+), *(higher|lower)(?:, *(.+))?$`)

const figureExample = `'fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s'`

// NewFigures reads figures as the option --figure has them: fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s. The
// expression is one of Go (RE2), and its first group finds the number, to which k, M, G or T may belong. Higher or lower says what is
// better. A unit may follow, what to take of several values in a run, and "scales" for a figure that has a speed-up.
func NewFigures(texts []string) (*Figures, error) {
	f := &Figures{kind: &report.Kind{Name: "figure", Title: "figures of your own"}}
	var problems []error
	for _, text := range texts {
		if err := f.add(text); err != nil {
			problems = append(problems, fmt.Errorf("figure %q: %w", text, err))
		}
	}
	f.found = make([]bool, len(f.patterns))
	return f, errors.Join(problems...)
}

// mean is what a user writes for report.TakeMean, which otherwise is no choice.
const mean = "mean"

func (f *Figures) add(text string) error {
	parts := figureForm.FindStringSubmatch(text)
	if parts == nil {
		return errors.New(`write NAME=EXPRESSION, higher or NAME=EXPRESSION, lower; a unit may follow: ` + figureExample)
	}
	pattern, err := regexp.Compile(parts[2])
	if err != nil {
		return err
	}
	if pattern.NumSubexp() == 0 {
		return fmt.Errorf(`%q has no group: put parentheses around the number, for example (\S+)`, parts[2])
	}
	if slices.Contains(f.kind.Merit, parts[1]) {
		return fmt.Errorf("the name %q is there twice", parts[1])
	}
	better := map[string]report.Better{"higher": report.Higher, "lower": report.Lower}[parts[3]]
	field := report.Field{Name: parts[1], Title: parts[1], Better: better, Doc: "the number in " + parts[2]}
	for word := range strings.SplitSeq(parts[4], ",") {
		switch word = strings.TrimSpace(word); {
		case word == "":
		case word == "scales":
			field.Scales = true
		case word == mean || slices.Contains(takes, report.Take(word)):
			field.Take = report.Take(word)
		case field.Unit == "":
			field.Unit = word
		default:
			return fmt.Errorf("%q and %q are two units: after the unit write first, last, min, max, mean or sum, or scales", field.Unit, word)
		}
	}
	f.kind.Fields = append(f.kind.Fields, field)
	f.kind.Merit = append(f.kind.Merit, parts[1])
	f.patterns = append(f.patterns, pattern)
	return nil
}

var takes = []report.Take{report.TakeFirst, report.TakeLast, report.TakeMin, report.TakeMax, report.TakeSum}

// Missing returns the figures that no line had.
func (f *Figures) Missing() (names []string) {
	if f == nil {
		return nil
	}
	for i, found := range f.found {
		if !found {
			names = append(names, f.kind.Fields[i].Name)
		}
	}
	return names
}

// figures finds the figures of the user between the lines of all programs.
type figures struct {
	*Figures // or nil
	between
}

func (f *figures) take(l line) {
	if f.Figures == nil {
		return
	}
	for i, pattern := range f.patterns {
		at := pattern.FindSubmatchIndex(l.text)
		if at == nil || at[2] < 0 {
			continue
		}
		f.found[i] = true
		word := l.text[at[2]:at[3]]
		found, ok := matchOf(":si", word)
		if !ok {
			f.source.lost(l.number, "the figure "+f.kind.Fields[i].Name+" is no number: "+clean(word))
			continue
		}
		f.between.add(f.kind, report.Value{Field: &f.kind.Fields[i], Value: found.number, Time: l.time})
		f.source.doubt(f.result, &f.kind.Fields[i], l)
	}
}
