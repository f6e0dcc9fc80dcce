package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/internal/report"
)

const (
	netmarkStart = "NETMARK RTT.CSV START"
	netmarkEnd   = "NETMARK RTT.CSV END"
)

var netmarkTrial = newForm("RTT between rank {from!} and rank {to!} is {rtt} micro-seconds")

// netmarkTimes are the trials, and the matrix of round trip times that the launcher prints.
type netmarkTimes struct {
	pairs  []string             // in the order in which they came
	trials map[string][]float64 // of each pair
	matrix report.Table
	inside bool
}

func (n *netmarkTimes) line(o *output, l line) bool {
	text := bytes.TrimSpace(l.text)
	switch {
	case string(text) == netmarkStart:
		n.inside, n.matrix = true, report.Table{Name: "rtt", Title: "round trip times", Label: "from"}
	case string(text) == netmarkEnd:
		n.inside = false
	case n.inside:
		n.row(o, text, l)
	default:
		found, ok := netmarkTrial.match(text)
		if ok {
			pair := clean(found[0].text) + "-" + clean(found[1].text)
			if n.trials[pair] == nil {
				n.pairs = append(n.pairs, pair)
			}
			n.trials[pair] = append(n.trials[pair], found[2].number)
		}
		return ok
	}
	return true
}

// row reads a row of RTT.csv.
func (n *netmarkTimes) row(o *output, text []byte, l line) {
	if len(text) == 0 {
		return
	}
	read := numbers(bytes.ReplaceAll(text, []byte(","), []byte(" ")))
	if read == nil || len(n.matrix.Columns) != 0 && len(read) != len(n.matrix.Columns) {
		o.source.lost(l.number, "a row of RTT.csv is not as the rows before")
		return
	}
	if len(n.matrix.Columns) == 0 {
		for i := range read {
			column := columnOf(o.kind, "rtt")
			column.Name, column.Title = "rtt.to_"+itoa(i), "to "+itoa(i)
			n.matrix.Columns = append(n.matrix.Columns, column)
		}
	}
	n.matrix.Labels = append(n.matrix.Labels, itoa(len(n.matrix.Labels)))
	for i, value := range read {
		n.matrix.Columns[i].Values = append(n.matrix.Columns[i].Values, value)
	}
}

// end adds the tables and the mean of the matrix.
func (n *netmarkTimes) end(o *output, last int) {
	if n.inside {
		o.source.lost(last, "RTT.csv has no end: it was cut")
	}
	pairs := report.Table{Name: "pairs", Title: "trials", Label: "pair", Labels: n.pairs}
	for _, name := range []string{"trials", "trial_mean", "trial_min", "trial_max"} {
		pairs.Columns = append(pairs.Columns, columnOf(o.kind, name))
	}
	for _, pair := range n.pairs {
		s := report.Summarize(n.trials[pair])
		for i, value := range []float64{float64(s.N), s.Mean, s.Min, s.Max} {
			pairs.Columns[i].Values = append(pairs.Columns[i].Values, value)
		}
	}
	var others []float64 // the times of ranks with others than themselves
	for to, column := range n.matrix.Columns {
		for from, rtt := range column.Values {
			if from != to {
				others = append(others, rtt)
			}
		}
	}
	if s := report.Summarize(others); s.N > 0 {
		o.value("rtt_mean", s.Mean, report.Unknown)
		o.value("rtt_max", s.Max, report.Unknown)
	}
	for _, t := range []report.Table{pairs, n.matrix} {
		if len(t.Labels) > 0 {
			o.result.Tables = append(o.result.Tables, t)
		}
	}
}
