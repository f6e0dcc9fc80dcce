package read_test

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// studies is the variable with a folder of the public studies: performance-study and google-performance-study of
// converged-computing on GitHub, or the logs of LAMMPS in them.
const studies = "LATCHKEY_STUDIES"

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
func check(t *testing.T, key string, e report.Entry, values []float64) {
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

// TestStudies recomputes every number of the comparison of public studies from the raw logs.
func TestStudies(t *testing.T) {
	t.Parallel()
	root := os.Getenv(studies)
	if root == "" {
		t.Skip("needs " + studies + ", a folder with the public studies")
	}
	inCloud := regexp.MustCompile(`experiments/([a-z]+/[a-z-]+/cpu)/size\d+/results/lammps-reax/lammps[^/]*?(-ucxall)?\.out$`)
	inFile := regexp.MustCompile(`gke/cpu/size-\d+/logs/(lammps[a-z0-9-]*)()\.out$`)
	for study, environment := range map[string]*regexp.Regexp{
		"performance-study/experiments":            inCloud,
		"google-performance-study/experiments/gke": inFile,
	} {
		t.Run(study, func(t *testing.T) {
			t.Parallel()
			rated := compareStudy(t, filepath.Join(root, study), func(path string) string {
				if found := environment.FindStringSubmatch(path); found != nil {
					return found[1] + found[2]
				}
				return ""
			})
			if rated < 15 {
				t.Errorf("%d cells have a speed-up", rated)
			}
		})
	}
}

// compareStudy reads the logs of a study whose environment is known, compares each cell and each ratio, and returns the number of
// ratios.
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
	got, err := read.Paths(files, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	c := got.Comparison
	keys := make([]string, len(c.Cells))
	seen := map[string]int{}
	for i, e := range c.Figures[0].Entries {
		if e.N == 0 {
			continue
		}
		run := got.Runs[c.Cells[i].Runs[0]]
		keys[i] = fmt.Sprintf("%s size=%s %s", environment(run.Path+".out"), run.Facts["size"], strings.Fields(run.Facts["problem"])[0])
		seen[keys[i]]++
		check(t, keys[i], e, want[keys[i]])
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
	for i, e := range c.Figures[0].Entries {
		if e.Base < 0 {
			continue
		}
		rated++
		base := c.Figures[0].Entries[e.Base]
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

// TestPublished compares each figure that the authors of performance-study published of processors with that of a run.
func TestPublished(t *testing.T) {
	t.Parallel()
	if os.Getenv(studies) == "" {
		t.Skip("needs " + studies + ", a folder with the public studies")
	}
	root := filepath.Join(os.Getenv(studies), "performance-study")
	published := publishedBy(t, filepath.Join(root, "analysis/lammps-reax/data/lammps-reax-results.csv"))
	got, err := read.Paths([]string{filepath.Join(root, "experiments")}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mine := raw{}
	place := regexp.MustCompile(`experiments/([a-z]+/[a-z-]+/cpu)/size\d+(-placement)?/results/lammps-reax`)
	for _, run := range got.Runs {
		found, size := place.FindStringSubmatch(run.Path), run.Facts["size"]
		if found == nil || run.State != report.Completed {
			continue
		}
		if withGroups := found[1] == "azure/aks/cpu" && (size == "32" || size == "64"); withGroups != (found[2] != "") {
			continue // of this cloud and these sizes, the runs with placement groups are published
		}
		if value := atomSteps(run); report.Known(value) { // LAMMPS did not start in some jobs of Slurm, whose status nobody knows
			mine[found[1]+" "+size] = append(mine[found[1]+" "+size], value)
		}
	}
	for key, values := range published {
		slices.Sort(values)
		slices.Sort(mine[key])
		if diff := cmp.Diff(values, mine[key], cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%s:\n%s", key, diff)
		}
	}
	if len(published) < 20 || len(published) != len(mine) {
		t.Errorf("%d published cells, %d of the logs", len(published), len(mine))
	}
}

// publishedBy reads the CSV of the study: millions of atom steps in a second, by environment and nodes.
func publishedBy(t *testing.T, path string) raw {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	published := raw{}
	for _, row := range rows[1:] {
		if value, err := strconv.ParseFloat(row[9], 64); err == nil && row[4] == "cpu" && row[8] == "matom_steps_per_second" {
			published[row[1]+" "+row[5]] = append(published[row[1]+" "+row[5]], value)
		}
	}
	return published
}

// atomSteps returns the atom steps in a second of a run of LAMMPS, in millions.
func atomSteps(run report.Run) float64 {
	for _, s := range run.Sources {
		for _, r := range s.Results {
			for _, v := range r.Values {
				if v.Name == "atom_steps_per_second" {
					return v.Value / 1e6
				}
			}
		}
	}
	return math.NaN()
}
