package program

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Forms of output that several commands have.
const (
	Text = "text"
	JSON = "json"
)

// Complete offers the values of a flag to the shell.
func Complete(cmd *cobra.Command, flag string, offer cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, offer) // this fails only for a flag that does not exist
}

// AddForms gives a command the flag -o, which chooses one of some forms of its output. Any other value is refused before
// the command runs.
func AddForms(cmd *cobra.Command, form *string, usual, usage string, forms []string) {
	cmd.Flags().StringVarP(form, "output", "o", usual, usage)
	Complete(cmd, "output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if slices.Contains(forms, *form) {
			return nil
		}
		return exit.Usagef("-o %q: %s", *form, suggest.Remedy(*form, forms))
	}
}

// EncodeJSON writes a value for programs and people.
func (p *Program) EncodeJSON(value any) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := p.Stdout.Write(text.JSON(out.Bytes()))
	return err
}
