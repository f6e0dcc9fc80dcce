package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/fn"
)

// checkNames refuses values of --namespace and --suffix that no name can have.
func (r *renderer) checkNames() error {
	var errs []error
	if r.namespace != "" {
		errs = append(errs, checkNamespace(r.namespace))
	}
	if r.suffix != "" && !findings.Label.Allows("x"+r.ending()) {
		errs = append(errs, fmt.Errorf("--suffix: %q cannot end a name: %s%s", r.suffix, findings.Label.Remedy, exampleOf(r.suffix)))
	}
	if err := errors.Join(errs...); err != nil {
		return usageError{err}
	}
	return nil
}

// checkNamespace refuses what cannot name a namespace.
func checkNamespace(name string) error {
	if findings.Label.Allows(name) {
		return nil
	}
	return fmt.Errorf("-n: %q cannot name a namespace: %s%s", name, findings.Label.Remedy, exampleOf(name))
}

// ending is the suffix with the hyphen before it.
func (r *renderer) ending() string {
	return "-" + strings.TrimPrefix(r.suffix, "-")
}

// renamed returns the list with the namespace and the suffix of the command line.
func (r *renderer) renamed(list *fn.ResourceList) *fn.ResourceList {
	if r.namespace != "" {
		list = list.InNamespace(r.namespace, r.command.known)
	}
	if r.suffix != "" {
		list = list.WithSuffix(r.ending(), r.command.known)
	}
	return list
}

// warningsOfNames returns the warnings about namespaces and names of the objects to apply, which only the command line
// can give: kustomize and kpt may change both after the function.
func (r *renderer) warningsOfNames(m made) fn.Results {
	return append(warningsOfNamespace(m), r.warningsOfShared(m)...)
}

// warningsOfNamespace warns once if a set without a namespace works in "default" only: the role binding for the key must
// name a namespace.
func warningsOfNamespace(m made) fn.Results {
	bound := map[string]bool{}
	for _, item := range m.items {
		if item.Kind == "RoleBinding" {
			bound[item.Source()] = true
		}
	}
	var without []*fn.Item
	for _, item := range m.input {
		if item.Namespace == "" && bound[item.Key().String()] {
			without = append(without, item)
		}
	}
	if len(without) == 0 {
		return nil
	}
	what := "it has no namespace"
	if len(without) > 1 {
		what = fmt.Sprintf("it is the first of %d sets without a namespace", len(without))
	}
	return fn.Results{without[0].Warning(what +
		`: its key job works in the namespace "default" alone, and in any other no pod starts unless something else sets the namespace later, such as targetNamespace of Flux CD; write metadata.namespace, or use --namespace`)}
}

// warningsOfShared warns of sets of which an object has the same name with any suffix, because the source itself names it.
func (r *renderer) warningsOfShared(m made) (warnings fn.Results) {
	if r.suffix == "" {
		return nil
	}
	sources := map[string]*fn.Item{}
	for _, item := range m.input {
		sources[item.Key().String()] = item
	}
	for _, item := range m.items {
		source := sources[item.Source()]
		if source == nil || !item.Generated() || strings.Contains(item.Name, r.ending()) {
			continue
		}
		warnings = append(warnings, source.Warning(fmt.Sprintf(
			"%s has this name with any --suffix, because the source names it: sets with other suffixes share it; leave the name out, or use one set at a time", item)))
	}
	return warnings
}
