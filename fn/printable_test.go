package fn_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// hostile is used as a name, a key or a value of an object.
const hostile = "a\n::error::x\x1b[2J\u202e##[error]y"

// hostileObjects are objects with this text in one place each. All of them have findings.
func hostileObjects() []string {
	const object = `{"apiVersion": %s, "kind": %s, "metadata": {"name": %s, "namespace": %s, "labels": {%s: %s}, "annotations": {%s: "x"}}, ` +
		`"spec": {%s: 1, "size": %s, "containers": [{"image": %s, "command": "x", "environment": {%s: "x"}}]}}`
	quoted := strings.NewReplacer("\n", `\n`, "\x1b", `\u001b`, "\u202e", `\u202e`).Replace(hostile)
	usual := []string{"flux-framework.org/v1alpha2", "MiniCluster", "a", "b", "c", "d", "e", "maxSize", "x", "f", "g"}
	var objects []string
	for at := range usual {
		values := make([]any, len(usual))
		for i, value := range usual {
			if values[i] = `"` + value + `"`; i == at {
				values[i] = `"` + quoted + `"`
			}
		}
		objects = append(objects, fmt.Sprintf(object, values...))
	}
	return slices.Delete(objects, 1, 2) // there is no finding about a kind of others
}

// TestFindingsArePrintable puts hostile text into every place of an object and of the list, and checks all output for
// people.
func TestFindingsArePrintable(t *testing.T) {
	t.Parallel()
	for _, object := range hostileObjects() {
		var stdout, stderr bytes.Buffer
		fn.Run(strings.NewReader(`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [`+object+`]}`), &stdout, &stderr)
		for line := range strings.Lines(stderr.String()) {
			if line = strings.TrimSuffix(line, "\n"); line != text.Printable(line) {
				t.Errorf("%s\nstandard error: %q", object, line)
			}
		}
		var list struct{ Results any }
		if err := yaml.Unmarshal(stdout.Bytes(), &list); err != nil || list.Results == nil {
			t.Fatalf("%s: no results: %v", object, err)
		}
		for _, shown := range textsOf(list.Results) {
			if shown != text.Printable(shown) {
				t.Errorf("%s\nresults: %q", object, shown)
			}
		}
	}
}

// textsOf are all strings in a value that was decoded from JSON or YAML.
func textsOf(value any) []string {
	var texts []string
	switch value := value.(type) {
	case string:
		texts = append(texts, value)
	case []any:
		for _, item := range value {
			texts = append(texts, textsOf(item)...)
		}
	case map[string]any:
		for key, item := range value {
			texts = append(append(texts, key), textsOf(item)...)
		}
	}
	return texts
}
