package docs_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the tables in the documents")

// replaceTable compares the text between <!-- name --> and <!-- /name --> of a
// document, or rewrites it.
func replaceTable(t *testing.T, document, name, want string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	between := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n)(.*?)(<!-- /` + name + ` -->)`)
	found := between.FindStringSubmatch(string(text))
	if found == nil {
		t.Fatalf("%s has no place for the table %q", document, name)
	}
	if *update {
		replaced := strings.Replace(string(text), found[0], found[1]+want+found[3], 1)
		if err := os.WriteFile(document, []byte(replaced), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, found[2]); diff != "" {
		t.Errorf("%s: the table %q (-want +got), make update-golden rewrites it:\n%s", document, name, diff)
	}
}

// TestTableHeads wants a word in every cell of a table's head on the site, because a screen reader reads it before each value.
func TestTableHeads(t *testing.T) {
	t.Parallel()
	heads := regexp.MustCompile(`(?m)^(\|.*\|)\n\| *:?---`)
	empty := regexp.MustCompile(`\|\s*\|`)
	found := 0
	for document, text := range allPages(t) {
		if !strings.HasPrefix(document, "docs/") {
			continue
		}
		for _, head := range heads.FindAllStringSubmatch(text, -1) {
			found++
			if empty.MatchString(head[1]) {
				t.Errorf("%s: the head %s has a cell without a word", document, head[1])
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d tables were found", found)
	}
}
