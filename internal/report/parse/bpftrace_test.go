package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// sampleOf returns a sample of a map: its time in seconds, and the keys with their counts.
func sampleOf(at int, name, counts string) string {
	return fmt.Sprintf("METRICS OPERATOR TIMEPOINT\n{\"type\": \"time\", \"data\": \"%d\\n\"}\n{\"type\": \"map\", \"data\": {\"@%s\": {%s}}}\n", 1700000000+at, name, counts)
}

// TestRates reads counts of keys that are not in each sample. The values are counts a second.
func TestRates(t *testing.T) {
	t.Parallel()
	const begin = `METADATA START {"metricName":"perf-bpftrace","metricOptions":{"rate":4},"metricListOptions":{"programs":["faults"]}}` + "\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n"
	const end = "METRICS OPERATOR COLLECTION END\n"
	nan := report.Unknown
	three := func(damage string) string {
		return begin + sampleOf(0, "faults", `"lmp": 8`) + sampleOf(4, "faults", `"bash": 4`) + damage + sampleOf(6, "faults", `"lmp": 3`)
	}
	keys := func(n int) string { // lmp, and n-1 others
		all := []string{`"lmp": 8`}
		for i := range n - 1 {
			all = append(all, fmt.Sprintf(`"k%d": 9`, i))
		}
		return strings.Join(all, ", ")
	}
	tests := map[string]struct {
		log      string
		series   string
		values   report.Numbers
		lengths  report.Numbers
		problems int
	}{
		"no key is 0":               {three("") + end, "lmp faults 1/s", report.Numbers{2, 0, 1.5}, report.Numbers{4, 4, 2}, 0},
		"before the command began":  {three("") + end, "bash faults 1/s", report.Numbers{0, 1, 0}, report.Numbers{4, 4, 2}, 0},
		"the last sample is cut":    {three(""), "bash faults 1/s", report.Numbers{0, 1, nan}, report.Numbers{4, 4, 2}, 1},
		"a line was too long":       {three("{\"type\": \"left_out\"}\n") + end, "lmp faults 1/s", report.Numbers{2, nan, 1.5}, report.Numbers{4, 4, 2}, 1},
		"a line is damaged":         {three("{\"type\": \"map\", \"da\n") + end, "lmp faults 1/s", report.Numbers{2, nan, 1.5}, report.Numbers{4, 4, 2}, 1},
		"two in a second":           {begin + sampleOf(0, "faults", `"lmp": 8`) + sampleOf(0, "faults", `"lmp": 4`) + sampleOf(2, "faults", `"lmp": 4`) + end, "lmp faults 1/s", report.Numbers{3, 2}, report.Numbers{4, 2}, 0},
		"a clock was set back":      {begin + sampleOf(9, "faults", `"lmp": 8`) + sampleOf(5, "faults", `"lmp": 4`) + end, "lmp faults 1/s", report.Numbers{2, nan}, report.Numbers{4, nan}, 0},
		"bytes":                     {begin + sampleOf(0, "read_bytes", `"lmp": 8`) + end, "lmp read B/s", report.Numbers{2}, report.Numbers{4}, 0},
		"a mean of the user":        {begin + sampleOf(0, "size_avg", `"lmp": 8`) + sampleOf(4, "size_avg", `"a": 8`) + end, "lmp size_avg ", report.Numbers{8, nan}, report.Numbers{4, 4}, 0},
		"no rate in the metadata":   {strings.Replace(three(""), `"rate":4`, `"x":4`, 1) + end, "lmp faults 1/s", report.Numbers{2, 0, 1.5}, report.Numbers{4, 4, 2}, 0},
		"as many keys as there are": {begin + sampleOf(0, "faults", keys(49)) + end, "lmp faults 1/s", report.Numbers{2}, report.Numbers{4}, 0},
		"keys may be cut off":       {begin + sampleOf(0, "faults", keys(50)) + sampleOf(4, "faults", keys(50)) + end, "lmp faults 1/s", report.Numbers{2, 2}, report.Numbers{4, 4}, 1},
		"the network sent no again": {strings.Replace(begin, "faults", `cpu","tcp`, 1) + sampleOf(0, "tcp_sends", `"lmp": 8`) + end, "pod tcp_retransmits 1/s", report.Numbers{0}, report.Numbers{4}, 0},
	}
	for name, test := range tests {
		sources, problems, err := parse.Read("a.log", strings.NewReader(test.log), parse.Options{})
		if err != nil || len(problems) != test.problems {
			t.Errorf("%s: %v, problems %v", name, err, problems)
		}
		found := false
		for _, s := range sources[0].Results[0].Series {
			for _, c := range s.Columns {
				if s.Process.Name+" "+c.Name+" "+c.Unit == test.series {
					found = true
					equal := cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })
					if diff := cmp.Diff([]report.Numbers{test.values, test.lengths}, []report.Numbers{c.Values, s.Lengths}, equal); diff != "" {
						t.Errorf("%s:\n%s", name, diff)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no %s in %+v", name, test.series, sources[0].Results[0].Series)
		}
	}
}

// TestManyKeys reads a map with a file of its own in each sample. What is not told apart is not lost.
func TestManyKeys(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	log.WriteString("METADATA START {\"metricName\":\"perf-bpftrace\",\"metricOptions\":{\"rate\":1}}\nMETADATA END\n")
	const samples = 700
	for i := range samples {
		log.WriteString(sampleOf(i, "opens_path", fmt.Sprintf(`"lmp,/out/%d": 1`, i)))
	}
	series := read(t, log.String()).Results[0].Series
	sum := 0.0
	for _, s := range series {
		for _, value := range s.Columns[0].Values {
			sum += value
		}
	}
	if sum != samples || len(series) > 501 || series[len(series)-1].Process.Name != "others" {
		t.Errorf("%v opens in %d series, the last of %s", sum, len(series), series[len(series)-1].Process)
	}
}

// TestApplicationFirst wants the commands of Flux and of sidecars after those of the application.
func TestApplicationFirst(t *testing.T) {
	t.Parallel()
	log := `{"type": "time", "data": "1700000000\n"}` + "\n" + `{"type": "map", "data": {"@faults": {"ZMQbg/IO/0": 1, "bash": 1, "content": 1, "contents": 1, "flux-broker-1": 1, "lmp": 1, "sched-simple": 1}}}` + "\n" +
		`{"type": "hist", "data": {"@futex_us": {"kvs": [{"min": 1, "max": 1, "count": 2}], "lmp": [{"min": 1, "max": 1, "count": 2}]}}}` + "\n" + `{"type": "time", "data": "1700000002\n"}` + "\n"
	result := read(t, log).Results[0]
	var names []string
	for _, s := range result.Series {
		names = append(names, s.Process.Name)
	}
	if diff := cmp.Diff(strings.Fields("contents lmp ZMQbg/IO/0 bash content flux-broker-1 sched-simple kvs"), names); diff != "" {
		t.Error(diff)
	}
	if result.Tables[0].Process != "lmp" || result.Values[0].Process != "lmp" {
		t.Errorf("histograms begin with %s, %s", result.Tables[0].Process, result.Values[0].Process)
	}
}
