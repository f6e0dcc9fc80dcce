package rendering

import (
	"errors"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/results"
	"github.com/latchkey-dev/latchkey/fn"
)

// settings returns the settings from the flags and the file of --fn-config. Flags win. A wrong flag is a mistake on the
// command line, and ends the command before the file is read.
func (o *Options) settings() (fn.Settings, error) {
	flags, problems := latchkey.OptionsFromStrings(o.texts, latchkey.Flags)
	if len(problems) > 0 {
		return fn.Settings{}, exit.BadUsage(linesOf(fn.Findings(problems)))
	}
	if err := o.checkNames(); err != nil {
		return fn.Settings{}, err
	}
	config, err := o.configOptions()
	if err != nil {
		return fn.Settings{}, err
	}
	return fn.Settings{Kinds: o.Kinds, Options: config.Merge(flags), CommandLine: true}, nil
}

// configOptions reads the file of --fn-config.
func (o *Options) configOptions() (latchkey.Options, error) {
	if o.Config == "" {
		return latchkey.Options{}, nil
	}
	reader := input.Reader{Stdin: o.Stdin}
	files, unread, err := reader.Read([]string{o.Config}, "")
	if err != nil {
		results.Print(o.Program, unread)
		return latchkey.Options{}, err
	}
	if len(files) != 1 {
		return latchkey.Options{}, exit.Usagef("--fn-config %s: name one file", o.Config)
	}
	items, found := fn.ParseDocuments(files[0].Name, files[0].Data)
	switch {
	case fn.HasErrors(found):
		results.Print(o.Program, found)
		return latchkey.Options{}, exit.Silently(exit.Problems)
	case len(items) != 1 || items[0].IsSource(o.Kinds):
		return latchkey.Options{}, exit.Inputf("%s: holds no configuration: --fn-config takes a file with one Latchkey or one ConfigMap", o.Config)
	}
	options, found := items[0].Options(o.Kinds)
	if fn.HasErrors(found) {
		results.Print(o.Program, found)
		return latchkey.Options{}, exit.Silently(exit.Problems)
	}
	return options, nil
}

// linesOf returns one error with a line for each finding.
func linesOf(findings fn.Results) error {
	errs := make([]error, 0, len(findings))
	for _, finding := range findings {
		errs = append(errs, errors.New(fn.Line(finding)))
	}
	return errors.Join(errs...)
}
