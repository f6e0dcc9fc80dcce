package parse_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestFirstReportOfIostat wants the average since the node booted left out, and said. Only the metric's own option proves that there is none.
func TestFirstReportOfIostat(t *testing.T) {
	t.Parallel()
	document := func(shares ...string) string {
		var reports []string
		for _, share := range shares {
			reports = append(reports, `{"disk": [{"disk_device": "vda", "util": `+share+`}]}`)
		}
		return `{"sysstat": {"hosts": [{"statistics": [` + strings.Join(reports, ", ") + "]}]}}\n"
	}
	const metadata = "METADATA START {\"metricName\":\"io-sysstat\",\"metricOptions\":{\"rate\":2}}\nMETADATA END\n"
	const mark, heading = "METRICS OPERATOR TIMEPOINT\n", "Linux 6.1.0 (n1) \t03/14/26 \t_x86_64_\t(4 CPU)\n\n"
	table := func(share string) string {
		return "Device            r/s  %util\nvda              1.00  " + share + "\n\n"
	}
	tests := map[string]struct {
		log, values, said string
	}{
		"one call":            {document("7", "1", "2"), "1 2", "1 of the 3 reports"},
		"a call each sample":  {metadata + mark + document("7") + mark + document("6"), "", "2 of the 2 reports"},
		"the option interval": {strings.Replace(metadata, "rate", `interval":1,"rate`, 1) + mark + document("7") + mark + document("6"), "7 6", ""},
		"the interval 0":      {strings.Replace(metadata, "rate", `interval":0,"rate`, 1) + mark + document("7"), "", "1 of the 1 reports"},
		"tables":              {heading + table("7") + table("1") + table("2"), "1 2", "1 of the 3 reports"},
		"devices of others":   {"Device 0: \"GPU\"  405MHz x 512-bit = 51.8 GB/s PEAK\nDevice 1: \"GPU\"  405MHz x 512-bit = 51.8 GB/s PEAK\n", "", ""},
		"tables of two calls": {heading + table("7") + table("1") + heading + table("6") + table("2"), "1 2", "2 of the 4 reports"},
	}
	for name, test := range tests {
		sources, problems, err := parse.Read("a.log", strings.NewReader(test.log), parse.Options{})
		if err != nil || len(problems) > 1 || (len(problems) == 1) != (test.said != "") || test.said != "" && !strings.Contains(problems[0].What, test.said) {
			t.Errorf("%s: %v, problems %v", name, err, problems)
		}
		var values []string
		for _, r := range sources[0].Results {
			for _, c := range r.Series[0].Columns {
				if c.Name == "util" {
					for _, v := range c.Values {
						values = append(values, report.Number(v))
					}
				}
			}
		}
		if got := strings.Join(values, " "); got != test.values {
			t.Errorf("%s: %q instead of %q", name, got, test.values)
		}
	}
}
