package cli_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// closedSets returns all words that the command line accepts. Each set has a command in which WORD stands for one of
// them.
func closedSets() map[string][]string {
	sets := map[string][]string{
		"WORD":                                   {"render", "validate", "explain", "keygen", "version", "completion", "help"},
		"completion WORD":                        {"bash", "fish", "powershell", "zsh"},
		"validate --WORD x -":                    {"file", "fn-config", "output"},
		"render --WORD x -":                      {"file", "fn-config", "output", "prune"},
		"keygen --WORD x a":                      {"namespace"},
		"validate -o WORD -":                     {"text", "json", "sarif", "github"},
		"render -o WORD -":                       {"yaml", "json"},
		"explain WORD":                           {"metric", "metrics", "addon", "addons", "latchkey"},
		"explain metric WORD":                    metrics.Names(),
		"explain addon WORD":                     addons.Names(),
		"explain minicluster.spec.WORD":          {"size", "containers", "flux", "deadlineSeconds"},
		"explain minicluster --api-version WORD": {"v1alpha1", "v1alpha2"},
	}
	for _, kind := range generators.Kinds() {
		sets["explain WORD"] = append(sets["explain WORD"], strings.ToLower(kind.Name))
	}
	for _, option := range latchkey.OptionTable() {
		sets["render --WORD x -"] = append(sets["render --WORD x -"], option.Flag)
		sets["validate --WORD x -"] = append(sets["validate --WORD x -"], option.Flag)
		if len(option.Values) > 0 {
			sets["render --"+option.Flag+"=WORD -"] = option.Values
		}
	}
	return sets
}

// TestSlips misspells every word that the command line accepts, and wants the right word in the message. Tests of other
// packages have all slips of a word; here a few of each are enough.
func TestSlips(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, words := range closedSets() {
		every := 7
		if strings.HasPrefix(line, "explain") {
			every = 29 // each call reads all CRDs
		}
		for _, meant := range words {
			names := regexp.MustCompile(`\b` + meant + `\b`)
			for at, slip := range apitest.Slips(meant) {
				isTopic := strings.HasPrefix(line, "explain WORD") && slices.Contains(words, strings.ToLower(slip))
				if at%every > 0 || slices.Contains(words, slip) || isTopic {
					continue
				}
				var stdout, stderr bytes.Buffer
				command := cli.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
				code := command.Main(strings.Fields(strings.Replace(line, "WORD", slip, 1)))
				message, _, _ := strings.Cut(stderr.String(), "\nRun '")
				if code != cli.ExitUsage || !names.MatchString(message) || stdout.Len() > 0 {
					t.Errorf("latchkey %s: %q for %q: exit code %d: %s", line, slip, meant, code, message)
				}
			}
		}
	}
}
