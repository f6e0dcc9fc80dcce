package docs_test

import (
	"bytes"
	"cmp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/cli"
)

// TestCommandLines reads all blocks of commands as a shell does, also those that no test runs, and wants latchkey to have each command
// and flag that they use.
func TestCommandLines(t *testing.T) {
	t.Parallel()
	read := 0
	for _, document := range allDocuments(t) {
		for _, b := range blocksOfFile(t, document) {
			if b.File != "" || b.Marker == "run" {
				continue
			}
			file, err := syntax.NewParser().Parse(strings.NewReader(b.Commands), "")
			if err != nil {
				t.Errorf("%s: %v in:\n%s", document, err, b.Commands)
				continue
			}
			syntax.Walk(file, func(node syntax.Node) bool {
				if call, ok := node.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == "latchkey" {
					read++
					checkCommandLine(t, document, call.Args[1:])
				}
				return true
			})
		}
	}
	if read < 50 {
		t.Errorf("only %d calls of latchkey", read)
	}
}

// checkCommandLine asks for the help of a command. Flags that the command does not have are refused before. A word that is not a command
// gives the help of the program.
func checkCommandLine(t *testing.T, document string, words []*syntax.Word) {
	t.Helper()
	args := make([]string, 0, len(words)+1)
	for _, word := range words {
		arg := cmp.Or(word.Lit(), "x") // x stands for quotes or a variable
		if arg == "--" {
			break
		}
		args = append(args, arg)
	}
	var out bytes.Buffer
	command := cli.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	status := command.Main(append(args, "--help"))
	if isCommand := len(args) == 0 || strings.Contains(out.String(), "  latchkey "+args[0]); status != 0 || !isCommand && !strings.HasPrefix(args[0], "-") {
		t.Errorf("%s: latchkey %s: %s", document, strings.Join(args, " "), out.String())
	}
}
