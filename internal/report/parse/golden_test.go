package parse_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

var update = flag.Bool("update", false, "rewrite the expected observations of the logs in testdata")

// TestLogs reads each log of testdata and compares what was read with the text beside it. testdata/README.md says where the
// logs come from.
func TestLogs(t *testing.T) {
	t.Parallel()
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) < 10 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	for _, name := range logs {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".log"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := observations(t, text)
			for form, changed := range sameLogs(text) {
				if diff := cmp.Diff(got, observations(t, changed)); diff != "" {
					t.Errorf("%s:\n%s", form, diff)
				}
			}
			golden := strings.TrimSuffix(name, ".log") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEachOutputHasAFigure wants an output without a fault to have a figure of merit, if its program has any. miniFE writes it into a file
// of its own, and osu_hello measures nothing.
func TestEachOutputHasAFigure(t *testing.T) {
	t.Parallel()
	logs, err := filepath.Glob("testdata/*.log")
	if err != nil || len(logs) < 10 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	for _, name := range logs {
		for _, s := range sourcesOf(t, name) {
			for i, r := range s.Results {
				if r.Fault == "" && r.Kind.Name != "minife" && r.Title != "osu_hello" && !report.HasFigure([]report.Source{{Results: s.Results[i : i+1]}}) {
					t.Errorf("%s:%d: the output of %s has no figure", name, r.Line, r.Kind.Title)
				}
			}
		}
	}
}

// TestNoMeanOfWhatDescribesTheRun wants a number that only describes the run to be one that its log says. The mean of several is in no log.
func TestNoMeanOfWhatDescribesTheRun(t *testing.T) {
	t.Parallel()
	for _, s := range logged(t).Runs[0].Sources {
		for _, r := range s.Results {
			said := map[string]float64{}
			for _, v := range r.Values {
				name := v.Process + " " + v.Name
				if before, is := said[name]; is && before != v.Value && v.Better == report.Neither && v.Take == report.TakeMean && v.Unit == "" && !v.Names {
					t.Errorf("%s: %s says %s and %s of %s: say in its description which counts", s.File, r.Kind.Name, report.Number(before), report.Number(v.Value), v.Name)
				}
				said[name] = v.Value
			}
		}
	}
}

// observations reads a log of one container. It returns its problems, and of each result its title, strings, fault and numbers.
func observations(t *testing.T, text []byte) string {
	t.Helper()
	sources, problems, err := parse.Read("a.log", bytes.NewReader(text), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, p := range problems {
		fmt.Fprintf(&out, "# %s\n", p)
	}
	for i := range sources {
		for j := range sources[i].Results {
			r := &sources[i].Results[j]
			fmt.Fprintf(&out, "# %s\n", strings.Join(strings.Fields(r.Kind.Name+" "+r.Title+" "+r.Fault), " "))
			for _, text := range r.Texts {
				fmt.Fprintf(&out, "# %s: %s\n", text.Name, text.Text)
			}
			one := report.Source{Metric: sources[i].Metric, Results: sources[i].Results[j : j+1]}
			for o := range (&report.Report{Runs: []report.Run{{Sources: []report.Source{one}}}}).Observations() {
				at := ""
				if report.Known(o.Time) {
					at = " @" + report.Number(o.Time)
				}
				fmt.Fprintln(&out, strings.TrimSpace(strings.Join([]string{o.Name(), "=", report.Number(o.Value), o.Field.Unit, o.Process}, " "))+at)
			}
		}
	}
	return out.String()
}

// TestNamesAreKnown wants each number of the logs to have a name that a study may ask for, with and without its title and place.
func TestNamesAreKnown(t *testing.T) {
	t.Parallel()
	r, numbers := logged(t), 0
	for o := range r.Observations() {
		numbers++
		title := strings.TrimSpace(o.Result.Title + " " + o.Process)
		q := report.Quantity{Kind: o.Result.Kind, Title: title, Field: *o.Field, Label: o.Label, At: o.At}
		for _, name := range []string{q.Name(), o.Field.Name} {
			if problem := report.UnknownFigure(o.Result.Kind.Name+"."+name, parse.Kinds()); problem != "" {
				t.Errorf("%s: %s", o.Source.File, problem)
			}
		}
	}
	if numbers < 1000 {
		t.Errorf("only %d numbers", numbers)
	}
}

// logged returns all logs of testdata as one run.
func logged(t *testing.T) *report.Report {
	t.Helper()
	names, err := filepath.Glob("testdata/*.log")
	if err != nil {
		t.Fatal(err)
	}
	run := report.Run{}
	for _, name := range names {
		run.Sources = append(run.Sources, sourcesOf(t, name)...)
	}
	return &report.Report{Runs: []report.Run{run}}
}

// sameLogs returns other forms of a log that must read the same.
func sameLogs(text []byte) map[string][]byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	prefixed := bytes.Buffer{}
	for _, line := range lines {
		if len(line) > 0 {
			prefixed.WriteString("[pod/ms-m-0-0-abcde/app] ")
			prefixed.Write(line)
		}
	}
	same := map[string][]byte{
		"CRLF":     bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"--prefix": prefixed.Bytes(),
	}
	for _, label := range []string{"0: ", "[0] ", "[1,0]<stdout>:", "[prterun-node-1-77@1,0]<stdout>: "} {
		same[label] = labeled(text, label)
	}
	return same
}

// labeled writes a label of a rank before each line that no script of a metric prints.
func labeled(text []byte, label string) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("MET")) {
			out.WriteString(label)
		}
		out.Write(line)
	}
	return out.Bytes()
}

// sourcesOf returns what is read of a log.
func sourcesOf(t *testing.T, name string) []report.Source {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sources, _, err := parse.Read(name, bytes.NewReader(text), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}
