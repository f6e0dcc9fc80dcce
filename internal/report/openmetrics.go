package report

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteOpenMetrics writes all observations of a report as OpenMetrics text (RFC draft of 2020, OpenMetrics 1.0). Each field
// is a gauge called latchkey_<kind>_<field>_<unit>. A time of a log without times is left out.
func WriteOpenMetrics(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, f := range familiesOf(r) {
		f.write(out)
	}
	out.WriteString("# EOF\n")
	return out.Flush()
}

// metricFamily is all observations of one field.
type metricFamily struct {
	fields  map[metricField]bool
	name    string
	unit    string
	doc     string
	results []Observation // what is said about each result that has them
}

type metricField struct {
	kind       *Kind
	name, unit string
}

// familiesOf returns the families of a report, sorted by name. Fields that differ in characters which a name cannot have
// are one family.
func familiesOf(r *Report) []*metricFamily {
	byName := map[string]*metricFamily{}
	for from, result := range r.Results() {
		about := r.about(from, result)
		about.each(func(kind *Kind, field Field) bool {
			name, unit := "latchkey_"+metricName(kind.Name+"_"+field.Name), unitWord(field.Unit)
			if unit != "" {
				name += "_" + unit
			}
			family := byName[name]
			if family == nil {
				family = &metricFamily{fields: map[metricField]bool{}, name: name, unit: unit, doc: field.Doc}
				byName[name] = family
			}
			family.fields[metricField{kind, field.Name, field.Unit}] = true
			if n := len(family.results); n == 0 || family.results[n-1].Result != result {
				family.results = append(family.results, about)
			}
			return false // only the fields are asked for
		}, nil)
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *metricFamily) int { return strings.Compare(a.name, b.name) })
}

func (f *metricFamily) write(out *bufio.Writer) {
	out.WriteString("# TYPE " + f.name + " gauge\n")
	if f.unit != "" {
		out.WriteString("# UNIT " + f.name + " " + f.unit + "\n")
	}
	if f.doc != "" {
		out.WriteString("# HELP " + f.name + " " + escape(f.doc) + "\n")
	}
	written := map[string]int{}
	write := func(o Observation) bool {
		series, at := labels(o), ""
		if Known(o.Time) && o.Time > 1e9 {
			at = " " + strconv.FormatFloat(o.Time, 'f', -1, 64)
		}
		// A series has one value at a time, and one in all without times. Further ones are numbered.
		if written[series+at]++; written[series+at] > 1 {
			series += `,n="` + strconv.Itoa(written[series+at]) + `"`
		}
		out.WriteString(f.name + "{" + series + "} " + Number(o.Value) + at + "\n")
		return true
	}
	for _, about := range f.results {
		about.each(func(k *Kind, field Field) bool { return f.fields[metricField{k, field.Name, field.Unit}] }, write)
	}
}

// labels returns the labels of an observation without those that are empty.
func labels(o Observation) string {
	pairs := [][2]string{
		{"set", o.Run.Set},
		{"run", o.Run.Name},
		{"pod", o.Source.Pod},
		{"container", o.Source.Container},
		{"metric", o.Source.Metric},
		{"title", o.Result.Title},
		{"process", o.Process},
		{"index", o.Source.index()},
	}
	if o.Source.Pod == "" {
		pairs = append(pairs, [2]string{"file", o.Source.File})
	}
	if o.Label != "" {
		pairs = append(pairs, [2]string{metricName(o.Label), o.At})
	}
	if o.Result.Sample > 0 {
		pairs = append(pairs, [2]string{"sample", strconv.Itoa(o.Result.Sample)})
	}
	var all []string
	for _, p := range pairs {
		if p[1] != "" {
			all = append(all, p[0]+`="`+escape(p[1])+`"`)
		}
	}
	return strings.Join(all, ",")
}

var escaper = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

func escape(value string) string { return escaper.Replace(text.Printable(value)) }

// metricName replaces what a name cannot have.
func metricName(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, name)
}

// unitWords are words for units. A name cannot have the signs of these units, or says them badly.
var unitWords = map[string]string{
	"%": "percent", "s": "seconds", "ms": "milliseconds", "us": "microseconds", "µs": "microseconds", "μs": "microseconds", "ns": "nanoseconds", "B": "bytes",
	"kB": "kilobytes", "KiB": "kibibytes", "MB": "megabytes", "MiB": "mebibytes", "1/s": "per_second",
}

// unitWord returns a unit as the end of a name.
func unitWord(unit string) string {
	if word, found := unitWords[unit]; found {
		return word
	}
	if stem, found := strings.CutSuffix(unit, "/s"); found {
		return unitWord(stem) + "_per_second"
	}
	return strings.Trim(metricName(unit), "_")
}
