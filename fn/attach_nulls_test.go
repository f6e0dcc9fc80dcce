package fn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nullFields are the fields of a pod template that attaching changes, with what is before and after each in block style and in
// flow style.
var nullFields = []struct{ name, block, flow string }{
	{"shareProcessNamespace", "    spec:\n      %s      ", "{spec: {%s, "},
	{"initContainers", "    spec:\n      %s      ", "{spec: {%s, "},
	{"volumes", "    spec:\n      %s      ", "{spec: {%s, "},
	{"metadata", "    %s    spec:\n      ", "{%s, spec: {"},
	{"annotations", "    metadata:\n      %s    spec:\n      ", "{metadata: {%s}, spec: {"},
}

// nullTexts returns Jobs in which one or all of the fields are null, in the ways in which null can be written, by the lines or
// pairs that say so.
func nullTexts() map[string]string {
	const head = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: bench}\nspec:\n  template:"
	const containers = "containers:\n      - name: main\n        image: nginx\n"
	texts := map[string]string{
		"all": head + "\n    metadata: null\n    spec:\n      shareProcessNamespace: null\n      initContainers: ~\n      volumes: null # none\n      " + containers,
	}
	for _, field := range nullFields {
		for _, null := range []string{"", " null", " ~", "   Null", " NULL", " !!null null", " &a null", "\n          null", " null # why", " # why", " null\n\n    # below"} {
			line := field.name + ":" + null + "\n"
			text := head + "\n" + fmt.Sprintf(field.block, line) + containers
			texts[line] = text
			if strings.Contains(field.flow, "{spec: {%s") {
				texts[line+" at the end"] = head + "\n    spec:\n      " + containers + "      " + line
			}
		}
		texts[field.name+" with other line ends"] = strings.ReplaceAll(texts[field.name+": null # why\n"], "\n", "\r\n")
		for _, pair := range []string{"%s: null", "%s: ~", "%s: ", "%q: null", "%q:null", "%s:   null  "} {
			pair = fmt.Sprintf(pair, field.name)
			texts[pair+" in flow style"] = head + " " + fmt.Sprintf(field.flow, pair) + "containers: [{name: main, image: nginx}]}}\n"
		}
	}
	return texts
}

// TestAttachNulls attaches two sets where fields that attaching changes are null, twice, and detaches them. Every byte is then as
// before.
func TestAttachNulls(t *testing.T) {
	t.Parallel()
	for name, text := range nullTexts() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			once := renderAll(t, text, other, attachedTo("cpu", "Job/bench"), attachedTo("disk", "Job/bench"))
			if got := strings.Count(theJob(t, once), "-sysstat"); got < 2 {
				t.Fatalf("nothing is attached:\n%s", once)
			}
			if diff := cmp.Diff(once, renderAll(t, once)); diff != "" {
				t.Errorf("a second time (-once +twice):\n%s", diff)
			}
			if diff := cmp.Diff(text, theJob(t, renderAll(t, moved(once)))); diff != "" {
				t.Errorf("attached elsewhere (-before +after):\n%s\n%s", diff, theJob(t, once))
			}
		})
	}
}
