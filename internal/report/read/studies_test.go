package read_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// raw is what a few regular expressions find in the logs below some folders: loop times by size, environment and problem.
type raw map[string][]float64

var (
	loopTime   = regexp.MustCompile(`(?m)^Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms`)
	sizeInPath = regexp.MustCompile(`/size-?(\d+)[^/]*/`)
	numbers    = regexp.MustCompile(`\d+`)
)

// rawOf reads logs in another way than the package does: one output a job, which counts if it ends as a whole and Flux says no
// failure.
func rawOf(t *testing.T, root string, environment func(path string) string) raw {
	t.Helper()
	all := raw{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".out") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || environment(path) == "" || regexp.MustCompile(`"complete","context":\{"status":[1-9]`).Match(text) {
			return err
		}
		for _, output := range strings.Split(string(text), "LAMMPS (")[1:] {
			found := loopTime.FindStringSubmatch(output)
			if found == nil || !strings.Contains(output, "Total wall time: ") {
				continue
			}
			value, err := strconv.ParseFloat(found[1], 64)
			if err != nil {
				return err
			}
			key := fmt.Sprintf("%s size=%s atoms=%s", environment(path), sizeInPath.FindStringSubmatch(path)[1], found[3])
			all[key] = append(all[key], value)
		}
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d cells below %s: %v", len(all), root, err)
	}
	return all
}

// studentT is the quantile 0.975 of Student's t for one degree of freedom and more, of a printed table.
var studentT = []float64{12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985, 2.178813, 2.160369, 2.144787}

// check compares a cell of the report with values that were found in another way.
func check(t *testing.T, key string, e *report.Entry, values []float64) {
	t.Helper()
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	n := float64(len(values))
	mean := sum / n
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	off := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s: %s is %v, not %v", key, name, got, want)
		}
	}
	off("n", float64(e.N), n)
	off("mean", e.Mean, mean)
	if n > 1 {
		off("deviation", e.Deviation, math.Sqrt(squares/(n-1)))
	}
	if n > 2 {
		off("half", e.Half, studentT[len(values)-2]*math.Sqrt(squares/(n-1)/n))
	}
}

// TestSample recomputes every number of the comparison of a part of a study that is in the repository.
func TestSample(t *testing.T) {
	t.Parallel()
	place := regexp.MustCompile(`study/size-\d+/(lammps[a-z-]*)\.out$`)
	rated := compareStudy(t, "testdata/study", func(path string) string {
		if found := place.FindStringSubmatch(path); found != nil {
			return found[1]
		}
		return ""
	})
	if rated != 4 {
		t.Errorf("%d cells have a speed-up", rated)
	}
}

// compareStudy reads the logs of a study, compares each cell and each ratio, and returns the number of ratios. environment returns the
// environment of a folder.
func compareStudy(t *testing.T, root string, environment func(string) string) int {
	t.Helper()
	want := rawOf(t, root, environment)
	var files []string
	_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, _ error) error {
		if environment(path) != "" && strings.HasSuffix(path, ".out") {
			files = append(files, path)
		}
		return nil
	})
	names, err := read.NewNames([]string{"size-{size}/{build}.out/lammps-iter-{repetition}"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Paths(files, read.Options{Names: names})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	c := got.Comparison
	keys := make([]string, len(c.Cells))
	seen := map[string]int{}
	for _, e := range c.Figures[0].Entries {
		run := got.Runs[c.Cells[e.Cell].Runs[0]]
		key := fmt.Sprintf("%s size=%s %s", environment(run.Path), run.Facts["size"], strings.Fields(run.Facts["problem"])[0])
		keys[e.Cell] = key
		seen[key]++
		check(t, key, e, want[key])
	}
	for key := range want {
		if seen[key] != 1 {
			t.Errorf("%s: %d cells", key, seen[key])
		}
	}
	return checkRatios(t, c, keys)
}

// checkRatios computes each speed-up from the means.
func checkRatios(t *testing.T, c *report.Comparison, keys []string) (rated int) {
	t.Helper()
	for _, e := range c.Figures[0].Entries {
		if e.Base < 0 {
			continue
		}
		rated++
		i, base := e.Cell, c.Figures[0].In(e.Base)
		times := c.Cells[i].At / c.Cells[e.Base].At
		if numbers.ReplaceAllString(keys[i], "") != numbers.ReplaceAllString(keys[e.Base], "") {
			t.Errorf("the base of %s is %s", keys[i], keys[e.Base])
		}
		if want := base.Mean / e.Mean; math.Abs(e.Speedup.Value-want) > 1e-9*want || math.Abs(e.Efficiency.Value-want/times) > 1e-9 {
			t.Errorf("%s: %v, %v; not %v", keys[i], e.Speedup, e.Efficiency, want)
		}
	}
	return rated
}
