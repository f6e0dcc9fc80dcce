package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// A made is the result of a run over the input.
type made struct {
	settings fn.Settings
	// input are the objects that were read, and items the objects to apply.
	input, items []*fn.Item
}

// process reads the input, runs the function over it, prints the findings and returns the objects to apply. directory
// is the directory of the output, or "".
func (r *renderer) process(args []string, settings fn.Settings, directory string) (made, error) {
	paths := slices.Concat(r.paths, args)
	if len(paths) == 0 {
		return made{}, usageError{errors.New("name a file, a directory, or - for standard input")}
	}
	input := reader{stdin: r.command.Stdin, ignore: r.ignore, revisions: r.revisions}
	files, missing := input.readAll(paths, r.config)
	list := r.renamed(parse(withoutOwn(files, directory), settings.Kinds))
	out, err := fn.Process(list, settings)
	if err != nil {
		return made{}, errors.New(fn.FaultReport(err))
	}
	results := slices.Concat(list.Results, out.Results, duplicates(out.Items, settings.Kinds))
	m := made{settings, list.Items, toApply(out.Items, settings)}
	if r.judgesNames && !fn.HasErrors(results) {
		results = slices.Concat(results, r.warningsOfNames(m))
	}
	all := byPlace(slices.Concat(resultsOf(missing), results), files)
	if err := r.report(all); err != nil {
		return made{}, err
	}
	r.counts = summary(m, all)
	switch {
	case fn.HasErrors(results):
		return made{}, errReported
	case len(missing) > 0:
		return made{}, errorOf(missing)
	case r.strict && len(results) > 0:
		return made{}, reportedError{inputError{errors.New("the input has warnings")}}
	}
	return m, nil
}

// toApply leaves out sources unless the user wants to keep them. The function returns them if they are only validated.
func toApply(items []*fn.Item, settings fn.Settings) []*fn.Item {
	if settings.Options.Sources == latchkey.SourcesKeep {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(item *fn.Item) bool {
		return item.IsSource(settings.Kinds) && item.Annotation(latchkey.Prefix+"sources") != string(latchkey.SourcesKeep)
	})
}

// byPlace returns findings as a compiler prints them: file by file as the user named them, and from the top of a file to
// its end. Findings about files that were not read come first, and findings without a file last.
func byPlace(results fn.Results, files []file) fn.Results {
	rank := map[string]int{"": len(files) + 1}
	for at, f := range files {
		rank[f.name] = at + 1
	}
	return slices.SortedStableFunc(slices.Values(results), func(a, b *fn.Result) int {
		return cmp.Or(cmp.Compare(rank[pathOf(a)], rank[pathOf(b)]), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

func pathOf(result *fn.Result) string {
	if result.File == nil {
		return ""
	}
	return result.File.Path
}

func isOn(option *bool) bool { return option != nil && *option }

// report prints findings, one on each line.
func (c Command) report(results fn.Results) {
	line := fn.Line
	if hasColors(c.Stderr) {
		line = colored
	}
	for _, result := range results {
		fmt.Fprintln(c.Stderr, line(result))
	}
}
