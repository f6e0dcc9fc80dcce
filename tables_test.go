package main

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
