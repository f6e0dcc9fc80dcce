package fn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestOversized gives a set so many variables that its JobSet is too long for kubectl, or for any server.
func TestOversized(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		variables, annotation int
		want                  string
		isError               bool
	}{
		"as usual":     {2, 9, "", false},
		"annotations":  {0, 130_000, "and kubectl keeps at most 262144 of what it applies: use kubectl apply --server-side", false},
		"for kubectl":  {10, 9, "and kubectl keeps at most 262144 of what it applies: use kubectl apply --server-side", false},
		"for a server": {60, 9, "and a server stores at most 1572864: move values and annotations into a ConfigMap or an image of your own", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var source strings.Builder
			fmt.Fprintf(&source, "apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata: {name: a, annotations: {x: %s}}\nspec:\n  containers:\n  - image: b\n    command: c\n    environment:\n",
				strings.Repeat("x", row.annotation))
			for at := range row.variables {
				fmt.Fprintf(&source, "      V%d: %s\n", at, strings.Repeat("x", 30<<10))
			}
			checkSize(t, source.String(), row.want, row.isError)
		})
	}
}

// TestLongTexts gives sets long texts that become a variable or an argument, which Linux passes to no program.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: flux-framework.org/v1alpha2\nmetadata: {name: a}\n"
	for text, want := range map[string]string{
		"kind: MiniCluster\nspec: {flux: {optionFlags: -oa=%s}, containers: [{image: b, command: c}]}":                                `container a has a variable or an argument of `,
		"kind: MiniCluster\nspec: {containers: [{image: b, command: c, commands: {prefix: %s}}]}":                                     `shorten what begins with "LATCHKEY_PREFIX=xxx`,
		"kind: MetricSet\nspec: {metrics: [{name: io-fio, options: {directory: /%s}}]}":                                               `shorten what begins with "LATCHKEY_DIRECTORY=/xxx`,
		"kind: MetricSet\nspec: {metrics: [{name: perf-sysstat, addons: [{name: application, options: {image: b:1, command: %s}}]}]}": `shorten what begins with "xxx`,
	} {
		checkSize(t, head+fmt.Sprintf(text, strings.Repeat("x", 128<<10-60))+"\n", "", false)
		checkSize(t, head+fmt.Sprintf(text, strings.Repeat("x", 128<<10))+"\n", want, true)
	}
}

// TestOutgrown attaches a set to a Pod that is almost too long.
func TestOutgrown(t *testing.T) {
	t.Parallel()
	const set = "\n---\napiVersion: flux-framework.org/v1alpha2\nkind: MetricSet\nmetadata: {name: disk, annotations: {latchkey.dev/attach-to: Pod/web}}\nspec: {metrics: [{name: io-sysstat}]}\n"
	pod := func(annotation, argument int) string {
		return fmt.Sprintf("apiVersion: v1\nkind: Pod\nmetadata: {name: web, annotations: {a: %s}}\nspec: {containers: [{name: web, image: nginx, args: [%s]}]}",
			strings.Repeat("x", annotation), strings.Repeat("y", argument))
	}
	for name, row := range map[string]struct {
		annotation, argument int
		want                 string
		isError              bool
	}{
		"as usual":     {9, 9, "", false},
		"annotations":  {256<<10 - 20, 9, "Pod/web: with what is attached metadata.annotations has ", true},
		"with kubectl": {130_900, 9, "Pod/web: warning: with what is attached it has ", false},
		"for kubectl":  {9, 256<<10 - 400, "Pod/web: warning: with what is attached it has ", false},
		"for a server": {9, 3<<19 - 400, "Pod/web: with what is attached it has ", true},
		"its own":      {9, 3 << 19, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkSize(t, pod(row.annotation, row.argument)+set, row.want, row.isError)
		})
	}
}

// TestOutgrownTemplate attaches a set to a Job. The annotations of its pods are almost too long.
func TestOutgrownTemplate(t *testing.T) {
	t.Parallel()
	long := fmt.Sprintf("metadata: {annotations: {a: %s}}", strings.Repeat("x", 256<<10-20))
	const set = "---\napiVersion: flux-framework.org/v1alpha2\nkind: MetricSet\nmetadata: {name: disk, annotations: {latchkey.dev/attach-to: Job/web}}\nspec: {metrics: [{name: io-sysstat}]}\n"
	const end = "spec: {restartPolicy: Never, containers: [{name: web, image: nginx}]}}}\n"
	job := "apiVersion: batch/v1\nkind: Job\nmetadata: {name: web}\nspec: {template: {" + long + ", " + end
	checkSize(t, job+set, "Job/web: with what is attached spec.template.metadata.annotations has ", true)
}

// checkSize wants results with a text, or none if the text is empty.
func checkSize(t *testing.T, input, want string, isError bool) {
	t.Helper()
	items, found := fn.ParseDocuments("a.yaml", []byte(input))
	if len(found) > 0 {
		t.Fatal(found)
	}
	out, err := fn.Process(&fn.ResourceList{Items: items}, fn.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, result := range out.Results {
		lines = append(lines, fn.Line(result))
	}
	text := strings.Join(lines, "\n")
	if fn.HasErrors(out.Results) != isError || !strings.Contains(text, want) || want == "" && text != "" {
		t.Errorf("the results are:\n%.600s", text)
	}
}
