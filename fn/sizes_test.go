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
		variables int
		want      string
		isError   bool
	}{
		"as usual":     {2, "", false},
		"for kubectl":  {10, "and kubectl keeps at most 262144 of what it applies: use kubectl apply --server-side", false},
		"for a server": {60, "and a server stores at most 1572864: move values and annotations into a ConfigMap or an image of your own", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var source strings.Builder
			source.WriteString("apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata: {name: a}\nspec:\n  containers:\n  - image: b\n    command: c\n    environment:\n")
			for at := range row.variables {
				fmt.Fprintf(&source, "      V%d: %s\n", at, strings.Repeat("x", 30<<10))
			}
			items, found := fn.ParseDocuments("a.yaml", []byte(source.String()))
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
			if fn.HasErrors(out.Results) != row.isError || !strings.Contains(text, row.want) || row.want == "" && text != "" {
				t.Errorf("the results are:\n%s", text)
			}
		})
	}
}
