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

// Repeats tells whether two runs are one execution that was printed twice, such as in a log of the program itself and on its output: all
// numbers that both have are equal, and enough of these were measured. Unless one may have further numbers, they must have the same ones.
func (r *Run) Repeats(other *Run, further bool) bool {
	mine, others := r.numbers(), other.numbers()
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

// printedNumbers are the numbers that a run printed under one name.
type printedNumbers struct {
	text     string
	measured bool
	digits   int // but for the first of each number
}

// numbers returns what the programs of a run printed.
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
