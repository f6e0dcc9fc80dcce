package docs_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli"
)

var drawn = regexp.MustCompile(`(?m)^<!-- (graph (\S+)) -->$`)

// TestDrawings compares the drawings in the documents with those of latchkey graph. In a document, the drawing of a file
// stands between <!-- graph FILE --> and <!-- /graph FILE -->.
func TestDrawings(t *testing.T) {
	found := 0
	for _, document := range allDocuments(t) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range drawn.FindAllStringSubmatch(string(text), -1) {
			found++
			replaceTable(t, document, regexp.QuoteMeta(place[1]), "```mermaid\n"+graphOf(t, place[2])+"```\n")
		}
	}
	if found == 0 {
		t.Error("no document has a drawing")
	}
}

// madeFrom matches the line of a picture that says what it was made from.
var madeFrom = regexp.MustCompile(`(?m)^<!-- latchkey graph -o dot (\S+), sha256 ([0-9a-f]{64}) -->$`)

// TestPictures wants the drawings in docs/pictures to be made from what latchkey graph prints today.
func TestPictures(t *testing.T) {
	t.Parallel()
	pictures, err := filepath.Glob("docs/pictures/*.svg")
	if err != nil || len(pictures) == 0 {
		t.Fatalf("docs/pictures has %q, %v", pictures, err)
	}
	for _, picture := range pictures {
		text, err := os.ReadFile(picture)
		if err != nil {
			t.Fatal(err)
		}
		made := madeFrom.FindStringSubmatch(string(text))
		if made == nil {
			t.Fatalf("%s does not say what it was made from", picture)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(graphOf(t, "-o", "dot", made[1])))); sum != made[2] {
			t.Errorf("%s is old: run hack/pictures.sh", picture)
		}
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
