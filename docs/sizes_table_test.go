package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
	helper := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); fields[0] != "#" {
			helper[fields[0]] = fields[1:]
		}
	}
	inputs, err := filepath.Glob("examples/*/input.yaml")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range inputs {
		var output, findings bytes.Buffer
		if command := (cli.Command{Stdout: &output, Stderr: &findings}); command.Main([]string{"render", path}) != cli.ExitOK {
			continue // an example of mistakes
		}
		name := filepath.Base(filepath.Dir(path))
		cells := append([]string{strconv.Itoa(strings.Count(output.String(), "\n")), strconv.Itoa(output.Len())}, helper[name]...)
		for len(cells) < 4 {
			cells = append(cells, "-")
		}
		fmt.Fprintf(&table, "| [%s](../examples/%[1]s) | %s |\n", name, strings.Join(cells, " | "))
	}
	replaceTable(t, "docs/large-sets.md", "sizes", table.String())
}
