//go:build e2e

package apply

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// changed is a set. Each test gives it a command.
const changed = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: hello
  namespace: default
  annotations:
    latchkey.dev/on-change: HOW
spec:
  size: 2
  tasks: 2
  containers:
  - image: docker.io/library/ubuntu:latest
    command: echo COMMAND
`

// changedSet renders the set with a command.
func changedSet(t *testing.T, l *lab.Lab, how, command string) lab.Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "changed.yaml")
	lab.WriteFile(t, path, strings.NewReplacer("HOW", how, "COMMAND", command).Replace(changed))
	s := lab.RenderIn(t, lab.Input{Name: "hello", Path: path}, l.Namespace)
	if t.Failed() {
		t.FailNow()
	}
	return s
}

// jobSet is the name of a set's JobSet.
func jobSet(t *testing.T, s lab.Set) string {
	t.Helper()
	for _, o := range s.Objects(t) {
		if o.Kind == "JobSet" {
			return o.Metadata.Name
		}
	}
	t.Fatal("the set has no JobSet")
	return ""
}

// changingDoc is the page about changed sets.
const changingDoc = "../../docs/changing-a-set.md"

// TestChangeFails applies a changed set with the defaults: kubectl refuses it, in the words that the page shows.
func TestChangeFails(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(changingDoc)
	if err != nil {
		t.Fatal(err)
	}
	l := lab.Need(t)
	l.Must(t, "", "create", "quota", "no-pods", "--hard=pods=0")
	l.Apply(t, changedSet(t, l, "Fail", "one").Manifest)
	other := changedSet(t, l, "Fail", "two")
	const refused = `"hello" is invalid: spec.replicatedJobs: Invalid value: [{"name":"keygen",`
	resized := strings.Replace(string(changedSet(t, l, "Fail", "one").Manifest), "parallelism: 2\n", "parallelism: 1\n", 1)
	for _, changed := range []string{string(other.Manifest), resized} {
		said, err := l.Kubectl(changed, "apply", "-f", "-")
		if err == nil {
			t.Errorf("kubectl applies a changed set:\n%s", said)
		}
		lab.Holds(t, said, refused, "field is immutable")
	}
	lab.Holds(t, string(doc), refused, "field is immutable")

	// The page says to do this.
	l.Must(t, "", "delete", "jobset/hello", "--wait")
	l.Apply(t, other.Manifest)
}

// TestSizeOfJobSet applies a set at another size. A JobSet without its gate ElasticJobSet refuses it in the words that the
// page shows, and with the gate its Job follows.
func TestSizeOfJobSet(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(changingDoc)
	if err != nil {
		t.Fatal(err)
	}
	l := lab.Need(t)
	l.Must(t, "", "create", "quota", "no-pods", "--hard=pods=0")
	const elastic = "apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata:\n  name: hello\n  namespace: default\n" +
		"  annotations:\n    latchkey.dev/curve: Secret\nspec:\n  size: SIZE\n  minSize: 1\n  maxSize: 4\n  containers:\n  - {image: a}\n"
	l.Apply(t, l.RenderText(t, strings.Replace(elastic, "SIZE", "2", 1)).Manifest)
	said, err := l.Kubectl(string(l.RenderText(t, strings.Replace(elastic, "SIZE", "3", 1)).Manifest), "apply", "-f", "-")
	if err != nil {
		t.Log("this JobSet has no gate ElasticJobSet, or the gate is off")
		lab.Holds(t, said, "field is immutable")
		lab.Holds(t, string(doc), "`field is immutable`")
		return
	}
	lab.Until(t, "a Job of three pods", time.Minute, func() bool {
		return l.Must(t, "", "get", "job", "hello-m-0", "-o", "jsonpath={.spec.completions} {.spec.parallelism}") == "3 3"
	})
}

// stubborn is a set with a command that ignores SIGTERM, so its pod stays for the whole grace period.
const stubborn = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: stubborn
  namespace: default
spec:
  size: 1
  containers:
  - image: docker.io/library/ubuntu:latest
    launcher: true
    command: |
      trap '' TERM HUP
      echo COMMAND
      for i in {1..SECONDS}; do sleep 1; done
`

// TestChangedCommandRuns applies a set again with another command while a pod of the former set still ends. A kubelet serves
// the ConfigMap of a pod as long as the pod exists.
func TestChangedCommandRuns(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	l.Apply(t, l.RenderText(t, strings.NewReplacer("COMMAND", "one", "SECONDS", "100").Replace(stubborn)).Manifest)
	lab.Until(t, "the first command", lab.PodLimit, func() bool {
		said, _ := l.Kubectl("", "logs", "--insecure-skip-tls-verify-backend", "-l", lab.IndexLabel+"=0", "-c", "stubborn")
		return strings.Contains(said, "one\n")
	})
	l.Must(t, "", "delete", "jobset/stubborn", "--wait")
	ending := strings.Fields(l.Must(t, "", "get", "pods", "-o", "name"))
	l.Apply(t, l.RenderText(t, strings.NewReplacer("COMMAND", "two", "SECONDS", "1").Replace(stubborn)).Manifest)
	l.WaitFor(t, "stubborn", lab.RunLimit)
	if len(ending) == 0 {
		t.Fatal("no pod of the first set was there any more")
	}
	// The lead of the first set must not be taken for the lead of the second set.
	l.Must(t, "", append([]string{"wait", "--for=delete", "--timeout=120s"}, ending...)...)
	lab.Holds(t, l.Logs(t, l.Lead(t, "stubborn"), "stubborn"), "two\n")
}

var prune = regexp.MustCompile(`(?m)^ *(--prune.*?) *\\?$`)

// pruneFlags are the flags with which the page prunes.
func pruneFlags(t *testing.T) []string {
	t.Helper()
	doc, err := os.ReadFile(changingDoc)
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	for _, match := range prune.FindAllStringSubmatch(string(doc), -1) {
		flags = append(flags, strings.Fields(match[1])...)
	}
	if len(flags) < 3 {
		t.Fatalf("%s shows the flags %q", changingDoc, flags)
	}
	return append([]string{"--selector", "app.kubernetes.io/managed-by=latchkey"}, flags...)
}

// TestRename applies a set, and then again with another command: the set runs again, and kubectl prunes the first run.
func TestRename(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	flags := pruneFlags(t)
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)

	first := changedSet(t, l, "Rename", "one")
	l.Apply(t, first.Manifest, flags...)
	l.WaitFor(t, jobSet(t, first), lab.RunLimit)
	lab.Holds(t, l.Logs(t, l.Lead(t, jobSet(t, first)), "hello"), "one\n")
	const keys = `jsonpath={.data}`
	key := l.Must(t, "", "get", "secret", "hello-curve", "-o", keys)

	lab.Unchanged(t, first, l.Apply(t, first.Manifest, flags...))

	second := changedSet(t, l, "Rename", "two")
	said := l.Apply(t, second.Manifest, flags...)
	lab.Holds(t, said, "jobset.jobset.x-k8s.io/"+jobSet(t, first)+" pruned\n", "configmap/hello-entrypoint-")
	if n := strings.Count(said, " pruned\n"); n != 2 {
		t.Errorf("%d objects pruned, want the JobSet and the ConfigMap:\n%s", n, said)
	}
	l.WaitFor(t, jobSet(t, second), lab.RunLimit)
	lab.Holds(t, l.Logs(t, l.Lead(t, jobSet(t, second)), "hello"), "two\n")
	if again := l.Must(t, "", "get", "secret", "hello-curve", "-o", keys); again != key || key == "" {
		t.Error("the key in the Secret has changed")
	}
	lab.Until(t, "the end of the first set", time.Minute, func() bool {
		left := l.Must(t, "", "get", "jobsets,jobs,pods,configmaps", "-o", "name")
		return !strings.Contains(left, jobSet(t, first)) && strings.Count(left, "configmap/hello-entrypoint-") == 1
	})
}
