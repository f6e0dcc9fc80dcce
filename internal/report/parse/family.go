package parse

import (
	"bytes"
	"slices"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A parser reads the output of a program.
type parser interface {
	line(line)
	// end is called when the output, or a sample of it, is over. last is the number of its last line.
	end(last int)
}

// A finisher is a parser that reads all samples of a log, and adds its results when the log is over.
type finisher interface{ finish() }

// A family is programs with one form of output.
type family struct {
	kinds []*report.Kind
	// begins tells whether a line is the first line of a program's output.
	begins func(text []byte) bool
	// starts are the characters, after blanks, with which such a line may start. None stands for any.
	starts characters
	// continues tells that such a line belongs to the open output all the same. It may be nil.
	continues func(open parser, text []byte) bool
	start     func(*source) parser
}

// characters are a set of characters.
type characters [256]bool

func charactersOf(text string) (all characters) {
	for i := range len(text) {
		all[text[i]] = true
	}
	return all
}

var anyCharacter = characters(slices.Repeat([]bool{true}, 256))

// families are all that can be read.
var families = sync.OnceValue(func() []family {
	structured := []family{
		pidstatFamily(),
		bpftraceFamily(),
		documentFamily(),
		ldmsFamily(),
		hwlocFamily(),
	}
	return append(structured, shipped().families()...)
})

// familiesOf returns the families that a metric of the catalogue prints, or all if none belongs to the metric. Programs of the user come
// first, and take the place of programs of the same name.
func familiesOf(metric string, own Programs) []family {
	all := own.families()
	for _, f := range families() {
		if !slices.ContainsFunc(own, func(p *program) bool { return p.Name == f.kinds[0].Name }) {
			all = append(all, f)
		}
	}
	var found []family
	for i, f := range all {
		if slices.ContainsFunc(f.kinds, func(k *report.Kind) bool { return slices.Contains(k.Metrics, metric) }) || i < len(own) {
			found = append(found, f)
		}
	}
	if len(found) == len(own) {
		return all
	}
	return found
}

// Begins tells whether a text begins as the output of a described program does, or as a log that the SDK of the Metrics Operator saved.
func Begins(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.Contains(text, []byte(`"`+markMetadata)) || slices.ContainsFunc(shipped().families(), func(f family) bool { return f.begins(line) })
}

// Kinds returns all record kinds.
func Kinds() []*report.Kind {
	var all []*report.Kind
	for _, f := range families() {
		all = append(all, f.kinds...)
	}
	return append(all, kindOf("time"), report.Duration)
}
