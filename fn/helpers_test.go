package fn_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/fn"
)

// set is a MiniCluster with one broker, which becomes a ConfigMap, a Service and a JobSet.
const set = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
spec:
  size: 1
  containers:
  - image: ubuntu
    command: hostname
`

// foreign is an object that Latchkey does not handle.
const foreign = `apiVersion: v1
kind: ConfigMap # stays
metadata: {name: other, namespace: ""}
data:
  folded: >-
    one two
  merged: {<<: {a: b}}
`

// annotated returns an object in block style with more annotations in its metadata, keys and values in turn.
func annotated(object string, annotations ...string) string {
	const head = "  annotations:\n"
	if !strings.Contains(object, head) {
		object = strings.Replace(object, "metadata:\n", "metadata:\n"+head, 1)
	}
	var lines strings.Builder
	for at := 0; at < len(annotations); at += 2 {
		fmt.Fprintf(&lines, "    %s: %q\n", annotations[at], annotations[at+1])
	}
	return strings.Replace(object, head, head+lines.String(), 1)
}

// inKpt returns an object as kpt fn eval sends it.
func inKpt(object, path string, index int) string {
	return annotated(object,
		"internal.config.kubernetes.io/path", path,
		"internal.config.kubernetes.io/index", fmt.Sprint(index),
		"internal.config.kubernetes.io/seqindent", "compact")
}

// inKustomize returns an object as kustomize sends it to a transformer or validator.
func inKustomize(object string) string {
	return annotated(object, "kustomize.config.k8s.io/id", "kind: X\n")
}

// listOf is a ResourceList with items.
func listOf(items ...string) string {
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:"
	if len(items) == 0 {
		return list + " []\n"
	}
	for _, item := range items {
		list += "\n- " + strings.ReplaceAll(strings.TrimSuffix(item, "\n"), "\n", "\n  ")
	}
	return list + "\n"
}

// withConfig adds a functionConfig to a list.
func withConfig(list, config string) string {
	return list + "functionConfig:\n  " + strings.ReplaceAll(strings.TrimSuffix(config, "\n"), "\n", "\n  ") + "\n"
}

// options is a functionConfig of kind Latchkey.
func options(lines string) string {
	return "apiVersion: latchkey.dev/v1alpha1\nkind: Latchkey\nmetadata:\n  name: options\nspec:\n  " + lines + "\n"
}

// run runs the function.
func run(t testing.TB, input string) (output, messages string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = fn.Run(strings.NewReader(input), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

// render runs the function and wants exit code 0.
func render(t testing.TB, input string) string {
	t.Helper()
	output, messages, code := run(t, input)
	if code != fn.ExitOK {
		t.Fatalf("exit code %d:\n%s", code, messages)
	}
	return output
}

// process runs the pipeline on a list. The test fails if the list cannot be read.
func process(t testing.TB, input string, settings fn.Settings) *fn.ResourceList {
	t.Helper()
	list, err := fn.ParseResourceList([]byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return processed(t, list, settings)
}

// processed runs the pipeline. The test fails if Latchkey has a fault.
func processed(t testing.TB, list *fn.ResourceList, settings fn.Settings) *fn.ResourceList {
	t.Helper()
	out, err := fn.Process(list, settings)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// contentHash is the end of a name that holds a hash of content.
var contentHash = regexp.MustCompile(`-[0-9a-f]{8}$`)

// names returns the items of a list as messages name them, with HASH for a hash of content.
func names(list *fn.ResourceList) []string {
	var names []string
	for _, item := range list.Items {
		names = append(names, contentHash.ReplaceAllString(item.String(), "-HASH"))
	}
	return names
}

// lines returns the results of a list for people.
func lines(list *fn.ResourceList) []string {
	var lines []string
	for _, result := range list.Results {
		lines = append(lines, fn.Line(result))
	}
	return lines
}

// document is an item as a YAML document.
func document(t testing.TB, item *fn.Item) string {
	t.Helper()
	var out bytes.Buffer
	if err := item.Encode(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// written returns a list as a caller gets it.
func written(t testing.TB, list *fn.ResourceList) string {
	t.Helper()
	var out bytes.Buffer
	if err := list.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// meaning returns the value of a YAML text.
func meaning(t testing.TB, text string) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	return value
}
