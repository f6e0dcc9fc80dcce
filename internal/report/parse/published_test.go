package parse_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// osuTitle is a title of the tables of OSU that this test knows.
var osuTitle = regexp.MustCompile(`(Avg |Min |Max )?(Size|Latency|Bandwidth|MB/s|Messages/s|Iterations)`)

// osuNames are the names of the records by these titles.
var osuNames = map[string]string{
	"Latency": "latency", "Avg Latency": "avg_latency", "Min Latency": "min_latency", "Max Latency": "max_latency",
	"Bandwidth": "bandwidth", "MB/s": "bandwidth", "Messages/s": "message_rate", "Iterations": "iterations",
}

// TestPublishedOSU reads all logs of OSU below the folder in LOGS twice: as the report does, and by the words of each table's titles.
// Both must find the same numbers. "make published-osu LOGS=folder" runs it; stackhpc/hpc-tests and aistabci/abci2.0benchmark on GitHub
// have such logs.
func TestPublishedOSU(t *testing.T) {
	folder := os.Getenv("LOGS")
	if folder == "" {
		t.Skip("needs a folder with logs of OSU in LOGS")
	}
	files, numbers := 0, 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) == ".py" { // scripts quote pieces of logs
			return err
		}
		text, err := os.ReadFile(path)
		if want := osuNumbers(string(text)); len(want) > 0 {
			files, numbers = files+1, numbers+len(want)
			if diff := cmp.Diff(want, osuRead(t, text)); diff != "" {
				t.Errorf("%s:\n%s", path, diff)
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d logs: %v", files, err)
	}
	t.Logf("%d numbers of %d logs are equal", numbers, files)
}

// osuNumbers returns the numbers of tables as "name size value", sorted.
func osuNumbers(text string) (all []string) {
	var titles []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "# Size") {
			titles = osuTitle.FindAllString(line, -1)
			continue
		}
		cells := strings.Fields(line)
		if len(cells) == 0 || len(cells) != len(titles) || cells[0] == "#" {
			titles = nil
			continue
		}
		for i, title := range titles[1:] {
			size, err := strconv.ParseFloat(cells[0], 64)
			value, also := strconv.ParseFloat(cells[i+1], 64)
			if err == nil && also == nil {
				all = append(all, fmt.Sprint(osuNames[title], " ", size, " ", value))
			}
		}
	}
	slices.Sort(all)
	return all
}

// osuRead returns the numbers that the report reads, in the same form.
func osuRead(t *testing.T, text []byte) (all []string) {
	t.Helper()
	sources, _, err := parse.Read("a.log", bytes.NewReader(text), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range sources {
		for _, r := range sources[i].Results {
			for _, c := range r.Curves {
				for at, x := range c.X.Values {
					if r.Kind.Name == "osu" {
						all = append(all, fmt.Sprint(c.Y.Name, " ", x, " ", c.Y.Values[at]))
					}
				}
			}
		}
	}
	slices.Sort(all)
	return all
}
