package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// commands writes what each command prints for --help.
func commands(text *strings.Builder, root *cobra.Command) error {
	text.WriteString("This is what `--help` prints. `make man` writes the same as man pages.\n")
	for _, cmd := range append([]*cobra.Command{root}, root.Commands()...) {
		if cmd.Hidden || cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		var help strings.Builder
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			return err
		}
		fmt.Fprintf(text, "\n## %s\n\n```text\n%s```\n", cmd.CommandPath(), help.String())
	}
	return nil
}
