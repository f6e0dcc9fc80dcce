package report

import (
	"hash/fnv"
	"io"
	"strings"
)

// fewestDigits is how many digits of measured values make an output known. No two executions with so many equal digits have been
// seen.
const fewestDigits = 16

// Fingerprint returns a text that is the same for two copies of one output, or "" if the output has too few measured digits to be
// known by them.
func (r *Result) Fingerprint() string {
	if len(r.Series) > 0 || r.Kind.Name == timeKind {
		return ""
	}
	sum, digits := fnv.New128a(), 0
	one := Report{Runs: []Run{{Sources: []Source{{Results: []Result{*r}}}}}}
	for o := range one.Observations() {
		text := Number(o.Value)
		_, _ = io.WriteString(sum, o.Name()+"\x00"+text+"\x00")
		if o.Field.Better != Neither && (o.curve || o.Label == "") { // programs that fail print tables of what they were asked for
			digits += len(strings.Trim(text, "0."))
		}
	}
	if digits < fewestDigits {
		return ""
	}
	return string(sum.Sum(nil))
}
