package read_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// TestRecordedStudy compares a recorded study, and wants the means that the raw logs and the parameters in set.json give.
func TestRecordedStudy(t *testing.T) {
	t.Parallel()
	got, err := read.Paths([]string{"testdata/scaling"}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	c, means := got.Comparison, map[string]float64{}
	for i, cell := range c.Cells {
		means[cell.Name] = c.Figures[0].Entries[i].Mean
	}
	if diff := cmp.Diff(rawMeans(t), means, cmpopts.EquateApprox(1e-9, 0)); diff != "" || c.Over != "nodes" || len(c.Findings) != 2 || !strings.Contains(c.Findings[0].What, "6 runs had several pods on one node") ||
		!strings.Contains(c.Findings[1].What, "11 runs began on a node where a run of another set was") {
		t.Errorf("over %q, findings %v, means (-raw +report):\n%s", c.Over, c.Findings, diff)
	}
}

// rawMeans returns the mean loop time of each cell, without the packages of the report.
func rawMeans(t *testing.T) map[string]float64 {
	t.Helper()
	folders, err := filepath.Glob("testdata/scaling/*")
	if err != nil || len(folders) != 12 {
		t.Fatal(folders, err)
	}
	sum, n := map[string]float64{}, map[string]float64{}
	for _, folder := range folders {
		var set struct{ Annotations map[string]string }
		var parameters map[string]string
		data, err := os.ReadFile(filepath.Join(folder, "set.json"))
		if err == nil {
			err = json.Unmarshal(data, &set)
		}
		if err == nil {
			err = json.Unmarshal([]byte(set.Annotations["latchkey.dev/parameters"]), &parameters)
		}
		logs, _ := filepath.Glob(filepath.Join(folder, "*", "*.log"))
		if err != nil || len(logs) != 1 {
			t.Fatal(folder, logs, err)
		}
		log, err := os.ReadFile(logs[0])
		if err != nil {
			t.Fatal(err)
		}
		seconds, err := strconv.ParseFloat(string(loopTime.FindSubmatch(log)[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		cell := "affinity=" + parameters["affinity"] + ", nodes=" + parameters["nodes"]
		sum[cell] += seconds
		n[cell]++
	}
	for cell := range sum {
		sum[cell] /= n[cell]
	}
	return sum
}

// TestEmptyValue wants a parameter without text to be known, and to be in the name of its cell.
func TestEmptyValue(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for name, flags := range map[string]string{"a": "", "b": "-x"} {
		files[name+"/ms-m-0-0-abcde/perf.log"] = sample
		files[name+"/set.json"] = `{"name": "ms-` + name + `-1", "labels": {"latchkey.dev/study": "s", "latchkey.dev/cell": "` + name + `"}, "annotations": {"latchkey.dev/parameters": "{\"flags\": \"` + flags + `\"}"}}`
	}
	got := readAll(t, files)
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if c := got.Comparison.Cells; len(c) != 2 || c[0].Name != `flags=""` || c[1].Name != "flags=-x" {
		t.Errorf("%+v", c)
	}
}
