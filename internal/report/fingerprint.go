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
	word := func(text string) { _, _ = io.WriteString(sum, text+"\x00") }
	add := func(f Field, value float64) {
		text := Number(value)
		word(f.Name + "=" + text)
		if f.Better != Neither {
			digits += len(strings.Trim(text, "0."))
		}
	}
	word(r.Kind.Name)
	word(r.Title)
	for _, v := range r.Values {
		add(*v.Field, v.Value)
	}
	for _, c := range r.Curves {
		for i, y := range c.Y.Values {
			word(Number(c.X.Values[i]))
			add(c.Y.Field, y)
		}
	}
	if digits < fewestDigits {
		return ""
	}
	return string(sum.Sum(nil))
}
