package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli"
)

// TestSizeTable compares the table of sizes in docs/large-sets.md with what the examples become.
func TestSizeTable(t *testing.T) {
	text, err := os.ReadFile("docs/testdata/sizes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| example | lines | bytes | lines of the operator's helper | its bytes |\n")
	table.WriteString("| --- | --- | --- | --- | --- |\n")
	for line := range strings.Lines(string(text)) {
		helper := strings.Fields(line)
		if helper[0] == "#" {
			continue
		}
		var output, findings bytes.Buffer
		command := cli.Command{Stdout: &output, Stderr: &findings}
		if code := command.Main([]string{"render", "examples/" + helper[0] + "/input.yaml"}); code != cli.ExitOK {
			t.Fatalf("%s: exit status %d, %s", helper[0], code, findings.String())
		}
		fmt.Fprintf(&table, "| [%s](../examples/%[1]s) | %d | %d | %s | %s |\n",
			helper[0], strings.Count(output.String(), "\n"), output.Len(), helper[1], helper[2])
	}
	replaceTable(t, "docs/large-sets.md", "sizes", table.String())
}
