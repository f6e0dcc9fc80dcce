package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli"
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

// exitFile holds the constants of the exit codes, with a sentence on each.
const exitFile = "cli/internal/exit/exit.go"

func exitCodes(text *strings.Builder) error {
	codes := map[string]int{
		"OK": cli.ExitOK, "Problems": cli.ExitProblems, "Usage": cli.ExitUsage, "Internal": cli.ExitInternal, "Missing": cli.ExitMissing,
		"Interrupted": cli.ExitInterrupted,
	}
	source, err := os.ReadFile(exitFile)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), exitFile, source, parser.ParseComments)
	if err != nil {
		return err
	}
	text.WriteString("The function and the commands use these codes. [Decision 24](../decisions/24-exit-codes.md) says why.\n\n" +
		"- `latchkey diff` ends as `diff`: with 0 for no difference, 1 for some, and 2 or more if the two could not be compared.\n" +
		"- `latchkey status` and `latchkey study run` end with 1 if a set has failed, and `latchkey report --check` if a figure is outside.\n" +
		"- `latchkey connect SET -- COMMAND` ends with the status of the command.\n" +
		"- `latchkey logs SET --wait` and `--follow` end with the status of the application if the set has failed.\n\n| code | it says |\n| --- | --- |\n")
	found := 0
	ast.Inspect(file, func(node ast.Node) bool {
		value, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if code, known := codes[value.Names[0].Name]; known {
			found++
			meaning := strings.TrimPrefix(strings.Join(strings.Fields(value.Doc.Text()), " "), value.Names[0].Name+" says that ")
			fmt.Fprintf(text, "| %d | %s |\n", code, prose(meaning))
		}
		return true
	})
	if found != len(codes) {
		return fmt.Errorf("%s describes %d codes, not %d", exitFile, found, len(codes))
	}
	return nil
}
