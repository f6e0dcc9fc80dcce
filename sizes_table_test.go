package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSizeTable compares the table of sizes in docs/large-sets.md with the expected outputs of the examples.
func TestSizeTable(t *testing.T) {
	text, err := os.ReadFile("testdata/sizes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| example | lines | bytes | lines before | bytes before | lines of the operator's helper | its bytes |\n")
	table.WriteString("| --- | --- | --- | --- | --- | --- | --- |\n")
	earlier := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); fields[0] != "#" {
			earlier[fields[0]] = fields[1:]
		}
	}
	outputs, err := filepath.Glob("examples/*/expected.yaml")
	if err != nil || len(outputs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range outputs {
		output, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(path))
		cells := append([]string{strconv.Itoa(strings.Count(string(output), "\n")), strconv.Itoa(len(output))}, earlier[name]...)
		for len(cells) < 6 {
			cells = append(cells, "-")
		}
		fmt.Fprintf(&table, "| [%s](../examples/%[1]s) | %s |\n", name, strings.Join(cells, " | "))
	}
	replaceTable(t, "docs/large-sets.md", "sizes", table.String())
}
