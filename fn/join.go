package fn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
)

// joins tells whether the source is to join another one.
func (s *source) joins() bool {
	_, said := generators.CarrierName(s.object)
	return said && s.kind.Attaches()
}

// keepTarget keeps the annotation by which a source joins another one where it has no value. Elsewhere null means absent;
// here it is what a setter leaves that was not set, and kustomize makes it the empty text that is a mistake.
func (s *source) keepTarget() {
	written := yamltext.Child(s.item.read.Node(), "metadata", "annotations", latchkey.AnnotationAttachTo)
	if _, said := generators.CarrierName(s.object); said || written == nil {
		return
	}
	annotations := map[string]string{latchkey.AnnotationAttachTo: ""}
	maps.Copy(annotations, s.object.GetAnnotations())
	s.object.SetAnnotations(annotations)
}

// join resolves a source that joins another one. Where that has mistakes the source is judged all the same.
func (r *run) join(s *source) {
	target, missing := r.target(s)
	if target == nil {
		resolved, errs, _ := generators.Resolve(s.kind, s.version, s.object, r.options)
		errs = slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Field == missing.Field })
		resolved = generators.Resolved{Options: resolved.Options}          // the rest is of no use, and large
		s.accept(resolved, append(field.ErrorList{missing}, errs...), nil) // warnings would be about a MiniCluster that is not there
		return
	}
	s.carrier = target
	options := r.options
	if r.isSecond(s) {
		options.ValidateOnly = new(true)
	}
	s.accept(target.resolved.Attach(s.kind, s.version, s.object, options))
}

// target finds the source that another one joins: by its name, or by one that it had before kustomize renamed it, since
// no host renames an annotation.
func (r *run) target(s *source) (target *source, missing *field.Error) {
	name, _ := generators.CarrierName(s.object)
	if name == "" {
		return nil, generators.NoCarrier()
	}
	if r.named == nil {
		r.named = carriersByName(r.sources)
	}
	if called := r.named[Key{Namespace: s.item.Namespace, Name: name}]; len(called) > 0 {
		return chosen(s, name, called)
	}
	var names, elsewhere []string
	for _, other := range r.sources[:min(len(r.sources), mostOfRun)] { // more than a message needs
		switch {
		case !other.kind.Carries():
		case other.item.Namespace != s.item.Namespace:
			if other.item.isCalled(name) {
				elsewhere = append(elsewhere, namespaceInWords(other.item.Namespace))
			}
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
		missing.Detail = fmt.Sprintf("there is no MiniCluster %q in %s among the items: ", name, here)
		missing = findings.Unknown(missing, name, names)
	default:
		missing.Detail = fmt.Sprintf("there is no MiniCluster %q in %s among the items: hand it in together with this set", name, here)
	}
	return nil, missing
}

// carriersByName finds the sources that others can attach to, by their namespaces and by their present and former names.
func carriersByName(sources []*source) map[Key][]*source {
	named := map[Key][]*source{}
	for _, s := range sources {
		if !s.kind.Carries() {
			continue
		}
		names := append(s.item.formerNames(), s.item.Name)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			key := Key{Namespace: s.item.Namespace, Name: name}
			named[key] = append(named[key], s)
		}
	}
	return named
}

// chosen returns the one that a source means of those that are or were called so. A base that is used twice, under two
// prefixes, is there twice: a set means the one that came with it.
func chosen(s *source, name string, called []*source) (*source, *field.Error) {
	for _, fits := range []func(*Item) bool{
		func(other *Item) bool { return other.Name == s.item.renamed(name) },
		func(other *Item) bool { return other.isRenamedLike(s.item) },
		func(other *Item) bool { return other.Name == name },
	} {
		fitting := slices.DeleteFunc(slices.Clone(called), func(other *source) bool { return !fits(other.item) })
		if len(fitting) > 0 {
			called = fitting
		}
	}
	names := make([]string, 0, len(called))
	for _, other := range called {
		names = append(names, other.item.Name)
	}
	if names = slices.Compact(names); len(names) == 1 { // two of one name are an error of their own
		return called[0], nil
	}
	return nil, field.Invalid(generators.AttachPath, name, fmt.Sprintf(
		"%d MiniClusters in %s were called %q before they were renamed, and nothing says which one is meant: write the present name: %s",
		len(names), namespaceInWords(s.item.Namespace), name, suggest.OneOf(names)))
}

// renamed returns what a name becomes where kustomize renames it as it has renamed the item.
func (i *Item) renamed(name string) string {
	for _, prefix := range listed(i.annotation(annotationPrefixes)) {
		name = prefix + name
	}
	return name + strings.Join(listed(i.annotation(annotationSuffixes)), "")
}

// isRenamedLike tells whether kustomize has given two items the same prefixes and suffixes, which may be none.
func (i *Item) isRenamedLike(other *Item) bool {
	return i.annotation(annotationPrefixes) == other.annotation(annotationPrefixes) &&
		i.annotation(annotationSuffixes) == other.annotation(annotationSuffixes)
}

// isSecond tells whether there is another source with the id of one, which is an error of its own.
func (r *run) isSecond(s *source) bool {
	first, _ := slices.BinarySearchFunc(r.sources, s.item.id(), func(other *source, id string) int { return strings.Compare(other.item.id(), id) })
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
