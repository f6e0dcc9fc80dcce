package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// numbered returns some lines of a log. With stamps each has a time of its own.
func numbered(from, to int, stamps bool) string {
	var text strings.Builder
	for n := from; n < to; n++ {
		if stamps {
			fmt.Fprintf(&text, "2026-01-02T03:%02d:%02d.5Z ", n/60, n%60)
		}
		fmt.Fprintf(&text, "line %d\n", n)
	}
	return text.String()
}

// collectLines collects a log of which the node has some lines.
func collectLines(t *testing.T, root, set string, from, to int) *runs.Set {
	t.Helper()
	files := lammpsLogs()
	files[lead+".lammps.stamped"] = numbered(from, to, true)
	logs, _ := stubLogs(t, files, theSet(t, set))
	record, _, err := logs.Collect(t.Context(), root, false)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func content(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func gaps(record *runs.Set) (all []string) {
	for _, missing := range record.Missing {
		all = append(all, missing.Pod+"/"+missing.Container+": "+missing.Reason)
	}
	return all
}

// TestCollectAgain wants a further run to keep what an earlier run has saved, and to go on there.
func TestCollectAgain(t *testing.T) {
	t.Parallel()
	const gap = lead + "/lammps: lines between 2026-01-02T03:00:09.5Z and 2026-01-02T03:00:15.5Z are missing: the node had dropped them before they were read"
	for name, tc := range map[string]struct {
		from, to int
		want     string
		missing  []string
	}{
		"the node has all":                   {0, 20, numbered(0, 20, false), nil},
		"the node has the last line":         {9, 20, numbered(0, 20, false), nil},
		"the node has nothing new":           {5, 10, numbered(0, 10, false), nil},
		"the node has nothing":               {20, 20, numbered(0, 10, false), []string{lead + "/lammps: lines after 2026-01-02T03:00:09.5Z may be missing: the node no longer has the last line that was read"}},
		"the node has dropped the last line": {15, 20, numbered(0, 10, false) + numbered(15, 20, false), []string{gap}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			collectLines(t, root, "running", 0, 10)
			for range 2 { // the third run adds nothing, and does not forget the gap
				record := collectLines(t, root, "completed", tc.from, tc.to)
				if got := content(t, root, "lammps", runs.LogFile(lead, "lammps")); got != tc.want {
					t.Errorf("the log is %q, want %q", got, tc.want)
				}
				if got := gaps(record); !slices.Equal(got, tc.missing) {
					t.Errorf("missing: %q, want %q", got, tc.missing)
				}
			}
		})
	}
}

// TestCollectAfterKill goes on after a run that was killed before it could note its last lines, or even its first ones.
func TestCollectAfterKill(t *testing.T) {
	t.Parallel()
	const gap = "lines between 2026-01-02T03:00:05.5Z and 2026-01-02T03:00:12.5Z are missing"
	for name, tc := range map[string]struct {
		from    int // what the node has
		mark    string
		want    string
		missing string
	}{
		"the node has all":        {0, marked(6, 5), numbered(0, 20, false), ""},
		"the node has the place":  {5, marked(6, 5), numbered(0, 20, false), ""},
		"the node has dropped it": {12, marked(6, 5), numbered(0, 6, false) + numbered(12, 20, false), gap},
		"before the first line":   {0, `{"lines": 0, "bytes": 0}`, numbered(0, 20, false), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			collectLines(t, root, "running", 0, 10)
			if err := os.WriteFile(filepath.Join(root, "lammps", runs.MarkFile(lead, "lammps")), []byte(tc.mark), 0o600); err != nil {
				t.Fatal(err)
			}
			record := collectLines(t, root, "completed", tc.from, 20)
			if got := content(t, root, "lammps", runs.LogFile(lead, "lammps")); got != tc.want {
				t.Errorf("the log is %q, want %q", got, tc.want)
			}
			if told := strings.Join(gaps(record), "\n"); !strings.Contains(told, tc.missing) || tc.missing == "" && told != "" {
				t.Errorf("missing: %q", told)
			}
			if marks, _ := filepath.Glob(filepath.Join(root, "lammps", lead, ".lammps*")); (len(marks) > 0) != (tc.missing != "") {
				t.Errorf("these files stay: %q", marks)
			}
		})
	}
}

// marked is a mark behind some lines, of which the last has a number.
func marked(lines, last int) string {
	return fmt.Sprintf(`{"time": "2026-01-02T03:00:%02d.5Z", "lines": 1, "bytes": %d}`, last, len(numbered(0, lines, false)))
}

// TestCollectKeepsPods wants what an earlier run knew of pods that are gone now, and says what nobody has saved of them.
func TestCollectKeepsPods(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	collectLines(t, root, "running", 0, 10)
	logs, _ := stubLogs(t, lammpsLogs(), change(t, "completed", func(o *Objects) {
		o.Pods = slices.DeleteFunc(o.Pods, func(p corev1.Pod) bool { return p.Name == lead })
	}))
	record, folder, err := logs.Collect(t.Context(), root, false)
	if err != nil {
		t.Fatal(err)
	}
	const gone = ": the pod is gone, and what the container wrote after the last saved line with it"
	if want := []string{lead + "/lammps" + gone, lead + "/perf-sysstat" + gone}; !slices.Equal(gaps(record), want) {
		t.Errorf("missing: %q, want %q", gaps(record), want)
	}
	if got := content(t, folder, runs.LogFile(lead, "lammps")); got != numbered(0, 10, false) || len(record.Pods) != 3 {
		t.Errorf("the log is %q, and %d pods are known", got, len(record.Pods))
	}
}

// TestCollectWithdraws wants nothing missing that a further run has got, whatever the run before has recorded.
func TestCollectWithdraws(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	collectLines(t, root, "running", 0, 10)
	without := change(t, "running", func(o *Objects) { o.Pods = nil })
	logs, _ := stubLogs(t, lammpsLogs(), without)
	if record, _, err := logs.Collect(t.Context(), root, false); err != nil || len(record.Missing) == 0 {
		t.Fatalf("%v, missing: %v", err, record.Missing)
	}
	record := collectLines(t, root, "completed", 0, 20)
	if got := content(t, root, "lammps", runs.LogFile(lead, "lammps")); got != numbered(0, 20, false) || len(record.Missing) > 0 {
		t.Errorf("the log is %q, missing: %q", got, gaps(record))
	}
}

// TestCollectOther wants another set of the same name in a folder of its own.
func TestCollectOther(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, tc := range [][2]string{{"one", "lammps"}, {"another", "lammps.2"}, {"one", "lammps"}, {"another", "lammps.2"}} {
		uid, folder := types.UID(tc[0]), tc[1]
		logs, _ := stubLogs(t, lammpsLogs(), change(t, "completed", func(o *Objects) { o.JobSets[0].UID = uid }))
		_, got, err := logs.Collect(t.Context(), root, false)
		if err != nil || got != filepath.Join(root, folder) {
			t.Errorf("the folder is %s (%v), want %s", got, err, folder)
		}
	}
}

// TestCollectForeign keeps a log that no run is known to have written, and one that somebody has cut.
func TestCollectForeign(t *testing.T) {
	t.Parallel()
	mark := runs.MarkFile(lead, "lammps")
	for name, spoil := range map[string]func(folder string) error{
		"no mark": func(folder string) error { return os.Remove(filepath.Join(folder, mark)) },
		"cut": func(folder string) error {
			return os.Truncate(filepath.Join(folder, runs.LogFile(lead, "lammps")), int64(len(numbered(0, 3, false))))
		},
	} {
		root := t.TempDir()
		folder := filepath.Join(root, "lammps")
		collectLines(t, root, "running", 0, 10)
		if err := spoil(folder); err != nil {
			t.Fatal(err)
		}
		before := content(t, folder, runs.LogFile(lead, "lammps"))
		record := collectLines(t, root, "completed", 0, 20)
		if got := content(t, folder, runs.LogFile(lead, "lammps")); got != before {
			t.Errorf("%s: the log is %q", name, got)
		}
		if told := strings.Join(gaps(record), "\n"); !strings.Contains(told, "/lammps.log is there already, and Latchkey cannot tell up to which line it was saved: move the file away") {
			t.Errorf("%s: missing: %q", name, told)
		}
	}
}

// TestCollectOutside wants nothing written outside of the folder, whatever others have planted there.
func TestCollectOutside(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{
		"the folder of the set": "lammps",
		"the record":            "lammps/set.json",
		"its former name":       "lammps/set.json.new",
		"the folder of a pod":   "lammps/" + lead,
		"a log":                 "lammps/" + lead + "/lammps.log",
		"a log to go on with":   "lammps/" + lead + "/lammps.log",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, outside := t.TempDir(), t.TempDir()
			victim, mine := filepath.Join(outside, "victim"), strings.Repeat("mine", 100)
			if strings.HasSuffix(name, "go on with") {
				collectLines(t, root, "running", 0, 1)
				if err := os.Remove(filepath.Join(root, link)); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(os.WriteFile(victim, []byte(mine), 0o600), os.MkdirAll(filepath.Dir(filepath.Join(root, link)), 0o777)); err != nil {
				t.Fatal(err)
			}
			target := victim
			if strings.HasPrefix(name, "the folder") {
				target = outside
			}
			if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			files := lammpsLogs()
			files[lead+".lammps.stamped"] = numbered(0, 10, true)
			logs, _ := stubLogs(t, files, theSet(t, "running"), theSet(t, "completed"))
			record, _, err := logs.Collect(t.Context(), root, true)
			if told := err != nil || len(record.Missing) > 0; told == (name == "its former name") {
				t.Errorf("%v, %v", err, record)
			}
			if entries, err := os.ReadDir(outside); len(entries) != 1 || content(t, victim) != mine {
				t.Errorf("outside are %v (%v)", entries, err)
			}
		})
	}
}

// TestCollectNames refuses names from a server that are paths.
func TestCollectNames(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(*Set){
		"set": func(s *Set) { s.Name = "../../evil" },
		"pod": func(s *Set) { s.pods[0].Name = "../../evil" },
		"container": func(s *Set) {
			s.pods[0].Spec.Containers[0].Name, s.pods[0].Status.ContainerStatuses[0].Name = "../evil", "../evil"
		},
	} {
		set := theSet(t, "completed")
		edit(set)
		root := filepath.Join(t.TempDir(), "a", "b")
		logs, _ := stubLogs(t, lammpsLogs(), set)
		record, _, err := logs.Collect(context.Background(), root, false)
		if told := fmt.Sprint(err, record); !strings.Contains(told, "the server calls a "+name+` "../`) {
			t.Errorf("%s: %s", name, told)
		}
		if evil, _ := filepath.Glob(filepath.Join(root, "../../*vil*")); len(evil) > 0 {
			t.Errorf("%s: %v was written", name, evil)
		}
	}
}
