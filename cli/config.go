package cli

import (
	"fmt"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// settings returns the settings from the flags and the file of --fn-config. Flags win. A wrong flag is a mistake on the
// command line, and ends the command before the file is read.
func (r *renderer) settings() (fn.Settings, error) {
	flags, problems := latchkey.OptionsFromStrings(r.options, latchkey.Flags)
	if len(problems) > 0 {
		return fn.Settings{}, usageError{linesOf(fn.Findings(problems))}
	}
	if err := r.checkNames(); err != nil {
		return fn.Settings{}, err
	}
	config, err := r.configOptions()
	if err != nil {
		return fn.Settings{}, err
	}
	return fn.Settings{Kinds: r.command.known, Options: config.Merge(flags), CommandLine: true}, nil
}

// configOptions reads the file of --fn-config.
func (r *renderer) configOptions() (latchkey.Options, error) {
	if r.config == "" {
		return latchkey.Options{}, nil
	}
	input := reader{stdin: r.command.Stdin}
	files, missing := input.readAll([]string{r.config}, "")
	if len(missing) > 0 {
		r.command.report(resultsOf(missing))
		return latchkey.Options{}, errorOf(missing)
	}
	if len(files) != 1 {
		return latchkey.Options{}, usageError{fmt.Errorf("--fn-config %s: name one file", r.config)}
	}
	items, results := fn.ParseDocuments(files[0].name, files[0].data)
	switch {
	case fn.HasErrors(results):
		r.command.report(results)
		return latchkey.Options{}, errReported
	case len(items) != 1 || items[0].IsSource(r.command.known):
		return latchkey.Options{}, inputError{fmt.Errorf("%s: holds no configuration: --fn-config takes a file with one Latchkey or one ConfigMap", r.config)}
	}
	options, results := items[0].Options(r.command.known)
	if fn.HasErrors(results) {
		r.command.report(results)
		return latchkey.Options{}, errReported
	}
	return options, nil
}
