package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

var update = flag.Bool("update", false, "rewrite the tables in the documents")

// TestOptionTable compares the table of options in docs/options.md with the code.
func TestOptionTable(t *testing.T) {
	replaceTable(t, "docs/options.md", "options", optionTable())
}

func optionTable() string {
	var table strings.Builder
	table.WriteString("| option | flag, annotation | values (default first) | meaning |\n| --- | --- | --- | --- |\n")
	for _, option := range latchkey.OptionTable() {
		values := option.Placeholder
		if len(option.Values) > 0 {
			values = "`" + strings.Join(option.Values, "`, `") + "`"
		}
		if option.CommandDefault != "" {
			values += "; on the command line the default is `" + option.CommandDefault + "`"
		}
		fmt.Fprintf(&table, "| `%s` | `%s` | %s | %s |\n", option.Name, option.Flag, values, option.Meaning)
	}
	return table.String()
}

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
