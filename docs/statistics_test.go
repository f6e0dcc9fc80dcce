package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStatistics runs the examples of docs/report.md for pandas and R on the CSV of the study that the document shows, and
// wants the means of the document's table.
func TestStatistics(t *testing.T) {
	t.Parallel()
	for language, program := range map[string][]string{"python": {"python3", "-c", "import pandas"}, "r": {"Rscript", "-e", "1"}} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			if err := exec.Command(program[0], program[1:]...).Run(); err != nil {
				t.Skipf("needs %s: %v", strings.Join(program, " "), err)
			}
			folder := t.TempDir()
			table, err := exec.Command("latchkey", "report", "--names", "size-{size}/{build}.out/lammps-iter-{repetition}", "-o", "csv", "internal/report/read/testdata/study").Output()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "results.csv"), table, 0o644); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile("docs/report.md")
			if err != nil {
				t.Fatal(err)
			}
			block := regexp.MustCompile("(?s)\n```" + language + "\n(.*?)```").FindSubmatch(text)
			if block == nil {
				t.Fatal("docs/report.md has no example")
			}
			script := filepath.Join(folder, "script")
			if err := os.WriteFile(script, block[1], 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program[0], script)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, row := range []string{`5(\.000)? +67\.786 +4\.04`, `5(\.000)? +38\.007 +0\.718`, `5(\.000)? +70\.645 +16\.158`, `5(\.000)? +40\.315 +7\.31`} {
				if !regexp.MustCompile(row).Match(out) {
					t.Errorf("%s is not in\n%s", row, out)
				}
			}
		})
	}
}
