package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/crds"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/voteconfig"
)

// ballot is a kind that Latchkey does not know.
func ballot(crd string) generators.Kind {
	return generators.NewKind(generators.Definition[*schoolofdevops.VoteConfig]{
		Group: "votes.example.org", Name: "Ballot", Version: "v1", CRD: crd,
		Uses: []string{"include"}, Expand: voteconfig.Expand,
	})
}

var ballotCRD = strings.NewReplacer("voting.schoolofdevops.com", "votes.example.org", `"kind":"VoteConfig"`, `"kind":"Ballot"`, "v1alpha1", "v1").
	Replace(crds.VoteConfigs)

const pets = `apiVersion: votes.example.org/v1
kind: Ballot
metadata:
  name: pets
spec:
  options:
  - {id: a, label: Cats, color: "#FF6B6B"}
  - {id: b, label: Dogs, color: "#4ECDC4"}
`

// A program in another module is Latchkey with further kinds.
func ExampleCommand_kinds() {
	ballots := cli.Command{
		Name:  "ballots",
		Kinds: []generators.Kind{ballot(ballotCRD)},
		Stdin: strings.NewReader(pets), Stdout: os.Stdout, Stderr: os.Stdout,
	}
	ballots.Main([]string{"render", "-"})
	ballots.Main([]string{"explain", "ballot.spec.options.id"})
	// Output:
	// apiVersion: v1
	// data:
	//   options.txt: |
	//     a:Cats:#FF6B6B
	//     b:Dogs:#4ECDC4
	// kind: ConfigMap
	// metadata:
	//   annotations:
	//     kustomize.toolkit.fluxcd.io/substitute: disabled
	//     latchkey.dev/source: votes.example.org/Ballot//pets
	//   labels:
	//     app.kubernetes.io/managed-by: latchkey
	//     latchkey.dev/set: pets
	//   name: pets-config
	// KIND:     Ballot
	// VERSION:  votes.example.org/v1
	// FIELD:    spec.options.id <string, required>
	//
	// ID is one lower-case letter, another one for each option.
}

// runWith runs a program with further kinds in this process, or Latchkey itself.
func runWith(kinds []generators.Kind, stdin string, args ...string) (stdout, stderr string, code int) {
	var out, err strings.Builder
	command := cli.Command{Kinds: kinds, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &err}
	if kinds != nil {
		command.Name = "ballots"
	}
	code = command.Main(args)
	return out.String(), err.String(), code
}

// TestFurtherHelp wants the help of a program with further kinds to speak of these kinds.
func TestFurtherHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"render", "--help"}, {"validate", "--help"}} {
		help, _, _ := runWith([]generators.Kind{ballot(ballotCRD)}, "", args...)
		first, _, _ := strings.Cut(help, "Usage:")
		said, _, _ := strings.Cut(first, "It expands objects of these kinds:")
		if len(args) == 1 && !strings.HasPrefix(said, "ballots turns Ballot objects into") || strings.Contains(said, "MiniCluster") {
			t.Errorf("%q says:\n%s", args, help)
		}
	}
	if help, _, _ := runWith([]generators.Kind{ballot(ballotCRD)}, "", "help"); !strings.Contains(help, "Print the manifests of Ballot objects") {
		t.Error(help)
	}
}

func TestFurtherKinds(t *testing.T) {
	t.Parallel()
	const list = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- "
	good, other := []generators.Kind{ballot(ballotCRD)}, []generators.Kind{ballot(crds.PodSets)}
	for name, tc := range map[string]struct {
		kinds []generators.Kind
		stdin string
		args  []string
		code  int
		// want is a part of either stream.
		want string
	}{
		"as a function":     {good, list + strings.ReplaceAll(pets, "\n", "\n  "), nil, cli.ExitOK, "name: pets-config\n"},
		"a slip":            {good, strings.Replace(pets, "Ballot", "Balot", 1), []string{"validate", "-"}, cli.ExitProblems, `did you mean "Ballot"?`},
		"strictly":          {good, strings.Replace(pets, "label", "lable", 1), []string{"validate", "-"}, cli.ExitProblems, `did you mean "label"?`},
		"an option of jobs": {good, strings.Replace(pets, "pets", "pets\n  annotations: {latchkey.dev/queue: q}", 1), []string{"render", "-"}, cli.ExitOK, "it has no effect, because a Ballot has only the options"},
		"include":           {good, pets, []string{"render", "-", "--include=jobs"}, cli.ExitOK, "there is nothing to apply"},
		"ours as well":      {good, aCluster, []string{"render", "-"}, cli.ExitOK, "kind: JobSet\n"},
		"help":              {good, "", []string{"--help"}, cli.ExitOK, "\n  ballots render cluster.yaml | kubectl apply -f -\n"},
		"kinds in help":     {good, "", []string{"--help"}, cli.ExitOK, "\n  Ballot (votes.example.org)\n"},
		"completion":        {good, "", []string{"completion", "bash"}, cli.ExitOK, "bash completion V2 for ballots "},
		"a usage error":     {good, "", []string{"--foo"}, cli.ExitUsage, "Run 'ballots --help' for usage.\n"},
		"version":           {good, "", []string{"version"}, cli.ExitOK, "ballots "},
		"without a CRD":     {[]generators.Kind{ballot("")}, pets, []string{"render", "-"}, cli.ExitInternal, "the kind votes.example.org/Ballot is not complete: "},
		"another one's CRD": {other, pets, []string{"render", "-"}, cli.ExitInternal, "the kind votes.example.org/Ballot has another CRD: "},
		"a kind twice":      {append(good, good...), pets, []string{"render", "-"}, cli.ExitInternal, "the kind votes.example.org/Ballot is there twice: "},
	} {
		stdout, stderr, code := runWith(tc.kinds, tc.stdin, tc.args...)
		if code != tc.code || !strings.Contains(stdout+stderr, tc.want) {
			t.Errorf("%s: exit code %d, want %d; messages %q; output\n%s", name, code, tc.code, stderr, stdout)
		}
	}
}

// TestPruneOfFurtherKinds wants each program to keep the files of the other one.
func TestPruneOfFurtherKinds(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	theirs := []generators.Kind{ballot(ballotCRD)}
	for at, step := range []struct {
		kinds []generators.Kind
		stdin string
		left  string
	}{
		{theirs, pets, "[ballot-pets.latchkey.yaml]"},
		{nil, aCluster, "[ballot-pets.latchkey.yaml minicluster-hello.latchkey.yaml]"},
		{theirs, pets, "[ballot-pets.latchkey.yaml]"}, // this program knows the MiniCluster too
		{theirs, aCluster, "[minicluster-hello.latchkey.yaml]"},
	} {
		if _, stderr, code := runWith(step.kinds, step.stdin, "render", "-", "-o", directory, "--prune"); code != cli.ExitOK {
			t.Fatalf("step %d: exit code %d: %s", at, code, stderr)
		}
		files, err := filepath.Glob(filepath.Join(directory, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			files[i] = filepath.Base(files[i])
		}
		if got := fmt.Sprint(files); got != step.left {
			t.Errorf("step %d: %s is left, want %s", at, got, step.left)
		}
	}
}
