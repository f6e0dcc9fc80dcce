package docs_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli"
)

var drawn = regexp.MustCompile(`(?m)^<!-- (graph (\S+)) -->$`)

// TestDrawings compares the drawings in the documents with the drawings of latchkey graph. In a document, the drawing of a file
// stands between <!-- graph FILE --> and <!-- /graph FILE -->.
func TestDrawings(t *testing.T) {
	found := 0
	for document, text := range allPages(t) {
		for _, place := range drawn.FindAllStringSubmatch(text, -1) {
			found++
			replaceTable(t, document, regexp.QuoteMeta(place[1]), "```mermaid\n"+graphOf(t, place[2])+"```\n")
		}
	}
	if found == 0 {
		t.Error("no document has a drawing")
	}
}

// graphOf returns what latchkey graph prints.
func graphOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	if code := (cli.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said}).Main(append([]string{"graph"}, args...)); code != 0 {
		t.Fatalf("%v: exit status %d, %s", args, code, said.String())
	}
	return out.String()
}
