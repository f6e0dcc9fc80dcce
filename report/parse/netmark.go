package parse

import (
	"bytes"
	"math"

	"github.com/latchkey-dev/latchkey/report"
)

// netmarkFamily reads Netmark: what each trial took, and the matrix of round trip times that the launcher prints.
var netmarkFamily = family{
	kinds: []*report.Kind{&netmarkKind},
	begins: func(text []byte) bool {
		return bytes.HasPrefix(text, []byte("=========== SETUP")) || bytes.HasPrefix(text, []byte("RTT between rank")) || string(text) == netmarkStart
	},
	start: func(s *source) parser { return &netmark{source: s, result: s.newResult(&netmarkKind)} },
	lasts: true,
}

var netmarkKind = report.Kind{
	Name:    "netmark",
	Title:   "Netmark",
	Metrics: []string{"network-netmark"},
	Form:    "Netmark as the examples of the Metrics Operator show it; the program is private",
	URL:     "https://github.com/converged-computing/metrics-operator/tree/main/examples/tests/network-netmark",
	Fields: []report.Field{
		{Name: "rtt", Title: "round trip", Unit: "us", Better: report.Lower, Doc: "table rtt: time from the rank of the row to that of the column (process) and back; 0 for a rank with itself"},
		{Name: "rtt_mean", Title: "round trip, mean", Unit: "us", Better: report.Lower, Doc: "mean of the matrix, without its diagonal"},
		{Name: "rtt_max", Title: "round trip, greatest", Unit: "us", Better: report.Lower, Doc: "greatest time of the matrix"},
		{Name: "trials", Title: "trials", Doc: "table pairs: trials of a pair of ranks that were printed"},
		{Name: "trial_mean", Title: "mean", Unit: "us", Better: report.Lower, Doc: "table pairs: mean of the trials"},
		{Name: "trial_min", Title: "least", Unit: "us", Better: report.Lower, Doc: "table pairs: least of the trials"},
		{Name: "trial_max", Title: "greatest", Unit: "us", Better: report.Lower, Doc: "table pairs: greatest of the trials"},
		{Name: "warmups", Title: "warm-ups", Doc: "rounds before the trials"},
		{Name: "trials_asked", Title: "trials", Doc: "number of trials"},
		{Name: "send_recv_cycles", Title: "cycles", Doc: "messages of a trial"},
		{Name: "bytes", Title: "message size", Unit: "B", Doc: "size of a message"},
		{Name: "ranks", Title: "processes", Doc: "number of ranks"},
	},
}

const (
	netmarkStart = "NETMARK RTT.CSV START"
	netmarkEnd   = "NETMARK RTT.CSV END"
)

var netmarkForms = newForms([]string{
	"warmups {warmups}", "trials {trials_asked}", "send_recv_cycles {send_recv_cycles}", "bytes {bytes}",
})

var (
	netmarkTrial = newForm("RTT between rank {} and rank {} is {rtt} micro-seconds")
	netmarkPair  = newForm("RTT between rank {from!} and rank {to!} is ")
	netmarkRank  = newForm("size {ranks} rank {rank!} on host {host!} ip {ip!}")
)

type netmark struct {
	source *source
	result report.Result
	pairs  report.Table
	places map[string]int // rows of pairs
	matrix *report.Table
	inside bool
	ranks  bool // the number of ranks is known
}

func (n *netmark) line(l line) {
	text := bytes.TrimSpace(l.text)
	switch {
	case string(text) == netmarkStart:
		n.inside, n.matrix = true, &report.Table{Name: "rtt", Title: "round trip times", Label: "from"}
	case string(text) == netmarkEnd:
		n.inside = false
	case n.inside:
		n.row(text, l)
	case bytes.HasPrefix(text, []byte("RTT between")):
		n.trial(text)
	default:
		n.other(text)
	}
}

func (n *netmark) other(text []byte) {
	if found, ok := netmarkRank.match(text, nil); ok {
		if !n.ranks {
			n.value("ranks", found[0].number)
		}
		n.ranks = true
		n.result.Texts = append(n.result.Texts, report.Text{Name: "rank " + clean(found[1].text), Text: clean(found[2].text) + " " + clean(found[3].text)})
		return
	}
	for _, f := range netmarkForms {
		if found, ok := f.match(text, nil); ok {
			n.value(found[0].name, found[0].number)
			return
		}
	}
}

func (n *netmark) value(name string, read float64) {
	n.result.Values = append(n.result.Values, report.Value{Field: fieldOf(&netmarkKind, name), Value: read, Time: report.Unknown})
}

// trial keeps the number, mean, least and greatest time of each pair.
func (n *netmark) trial(text []byte) {
	found, ok := netmarkTrial.match(text, nil)
	pair, also := netmarkPair.match(text, nil)
	if !ok || !also {
		return
	}
	name, rtt := clean(pair[0].text)+"-"+clean(pair[1].text), found[0].number
	at, known := n.places[name]
	if !known {
		if n.places == nil {
			n.places = map[string]int{}
			n.pairs = report.Table{Name: "pairs", Title: "trials", Label: "pair", Cells: make([][]float64, 4)}
			for _, column := range []string{"trials", "trial_mean", "trial_min", "trial_max"} {
				n.pairs.Columns = append(n.pairs.Columns, fieldOf(&netmarkKind, column))
			}
		}
		at = len(n.pairs.Labels)
		n.places[name] = at
		n.pairs.Labels = append(n.pairs.Labels, name)
		for i, value := range []float64{0, 0, math.Inf(1), math.Inf(-1)} {
			n.pairs.Cells[i] = append(n.pairs.Cells[i], value)
		}
	}
	count := n.pairs.Cells[0][at] + 1
	n.pairs.Cells[0][at] = count
	n.pairs.Cells[1][at] += (rtt - n.pairs.Cells[1][at]) / count
	n.pairs.Cells[2][at] = min(rtt, n.pairs.Cells[2][at])
	n.pairs.Cells[3][at] = max(rtt, n.pairs.Cells[3][at])
}

// row reads a row of RTT.csv.
func (n *netmark) row(text []byte, l line) {
	if len(text) == 0 {
		return
	}
	read := numbers(bytes.ReplaceAll(text, []byte(","), []byte(" ")))
	width := len(n.matrix.Columns)
	if read == nil || width != 0 && len(read) != width {
		n.source.lost(l.number, "a row of RTT.csv is not as the rows before")
		return
	}
	if width == 0 {
		n.matrix.Cells = make([][]float64, len(read))
		for i := range read {
			column := fieldOf(&netmarkKind, "rtt")
			column.Name, column.Title = "rtt.to_"+itoa(i), "to "+itoa(i)
			n.matrix.Columns = append(n.matrix.Columns, column)
		}
	}
	n.matrix.Labels = append(n.matrix.Labels, itoa(len(n.matrix.Labels)))
	for i, value := range read {
		n.matrix.Cells[i] = append(n.matrix.Cells[i], value)
	}
}

func (n *netmark) end(last int) {
	if n.inside {
		n.source.lost(last, "RTT.csv has no end: it was cut")
		n.inside = false
	}
}

// finish adds the result with the mean of the matrix.
func (n *netmark) finish() {
	if len(n.pairs.Labels) > 0 {
		n.result.Tables = append(n.result.Tables, n.pairs)
	}
	if n.matrix != nil && len(n.matrix.Labels) > 0 {
		var times []float64
		for to, column := range n.matrix.Cells {
			for from, rtt := range column {
				if from != to {
					times = append(times, rtt)
				}
			}
		}
		if s := report.Summarize(times); s.Count > 0 {
			n.value("rtt_mean", s.Mean)
			n.value("rtt_max", s.Max)
		}
		n.result.Tables = append(n.result.Tables, *n.matrix)
	}
	n.source.add(n.result)
}
