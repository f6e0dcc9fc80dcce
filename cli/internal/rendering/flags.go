package rendering

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
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
		program.Complete(cmd, option.Flag, completeWords(option, value.isList()))
	}
}

// shorthand returns -i for include, as in fluxoperator-gen.
func shorthand(option latchkey.Option) string {
	if option.Flag == "include" {
		return "i"
	}
	return ""
}

// completeWords offers the values of an option. In a list it completes the value behind the last comma.
func completeWords(option latchkey.Option, isList bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		if !isList || before == "" {
			return option.Values, cobra.ShellCompDirectiveNoFileComp
		}
		var offered []cobra.Completion
		for _, word := range option.Values {
			if word != option.Default && !slices.Contains(strings.Split(before, ","), word) {
				offered = append(offered, before+word)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}
