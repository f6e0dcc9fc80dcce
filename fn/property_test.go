package fn_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// inputs returns the objects of all examples and, if present, of the corpus of public manifests. Each file is a list,
// by name.
func inputs(t testing.TB) map[string]string {
	t.Helper()
	lists := map[string]string{}
	for _, pattern := range []string{"../examples/*/input.yaml", "../examples/*/minicluster.yaml", "../../shared/corpus/*/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			items, results := fn.ParseDocuments(file, data)
			if fn.HasErrors(results) {
				t.Fatal(fn.Line(results[0]))
			}
			lists[file] = written(t, &fn.ResourceList{Items: items})
		}
	}
	if len(lists) < 10 {
		t.Fatalf("found %d inputs, want at least 10", len(lists))
	}
	return lists
}

// checkProperties runs the function on a list. The output is whole, has errors exactly if the exit code says so, and
// does not change in a second run.
func checkProperties(t testing.TB, list string) {
	t.Helper()
	output, messages, code := run(t, list)
	switch code {
	case fn.ExitOK:
	case fn.ExitProblems:
		checkWhole(t, list, output)
		if strings.TrimSpace(messages) == "" {
			t.Error("an error without a message")
		}
		return
	default:
		t.Fatalf("exit code %d: %s", code, messages)
	}
	again, messages, code := run(t, output)
	if code != fn.ExitOK {
		t.Fatalf("the output is refused, exit code %d: %s\n%s", code, messages, output)
	}
	if output == again {
		return
	}
	if isStable(t, output) {
		t.Errorf("rendering the output again changes it:\n%s", cmp.Diff(output, again))
	}
	checkWhole(t, output, again)
}

// isStable tells whether a list is written as it was read. kyaml may move some comments each time.
func isStable(t testing.TB, text string) bool {
	list, err := fn.ParseResourceList([]byte(text))
	return err == nil && written(t, list) == text
}

// checkWhole checks that no object is lost or changed.
func checkWhole(t testing.TB, list, output string) {
	t.Helper()
	before, err := fn.ParseResourceList([]byte(list))
	if err != nil {
		if list != output {
			t.Errorf("what cannot be read has changed:\n%s", cmp.Diff(list, output))
		}
		return
	}
	after, err := fn.ParseResourceList([]byte(output))
	if err != nil {
		t.Fatalf("%s in the output:\n%s", err, output)
	}
	if len(before.Items) != len(after.Items) {
		t.Fatalf("%d items came in, %d go out", len(before.Items), len(after.Items))
	}
	for at, item := range before.Items {
		was, errBefore := item.JSON()
		is, errAfter := after.Items[at].JSON()
		if (errBefore == nil) != (errAfter == nil) || !bytes.Equal(was, is) {
			t.Errorf("item %d has changed: %s", at, cmp.Diff(string(was), string(is)))
		}
	}
}

// TestShuffled checks that the order of the items does not change the generated objects.
func TestShuffled(t *testing.T) {
	t.Parallel()
	items := []string{foreign, setNamed("a"), setNamed("b"), setNamed("b\n  namespace: hpc"), set}
	want := generated(t, process(t, listOf(items...), fn.Settings{}))
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		if diff := cmp.Diff(want, generated(t, process(t, listOf(items...), fn.Settings{}))); diff != "" {
			t.Fatalf("another order gives other objects:\n%s", diff)
		}
	}
}

func generated(t testing.TB, list *fn.ResourceList) string {
	t.Helper()
	var text strings.Builder
	for _, item := range list.Items {
		if item.Generated() {
			text.WriteString("---\n" + document(t, item))
		}
	}
	return text.String()
}

// TestInputUnchanged checks that Process does not change its argument.
func TestInputUnchanged(t *testing.T) {
	t.Parallel()
	for _, text := range []string{listOf(set, foreign), listOf(set, service("old", lammpsID)), listOf(inKpt(set, "a.yaml", 0))} {
		list, err := fn.ParseResourceList([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		first := written(t, processed(t, list, fn.Settings{}))
		if diff := cmp.Diff(text, written(t, list)); diff != "" {
			t.Errorf("the list has changed:\n%s", diff)
		}
		if diff := cmp.Diff(first, written(t, processed(t, list, fn.Settings{}))); diff != "" {
			t.Errorf("the second run differs:\n%s", diff)
		}
	}
}

// ranksOnNoPods asks for ranks on a number of pods that is not valid.
const ranksOnNoPods = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: laghos
spec:
  pods: few
  metrics:
  - name: app-laghos
    options:
      command: mpirun -np 4 laghos
`

// FuzzProcess runs the function on lists that people might send, and on its own output.
func FuzzProcess(f *testing.F) {
	for _, list := range inputs(f) {
		f.Add(list)
	}
	for _, list := range []string{
		listOf(), listOf(set, foreign), listOf(inKustomize(set)), listOf(inKpt(set, "a/b.yaml", 3)), listOf(bomb()),
		withConfig(listOf(set), options("include: sj")), withConfig(listOf(), set), listOf(set, service("old", lammpsID)),
		listOf(set, attachedSet("cpu"), attachedSet("disk")), listOf(ranksOnNoPods),
		listOf(foreign) + "? ", listOf(foreign) + "? \n: {? : [a, {? b}, {c: }]}\n",
	} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) { checkProperties(t, list) })
}
