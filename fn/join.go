package fn

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
)

// joins tells whether the source is to be attached to a carrier.
func (s *source) joins() bool {
	_, said := generators.CarrierName(s.object)
	return said && s.kind.Attaches()
}

// join resolves a source that is attached to a carrier. Without a carrier it still reports the other mistakes of the
// source.
func (r *run) join(s *source) {
	target, missing := r.target(s)
	if target == nil {
		resolved, errs, _ := generators.Resolve(s.kind, s.version, s.object, r.options)
		errs = slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Field == missing.Field })
		resolved = generators.Resolved{Options: resolved.Options}          // the rest is of no use, and large
		s.accept(resolved, append(field.ErrorList{missing}, errs...), nil) // warnings would be about a missing MiniCluster
		return
	}
	s.carrier = target
	options := r.options
	if r.isSecond(s) {
		options.ValidateOnly = new(true)
	}
	s.accept(target.resolved.Attach(s.kind, s.version, s.object, options))
}

// target finds the carrier of a source by its present name or a former name. Former names count because no caller
// renames the annotation.
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
				elsewhere = append(elsewhere, other.item.Namespace)
			}
		default:
			names = append(names, other.item.Name)
		}
	}
	missing = field.NotFound(generators.AttachPath, name)
	nowhere := fmt.Sprintf("there is no MiniCluster %q %s: ", name, amongItems(s.item.Namespace))
	switch {
	case len(elsewhere) > 0:
		missing.Detail = apart(fmt.Sprintf("the MiniCluster %q", name), elsewhere[0], s.item.Namespace)
	case len(names) > 0:
		missing.Detail = nowhere
		missing = findings.Unknown(missing, name, names)
	default:
		missing.Detail = nowhere + "hand it in together with this set"
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

// chosen returns the carrier that a source names, out of those with this present or former name.
func chosen(s *source, name string, called []*source) (*source, *field.Error) {
	items := make([]*Item, 0, len(called))
	for _, other := range called {
		items = append(items, other.item)
	}
	items = likeliest(s.item, name, items)
	names := make([]string, 0, len(items))
	for _, item := range items {
		names = append(names, item.Name)
	}
	if names = slices.Compact(names); len(names) == 1 { // two sources with one name are reported elsewhere
		return called[slices.IndexFunc(called, func(other *source) bool { return other.item == items[0] })], nil
	}
	return nil, field.Invalid(generators.AttachPath, name, fmt.Sprintf(
		"%d MiniClusters %s were called %q before they were renamed, and nothing says which one is meant: write the present name: %s",
		len(names), amongItems(s.item.Namespace), name, suggest.OneOf(names)))
}

// likeliest returns the items that an item means by a name, out of those with this present or former name. A base that is
// used twice, with two prefixes, has two such items. The one of the own copy of the base is meant.
func likeliest(by *Item, name string, called []*Item) []*Item {
	for _, fits := range []func(*Item) bool{
		func(other *Item) bool { return other.Name == by.renamed(name) },
		func(other *Item) bool { return other.isRenamedLike(by) },
		func(other *Item) bool { return other.Name == name },
	} {
		fitting := slices.DeleteFunc(slices.Clone(called), func(other *Item) bool { return !fits(other) })
		if len(fitting) > 0 {
			called = fitting
		}
	}
	return called
}

// renamed returns a name with the prefixes and suffixes that kustomize has given the item.
func (i *Item) renamed(name string) string {
	for _, prefix := range listed(i.annotation(annotationPrefixes)) {
		name = prefix + name
	}
	return name + strings.Join(listed(i.annotation(annotationSuffixes)), "")
}

// isRenamedLike tells whether kustomize has given two items the same prefixes and suffixes. There may be none.
func (i *Item) isRenamedLike(other *Item) bool {
	return i.annotation(annotationPrefixes) == other.annotation(annotationPrefixes) &&
		i.annotation(annotationSuffixes) == other.annotation(annotationSuffixes)
}

// isSecond tells whether an earlier source has the same id. checkDuplicates reports this error.
func (r *run) isSecond(s *source) bool {
	first, _ := slices.BinarySearchFunc(r.sources, s.item.id(), func(other *source, id string) int { return strings.Compare(other.item.id(), id) })
	return r.sources[first] != s
}

// isCalled tells whether a name is the present or a former name of an item.
func (i *Item) isCalled(name string) bool {
	return i.Name == name || slices.Contains(i.formerNames(), name)
}

// amongItems says where a message has looked for an item.
func amongItems(namespace string) string {
	if namespace == "" {
		return "among the items without a namespace"
	}
	return fmt.Sprintf("among the items of the namespace %q", namespace)
}

// apart says that a set cannot be attached to a carrier in another namespace.
func apart(carrier, itsNamespace, ownNamespace string) string {
	return fmt.Sprintf("%s %s, and this set %s: containers of one pod are of one namespace, so give both the same",
		carrier, isInNamespace(itsNamespace), isInNamespace(ownNamespace))
}

func isInNamespace(namespace string) string {
	if namespace == "" {
		return "has no namespace"
	}
	return fmt.Sprintf("is in the namespace %q", namespace)
}
