package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// The marks that the scripts of metrics (generators/metricset/scripts/lib.sh) and the Metrics Operator print.
const (
	markMetadata  = "METADATA START "
	markStart     = "METRICS OPERATOR COLLECTION START"
	markTimepoint = "METRICS OPERATOR TIMEPOINT"
	markEnd       = "METRICS OPERATOR COLLECTION END"
)

// source reads the lines of one container.
type source struct {
	log        *log
	prefix     string
	out        report.Source
	timed      bool // the first line begins with a time, so each line should
	collecting int  // line of the start of the collection that is not over, or 0
	command    bool // a script prints the command that it runs or watches
	lines      int  // number of the last line
	now        float64

	candidates *candidates
	lasting    map[*program]parser // finishers
	finishers  []finisher          // in the order of their first lines
	active     parser              // of what prints now, under the label of its rank
	ranks      map[string]parser   // of the other labels
	rank       string              // the label of the last line, or ""
	labeled    bool                // a program began behind a label
	timing     timing
	figures    []*output // of the user
	jobs       jobs
}

func newSource(l *log, prefix string) *source {
	s := &source{log: l, prefix: prefix, now: report.Unknown, candidates: candidatesOf("", l.options.Programs), lasting: map[*program]parser{}, ranks: map[string]parser{}}
	s.out.File, s.out.Index = l.file, -1
	if parts := strings.Split(strings.Trim(prefix, "[]"), "/"); len(parts) == 3 {
		s.out.Pod, s.out.Container = clean([]byte(parts[1])), clean([]byte(parts[2]))
	}
	s.timing.source, s.jobs.source = s, s
	for _, figure := range l.options.Figures {
		s.figures = append(s.figures, &output{program: figure, source: s, seen: map[word]bool{}})
	}
	return s
}

func (s *source) take(l *line) {
	l.text = cutColors(l.text)
	if s.lines == 0 || s.timed {
		at, rest, ok := cutTime(l.text)
		s.timed = s.timed || ok
		l.time, l.text = at, rest
	}
	if bytes.IndexByte(l.text, '\r') >= 0 {
		l.text = l.text[bytes.LastIndexByte(l.text, '\r')+1:] // as a terminal shows what follows a bar of progress
	}
	s.lines, s.now = l.number, l.time
	l.words = bytes.TrimLeft(l.text, blank)
	if !s.mark(l) && !s.jobs.take(l) {
		s.printed(l)
	}
}

// mark reads a mark of a metric. It tells whether the line was one: most lines neither begin nor end as one does.
func (s *source) mark(l *line) bool {
	if len(l.text) == 0 || l.text[0] != 'M' && l.text[len(l.text)-1] != 'T' && l.text[len(l.text)-1] != 'D' {
		return false
	}
	if text, found := bytes.CutPrefix(l.text, []byte(markMetadata)); found {
		s.metadata(text, l.number)
		return true
	}
	for _, mark := range []string{markTimepoint, markStart, markEnd} {
		rest, found := bytes.CutSuffix(l.text, []byte(mark))
		if !found {
			continue
		}
		last := l.number - 1 // what ends at a mark ends before its line
		if len(rest) > 0 {   // a program that ends without a newline leaves its last words before the mark
			last, l.text, l.words = l.number, rest, bytes.TrimLeft(rest, blank)
			s.printed(l)
		}
		s.command = false
		if mark == markStart {
			s.collecting = l.number
			return true
		}
		s.endOutput(last)
		if mark == markEnd {
			s.collecting = 0
		}
		return true
	}
	return false
}

// printed reads a line that a program or the word time printed.
func (s *source) printed(l *line) {
	s.unlabel(l)
	if s.isMachinery(l) {
		return
	}
	if !s.timing.take(l) {
		s.read(l)
	}
	s.ownFigures(l)
}

// isMachinery tells whether a line is of what runs programs, and not of a program: Flux, Slurm, Latchkey, or a shell that prints its
// commands. Such lines repeat the command, which may hold what looks like a figure.
func (s *source) isMachinery(l *line) bool {
	before := s.command
	switch {
	case bytes.HasSuffix(l.text, []byte(" COMMAND START")):
		s.command = true
	case bytes.HasSuffix(l.text, []byte(" COMMAND END")):
		s.command = false
	}
	_, text, _ := cutTime(l.words)
	return before || s.command || isNamed(text) && fits(parsed()["job"].Lines, text)
}

// isNamed tells whether a line begins as one of what runs programs may: with a word and a colon, or a plus. Most lines do not, nor do keys
// of JSON, of which some studies have millions.
func isNamed(text []byte) bool {
	word, _, _ := bytes.Cut(text, []byte(" "))
	return len(word) > 0 && (word[0] == '+' || word[0] != '"' && word[len(word)-1] == ':')
}

// endOutput tells the parsers that an output, or a sample, is over. last is the number of its last line.
func (s *source) endOutput(last int) {
	s.endRanks(last)
	s.flushFigures()
	s.timing.flush()
}

// metadata reads the object that a metric prints first. The object of its addons says nothing about what is printed.
func (s *source) metadata(text []byte, number int) {
	var read struct {
		Pods    int                        `json:"pods"`
		Metric  string                     `json:"metricName"`
		Options map[string]json.RawMessage `json:"metricOptions"`
		Lists   map[string]json.RawMessage `json:"metricListOptions"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		s.lost(number, "the metadata is not JSON: "+err.Error())
		return
	}
	s.out.Metric, s.out.Pods = clean([]byte(read.Metric)), read.Pods
	s.out.Options = map[string]string{}
	for _, options := range []map[string]json.RawMessage{read.Options, read.Lists} {
		for name, value := range options {
			s.out.Options[name] = wordOf(value)
		}
	}
	s.candidates = candidatesOf(s.out.Metric, s.log.options.Programs)
}

// read gives a line to the parser of the program that prints.
func (s *source) read(l *line) {
	o, _ := s.active.(*output)
	if p := s.program(l); p != nil && (o == nil || !slices.Contains(o.Holds, p.Name)) &&
		(s.active == nil || s.lasting[p] != s.active) && !p.goesOn(s.active, l) {
		s.begin(p, l)
	}
	if s.active != nil {
		s.active.line(l)
	}
}

// program returns the program that begins with a line, or nil.
func (s *source) program(l *line) *program {
	start := byte(0)
	if len(l.words) > 0 {
		start = l.words[0]
	}
	for _, p := range s.candidates[start] {
		if p.starts(l) {
			return p
		}
	}
	return nil
}

func (s *source) begin(p *program, l *line) {
	before, _ := s.active.(*output)
	if s.active != nil {
		s.active.end(l.number - 1)
		s.flushFigures()
	}
	if s.active = s.lasting[p]; s.active != nil {
		return
	}
	if p.start == nil {
		o := p.newOutput(s)
		o.twice = before != nil && before.program == p && !before.ended
		s.active = o
		return
	}
	s.active = p.start(s)
	if last, lasts := s.active.(finisher); lasts {
		s.lasting[p], s.finishers = s.active, append(s.finishers, last)
	}
}

func (s *source) lost(number int, what string) { s.log.lost(number, number, what) }

// doubt marks a result if its figure of merit was read from a line that may be cut.
func (s *source) doubt(r *report.Result, field *report.Field, l *line) {
	if l.cut && slices.Contains(r.Kind.Merit, field.Name) {
		s.spoil(r, l, "the log ends within the line of "+field.Name+", which may be cut")
	}
}

// spoil gives a result its fault, and notes the line that says so. The first fault counts.
func (s *source) spoil(r *report.Result, l *line, fault string) {
	if r.Fault == "" {
		r.Fault = fault
		s.lost(l.number, r.Kind.Title+": "+fault)
	}
}

func (s *source) newResult(kind *report.Kind) report.Result {
	return report.Result{Kind: kind, Job: s.jobs.open, Line: s.lines, Time: s.now}
}

func (s *source) add(r report.Result) {
	if len(r.Values)+len(r.Series)+len(r.Curves)+len(r.Tables)+len(r.Texts) > 0 {
		s.out.Results = append(s.out.Results, r)
	}
}

func itoa(number int) string { return strconv.Itoa(number) }

func (s *source) finish() report.Source {
	s.endOutput(s.lines)
	for _, f := range s.finishers {
		f.finish()
	}
	if s.collecting > 0 {
		const what = "the log is cut: the collection has no end"
		s.log.add(s.collecting, s.lines, what)
		if n := len(s.out.Results); n > 0 && s.out.Results[n-1].Fault == "" {
			s.out.Results[n-1].Fault = what
		}
	}
	slices.SortStableFunc(s.out.Results, func(a, b report.Result) int { return cmp.Compare(a.Line, b.Line) })
	s.out.Jobs, s.out.Lines = s.jobs.finish(), s.lines
	for _, r := range s.out.Results {
		if s.out.Metric == "" || s.out.Metric == kindOf("time").Name {
			s.out.Metric = r.Kind.Name
		}
	}
	return s.out
}
