package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/cli"
)

// corpusDir holds public manifests and what an API server says of each. It lies beside the repository.
const corpusDir = "../../shared/corpus"

// readAllTheSame are the files that the server refused and Latchkey reads.
var readAllTheSame = []string{
	"metricset-v1alpha1/python-perf-sysstat-metrics.yaml",      // it has a field of an older release
	"metricset-v1alpha2/storage-google-io-fusion-metrics.yaml", // it says v1alpha1, and the server was asked for v1alpha2
}

var (
	problemField = regexp.MustCompile(`MetricSet/[^:]*: (spec[^: ]*):`)
	serverField  = regexp.MustCompile(`unknown field "([^"]*)"`)
)

// TestCorpus renders every MetricSet of the corpus. What a server takes becomes manifests, and what it refuses is
// refused for the same field.
func TestCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	got := map[string]int{}
	for line := range strings.Lines(string(verdicts)) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if !strings.HasPrefix(file, "metricset-") {
			continue
		}
		verdict, reason, _ := strings.Cut(rest, "\t")
		if slices.Contains(readAllTheSame, file) {
			verdict = "accepted"
		}
		got[verdict]++
		checkFile(t, file, verdict, reason)
	}
	if diff := cmp.Diff(map[string]int{"accepted": 34, "rejected": 1}, got); diff != "" {
		t.Errorf("number of files (-want +got):\n%s", diff)
	}
}

func checkFile(t *testing.T, file, verdict, reason string) {
	t.Helper()
	stdout, stderr, code := run("", "render", filepath.Join(corpusDir, file))
	if verdict == "accepted" {
		if code != cli.ExitOK || stdout == "" {
			t.Errorf("%s: exit code %d, want %d and manifests:\n%s", file, code, cli.ExitOK, stderr)
		}
		return
	}
	if code != cli.ExitProblems {
		t.Errorf("%s: exit code %d, want %d", file, code, cli.ExitProblems)
	}
	var fields []string
	for _, match := range problemField.FindAllStringSubmatch(stderr, -1) {
		fields = append(fields, match[1])
	}
	for _, match := range serverField.FindAllStringSubmatch(reason, -1) {
		if !slices.Contains(fields, match[1]) {
			t.Errorf("%s: the server refuses %s, and Latchkey %q:\n%s", file, match[1], fields, stderr)
		}
	}
}
