package rendering

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

// Options are the flags that say what is read and how sources become manifests.
type Options struct {
	*program.Program
	// Config is a file with options.
	Config string
	// Kept are options that hold where neither Config nor a flag says otherwise.
	Kept latchkey.Options
	// Namespace and Suffix change the names of what was read, before it is rendered.
	Namespace, Suffix string
	// ReplaceNamespace says that Namespace counts for objects that name another one too.
	ReplaceNamespace bool
	// Ignore are patterns for files of directories that are not read.
	Ignore []string
	// Strict makes warnings errors.
	Strict bool
	// Summary asks for a line with the numbers of objects and findings.
	Summary bool
	// values are the values of the option flags that were set.
	values map[string]string
}

// AddFlags adds the flags.
func (o *Options) AddFlags(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.Config, "fn-config", "", "`file` with options, a Latchkey or a ConfigMap, as functions take it")
	cmd.Flags().StringVarP(&o.Namespace, "namespace", "n", "", "`namespace` of objects that say none; another one is an error")
	cmd.Flags().BoolVar(&o.ReplaceNamespace, "replace-namespace", false, "with -n: objects that name another namespace get this one")
	cmd.Flags().StringVar(&o.Suffix, "suffix", "", "end of the names of the sources, which makes a set anew: `string` run-2 makes lammps-run-2")
	cmd.Flags().StringArrayVar(&o.Ignore, "ignore", nil, "`pattern`, as in .gitignore, for files of directories that are not read; repeatable")
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "treat warnings as errors")
	o.values = map[string]string{}
	addOptionFlags(cmd, o.values)
}

// AddJudgingFlags adds the flags that render and validate alone have. The values of -f come before the arguments.
func (o *Options) AddJudgingFlags(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringArrayVarP(paths, "file", "f", nil, "`file`, directory or - to read, like an argument; repeatable")
	cmd.Flags().BoolVar(&o.Summary, "summary", false, "end with a line on standard error that counts objects and findings")
}

// An optionFlag is the flag of one option. It keeps the string. latchkey.Options judges the string together with the other
// options, for the function too.
type optionFlag struct {
	option latchkey.Option
	values map[string]string
}

// String returns the default before the flag is set, as pflag expects.
func (f optionFlag) String() string {
	if text, set := f.values[f.option.Flag]; set {
		return text
	}
	return f.option.Default
}

// Set keeps the typed string. If a flag is given twice, the words of a list add up. Otherwise the last string counts.
func (f optionFlag) Set(text string) error {
	if before, set := f.values[f.option.Flag]; set && f.isList() {
		text = before + "," + text
	}
	f.values[f.option.Flag] = text
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
// values go into strings.
func addOptionFlags(cmd *cobra.Command, values map[string]string) {
	for _, option := range latchkey.OptionTable() {
		value, shorthand := optionFlag{option, values}, ""
		if option.Flag == "include" {
			shorthand = "i" // as in fluxoperator-gen
		}
		flag := cmd.Flags().VarPF(value, option.Flag, shorthand, option.Meaning)
		if value.isSwitch() {
			flag.NoOptDefVal = "true"
		}
		flag.DefValue = cmp.Or(option.CommandDefault, option.Default)
		program.Complete(cmd, option.Flag, cobra.FixedCompletions(option.Values, cobra.ShellCompDirectiveNoFileComp))
	}
	for former := range (latchkey.Options{}).FormerFields() { // settings says what to do instead
		cmd.Flags().VarPF(optionFlag{latchkey.Option{Flag: former}, values}, former, "", "").Hidden = true
	}
}

// settings returns the settings from the flags and the file of --fn-config. Flags win. A wrong flag is a mistake on the
// command line, and ends the command before the file is read.
func (o *Options) settings() (fn.Settings, error) {
	flags, problems := latchkey.OptionsFromStrings(o.values, latchkey.Flags)
	var errs []error
	for _, finding := range (&fn.Item{}).Problems(problems) {
		errs = append(errs, errors.New(fn.Line(finding)))
	}
	if len(errs) > 0 {
		return fn.Settings{}, exit.BadUsage(errors.Join(errs...))
	}
	if err := o.checkNames(); err != nil {
		return fn.Settings{}, err
	}
	config, err := o.configOptions()
	if err != nil {
		return fn.Settings{}, err
	}
	return fn.Settings{Kinds: o.Kinds, Options: o.Kept.Merge(config).Merge(flags), CommandLine: true}, nil
}

// checkNames refuses values of --namespace and --suffix that no name can have, and patterns of --ignore that match nothing.
func (o *Options) checkNames() error {
	errs := []error{program.CheckNamespace(o.Namespace)}
	if o.ReplaceNamespace && o.Namespace == "" {
		errs = append(errs, errors.New("--replace-namespace needs a namespace: add -n NAMESPACE"))
	}
	if o.Suffix != "" && !findings.Label.Allows("x"+o.ending()) {
		errs = append(errs, fmt.Errorf("--suffix: %q is not a valid suffix of a name: %s%s", o.Suffix, findings.Label.Remedy, findings.Label.Example(o.Suffix)))
	}
	if err := input.CheckPatterns(o.Ignore); err != nil {
		errs = append(errs, fmt.Errorf("--ignore: %w", err))
	}
	return exit.BadUsage(errors.Join(errs...))
}

// configOptions reads the file of --fn-config.
func (o *Options) configOptions() (latchkey.Options, error) {
	if o.Config == "" {
		return latchkey.Options{}, nil
	}
	reader := input.Reader{Stdin: o.Stdin}
	files, unread, err := reader.Read([]string{o.Config}, "")
	if err != nil {
		o.PrintFindings(unread)
		return latchkey.Options{}, err
	}
	if len(files) != 1 {
		return latchkey.Options{}, exit.Usagef("--fn-config %s: name one file", o.Config)
	}
	items, found := fn.ParseDocuments(files[0].Name, files[0].Data)
	switch {
	case fn.HasErrors(found):
		o.PrintFindings(found)
		return latchkey.Options{}, exit.Silently(exit.Problems)
	case len(items) != 1 || items[0].IsSource(o.Kinds):
		return latchkey.Options{}, exit.Inputf("%s: holds no configuration: --fn-config takes a file with one Latchkey or one ConfigMap", o.Config)
	}
	options, found := items[0].Options(o.Kinds)
	if fn.HasErrors(found) {
		o.PrintFindings(found)
		return latchkey.Options{}, exit.Silently(exit.Problems)
	}
	return options, nil
}
