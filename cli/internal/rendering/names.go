package rendering

import (
	"errors"
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/names"
	"github.com/latchkey-dev/latchkey/fn"
)

// checkTexts refuses values of --namespace and --suffix that no name can have, and patterns of --ignore that match nothing.
func (o *Options) checkTexts() error {
	errs := []error{names.CheckNamespace(o.Namespace)}
	if o.Suffix != "" && !findings.Label.Allows("x"+o.ending()) {
		errs = append(errs, fmt.Errorf("--suffix: %q cannot end a name: %s%s", o.Suffix, findings.Label.Remedy, names.Example(o.Suffix)))
	}
	if err := input.CheckPatterns(o.Ignore); err != nil {
		errs = append(errs, fmt.Errorf("--ignore: %w", err))
	}
	return exit.BadUsage(errors.Join(errs...))
}

// ending is the suffix with the hyphen before it.
func (o *Options) ending() string {
	return "-" + strings.TrimPrefix(o.Suffix, "-")
}

// renamed returns the list with the namespace and the suffix of the command line.
func (o *Options) renamed(list *fn.ResourceList) *fn.ResourceList {
	if o.Namespace != "" {
		list = list.InNamespace(o.Namespace, o.Kinds)
	}
	if o.Suffix != "" {
		list = list.WithSuffix(o.ending(), o.Kinds)
	}
	return list
}

// warningsOfNamespace warns once if a set without a namespace works in "default" only: the role binding for the key must
// name a namespace.
func warningsOfNamespace(r *Result) fn.Results {
	bound := map[string]bool{}
	for _, item := range r.Items {
		if item.Kind == "RoleBinding" {
			bound[item.Source()] = true
		}
	}
	var without []*fn.Item
	for _, item := range r.Input {
		if item.Namespace == "" && bound[item.Key().String()] {
			without = append(without, item)
		}
	}
	if len(without) == 0 {
		return nil
	}
	what, works := "it has no namespace", "its key job works"
	if len(without) > 1 {
		what = fmt.Sprintf("it is the first of %d sets without a namespace", len(without))
	}
	if without[0].Kind == latchkey.StudyKind { // it has keys, turns or both
		works = "its sets work"
	}
	return fn.Results{without[0].Warning(what + ": " + works +
		` only in the namespace "default", unless something sets the namespace later, such as targetNamespace of Flux CD: write metadata.namespace, or use --namespace`)}
}

// warningsOfShared warns of objects that keep their name whatever the suffix, because the source itself names them.
func (o *Options) warningsOfShared(r *Result) (warnings fn.Results) {
	if o.Suffix == "" {
		return nil
	}
	sources := map[string]*fn.Item{}
	for _, item := range r.Input {
		sources[item.Key().String()] = item
	}
	for _, item := range r.Items {
		source := sources[item.Source()]
		if source == nil || !item.Generated() || strings.Contains(item.Name, o.ending()) {
			continue
		}
		warnings = append(warnings, source.Warning(fmt.Sprintf(
			"--suffix does not change the name %s, because the source sets it. Sets with other suffixes would share it: leave the name out, or use one set at a time", item)))
	}
	return warnings
}
