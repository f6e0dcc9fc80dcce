package report

import (
	"slices"
	"strconv"
	"strings"
)

// RunOf returns a run of one result.
func RunOf(r Result) *Run { return &Run{Sources: []Source{{Results: []Result{r}}}} }

// Outcome returns the figures of merit that known programs printed. Two outputs of one execution have it in common.
func (r *Run) Outcome() (text string) {
	for _, m := range meritsOf(r.outputs()) {
		if m.Kind.Name != ownKind {
			text += m.fullName() + "=" + Number(m.value()) + "\n"
		}
	}
	return text
}

// The least that two outputs of one execution have in common: so many measured numbers, with so many digits together. The first
// roughDigits of a number do not count, because repetitions of a quiet program agree in them: in a latency of 1.52 us.
const fewestMeasured, fewestDigits, roughDigits = 2, 4, 3

// Executions are the executions of programs that were met, known by what the programs printed. The zero value knows none.
type Executions struct{ alike map[string][]*execution }

type execution struct {
	run     *Run
	at      int
	numbers map[string]printedNumbers // nil until another run has the same outcome
}

// First returns where the execution was met that a run at a place prints again, such as in a log of the program itself and on its output,
// or -1. A run that prints none again is noted with its place. further tells whether one may have numbers that the other has not.
func (e *Executions) First(run *Run, at int, further func(first int) bool) int {
	key := run.Outcome()
	if key == "" {
		return -1
	}
	if e.alike == nil {
		e.alike = map[string][]*execution{}
	}
	next := &execution{run: run, at: at}
	if len(e.alike[key]) > 0 {
		next.numbers = run.numbers()
		if !repeats(next.numbers, next.numbers, true) { // too few digits to be known by them
			return -1
		}
	}
	for _, before := range e.alike[key] {
		if before.numbers == nil {
			before.numbers = before.run.numbers()
		}
		if repeats(next.numbers, before.numbers, further(before.at)) {
			return before.at
		}
	}
	e.alike[key] = append(e.alike[key], next)
	return -1
}

// repeats tells whether the numbers of two runs are of one execution.
func repeats(mine, others map[string]printedNumbers, further bool) bool {
	measured, digits := 0, 0
	for name, number := range mine {
		same, both := others[name]
		switch {
		case !both && further:
		case same.text != number.text:
			return false
		case number.measured:
			measured, digits = measured+1, digits+number.digits
		}
	}
	return measured >= fewestMeasured && digits >= fewestDigits && (further || len(mine) == len(others))
}

// outputs returns a run with what programs printed, but for samples and the times of commands.
func (r *Run) outputs() *Run {
	out := &Run{}
	for _, s := range r.Sources {
		s.Results = slices.DeleteFunc(slices.Clone(s.Results), func(r Result) bool { return len(r.Series) > 0 || r.Kind.Name == timeKind })
		out.Sources = append(out.Sources, s)
	}
	return out
}

type printedNumbers struct {
	text     string
	measured bool
	digits   int // but for the first of each number
}

// numbers returns what the programs of a run printed, by names.
func (r *Run) numbers() map[string]printedNumbers {
	all := map[string]printedNumbers{}
	for o := range (&Report{Runs: []Run{*r.outputs()}}).Observations() {
		name := o.Result.Kind.Name + " " + o.Process + " " + o.Name()
		n := all[name]
		n.text += Number(o.Value) + " "
		// A program that fails prints tables of what it was asked for.
		if o.Field.Better != Neither && (o.curve || o.Label == "" || o.Result.Fault == "") {
			digits, _, _ := strings.Cut(strconv.FormatFloat(o.Value, 'e', -1, 64), "e")
			n.measured, n.digits = true, n.digits+max(0, len(strings.NewReplacer(".", "", "-", "").Replace(digits))-roughDigits)
		}
		all[name] = n
	}
	return all
}
