package fn

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
)

// joins tells whether the source is to join another one.
func (s *source) joins() bool { return s.kind.Joins() && generators.Target(s.object) != "" }

// join resolves a source that joins another one. Where that has mistakes the source is judged all the same.
func (r *run) join(s *source) {
	target, missing := r.target(s)
	if target == nil {
		resolved, errs, _ := generators.Resolve(s.kind, s.version, s.object, r.options)
		errs = slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Field == missing.Field })
		s.settle(resolved, append(field.ErrorList{missing}, errs...), nil) // warnings would be about a MiniCluster that is not there
		return
	}
	options := r.options
	if r.isSecond(s) {
		options.ValidateOnly = new(true)
	}
	s.settle(target.resolved.Attach(s.kind, s.version, s.object, options))
}

// target finds the source that another one joins: by its name, or by one that it had before kustomize renamed it, since
// no host renames an annotation.
func (r *run) target(s *source) (target *source, missing *field.Error) {
	name := generators.Target(s.object)
	var names, elsewhere []string
	for _, other := range r.sources {
		switch {
		case !other.kind.IsJoined():
		case other.item.Namespace != s.item.Namespace:
			if other.item.isCalled(name) {
				elsewhere = append(elsewhere, namespaceInWords(other.item.Namespace))
			}
		case other.item.isCalled(name):
			return other, nil
		default:
			names = append(names, other.item.Name)
		}
	}
	missing = field.NotFound(generators.AttachPath, name)
	here := namespaceInWords(s.item.Namespace)
	switch {
	case len(elsewhere) > 0:
		missing.Detail = fmt.Sprintf("the MiniCluster %q is in %s, and this set in %s: containers of one pod are of one namespace, so give both the same",
			name, elsewhere[0], here)
	case len(names) > 0:
		missing.Detail = fmt.Sprintf("there is no MiniCluster %q in %s among the items: %s", name, here, suggest.Remedy(name, names))
	default:
		missing.Detail = fmt.Sprintf("there is no MiniCluster %q in %s among the items: hand it in together with this set", name, here)
	}
	return nil, missing
}

// isSecond tells whether there is another source with the id of one, which is an error of its own.
func (r *run) isSecond(s *source) bool {
	first := slices.IndexFunc(r.sources, func(other *source) bool { return other.item.id() == s.item.id() })
	return r.sources[first] != s
}

// isCalled tells whether an item has a name, or had it.
func (i *Item) isCalled(name string) bool {
	return i.Name == name || slices.Contains(i.formerNames(), name)
}

func namespaceInWords(namespace string) string {
	if namespace == "" {
		return "no namespace"
	}
	return fmt.Sprintf("the namespace %q", namespace)
}
