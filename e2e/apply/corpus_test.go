//go:build e2e

package apply

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

const (
	// refusals lists the files that an API server accepts and Latchkey refuses, with the rule for each.
	refusals = "../../docs/refusals.md"
	// miniClusters is the number of MiniCluster files in the corpus.
	miniClusters = 96
)

var (
	unknownField = regexp.MustCompile(`unknown field "([^"]+)"`)
	refusalRow   = regexp.MustCompile("^\\| `examples/([^`]+\\.yaml)` \\| ([^|]+) \\| `([^`]+)` \\|")
)

// specimen is one file of the corpus.
type specimen struct {
	name     string   // folder and file
	accepted bool     // by the API server, given the public CRDs
	unknown  []string // paths of the unknown fields for which it was rejected
	refused  string   // path of the field for which Latchkey has to refuse it, from the table of refusals
}

func (s specimen) path() string { return filepath.Join(lab.CorpusDir, s.name) }

// corpus reads the verdicts on the files with a name that begins with prefix, or skips the test when there are none.
func corpus(t *testing.T, prefix string) []specimen {
	t.Helper()
	verdicts, err := os.ReadFile(filepath.Join(lab.CorpusDir, "verdicts.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		lab.Missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	table := readRefusals(t)
	var all []specimen
	for line := range strings.Lines(string(verdicts)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if !strings.HasPrefix(fields[0], prefix) || len(fields) < 2 {
			continue
		}
		s := specimen{name: fields[0], accepted: fields[1] == "accepted", refused: table[fields[0]]}
		for _, match := range unknownField.FindAllStringSubmatch(line, -1) {
			s.unknown = append(s.unknown, match[1])
		}
		all = append(all, s)
	}
	return all
}

// readRefusals returns the table of documented refusals: file of the corpus to field. The corpus has a folder for each
// version, and file names without folders.
func readRefusals(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.Open(refusals)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	table := map[string]string{}
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if match := refusalRow.FindStringSubmatch(scanner.Text()); match != nil {
			for version := range strings.SplitSeq(match[2], ", ") {
				table["minicluster-"+version+"/"+strings.ReplaceAll(match[1], "/", "-")] = match[3]
			}
		}
	}
	return table
}

// names reports whether a line of problems names the field, or an entry of it, and holds the words.
func names(problems, field, words string) bool {
	for line := range strings.Lines(problems) {
		isNamed := strings.Contains(line, ": "+field+": ") || strings.Contains(line, ": "+field+"[")
		if isNamed && strings.Contains(line, words) {
			return true
		}
	}
	return false
}

// TestCorpus compares Latchkey's verdict on every MiniCluster of the corpus with the API server's. It needs no cluster.
func TestCorpus(t *testing.T) {
	files := corpus(t, "minicluster-")
	judged := map[string]int{}
	for _, s := range files {
		t.Run(s.name, func(t *testing.T) { judged[judge(t, s, lab.Render(t, s.path()))]++ })
	}
	t.Logf("corpus: %d judged: %d rendered, %d with fields of older releases, %d rejected for the field the API server named, %d refused as documented",
		len(files), judged["rendered"], judged["moved"], judged["rejected"], judged["refused"])
	if total := judged["rendered"] + judged["moved"] + judged["rejected"] + judged["refused"]; total != miniClusters {
		t.Errorf("%d of %d files were judged as they should", total, miniClusters)
	}
}

// judge compares one rendering with the verdict and returns the class, or "wrong".
func judge(t *testing.T, s specimen, got lab.Rendered) string {
	switch {
	case s.refused != "":
		if got.OK || !names(got.Problems, s.refused, "") {
			t.Errorf("documented as refused for %s, but got:\n%s", s.refused, got.Problems)
			return "wrong"
		}
		return "refused"
	case s.accepted:
		if !got.OK {
			t.Errorf("the API server takes it:\n%s", got.Problems)
			return "wrong"
		}
		return "rendered"
	}
	class, words := "rejected", "unknown field"
	if got.OK { // an older release had the field
		class, words = "moved", "a field of an older release"
	}
	for _, field := range s.unknown {
		if !names(got.Problems, field, words) {
			t.Errorf("%s was not reported as %s:\n%s", field, words, got.Problems)
			return "wrong"
		}
	}
	return class
}
