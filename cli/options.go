package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// An optionFlag is the flag of one option. It keeps the text. latchkey.Options judges the text together with the other
// options, for the function too.
type optionFlag struct {
	option latchkey.Option
	texts  map[string]string
}

// String returns the default before the flag is set, as pflag expects.
func (f optionFlag) String() string {
	if text, set := f.texts[f.option.Flag]; set {
		return text
	}
	return f.option.Default
}

// Set keeps the typed text. If a flag is given twice, the words of a list add up. Otherwise the last text counts.
func (f optionFlag) Set(text string) error {
	if before, set := f.texts[f.option.Flag]; set && f.isList() {
		text = before + "," + text
	}
	f.texts[f.option.Flag] = text
	return nil
}

// Type returns the word that help shows for the value.
func (f optionFlag) Type() string {
	switch {
	case f.isSwitch():
		return "bool"
	case f.option.Placeholder != "":
		return f.option.Placeholder
	default:
		return strings.Join(f.option.Values, "|")
	}
}

// isList tells whether the flag accepts several words.
func (f optionFlag) isList() bool {
	return f.option.Placeholder == "words"
}

// isSwitch tells whether the flag needs no value.
func (f optionFlag) isSwitch() bool {
	return f.option.Default == "false"
}

// addOptionFlags gives a command one flag for each option of the table, with completion of the allowed values. Typed
// values go into texts.
func addOptionFlags(cmd *cobra.Command, texts map[string]string) {
	for _, option := range latchkey.OptionTable() {
		value := optionFlag{option, texts}
		flag := cmd.Flags().VarPF(value, option.Flag, shorthand(option), option.Meaning)
		if value.isSwitch() {
			flag.NoOptDefVal = "true"
		}
		flag.DefValue = cmp.Or(option.CommandDefault, option.Default)
		complete(cmd, option.Flag, completeWords(option, value.isList()))
	}
}

// complete offers the values of a flag to the shell.
func complete(cmd *cobra.Command, flag string, offer cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, offer) // this fails only for a flag that does not exist
}

// addForms gives a command the flag -o, which chooses one of some forms of its output.
func addForms(cmd *cobra.Command, form *string, usual, usage string, forms []string) {
	cmd.Flags().StringVarP(form, "output", "o", usual, usage)
	complete(cmd, "output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
}

// checkForm refuses a value of -o that is no form.
func checkForm(form string, forms []string) error {
	if slices.Contains(forms, form) {
		return nil
	}
	return usageError{fmt.Errorf("-o %q: %s", form, suggest.Remedy(form, forms))}
}

// shorthand returns -i for include, as in fluxoperator-gen.
func shorthand(option latchkey.Option) string {
	if option.Flag == "include" {
		return "i"
	}
	return ""
}

// hideFlags hides all flags in the help text except the named ones.
func hideFlags(cmd *cobra.Command, shown ...string) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
	for _, name := range shown {
		cmd.Flags().Lookup(name).Hidden = false
	}
}
