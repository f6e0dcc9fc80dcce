package fn

import (
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// Resolve returns the sources of a list with their defaults, sorted by name, and what is wrong with each alone. It makes
// nothing of them.
func Resolve(in *ResourceList, settings Settings) ([]generators.Object, Results) {
	config, found := configure(in, settings)
	sources, more := decode(in, config)
	all, problems := resolve(sources, config.options)
	var objects []generators.Object
	for _, r := range all {
		objects = append(objects, r.Object)
	}
	return objects, append(append(found, more...), problems...)
}

// resolve sets the defaults of the sources and validates them. It sorts them by key, so that the order of the items does not
// matter from here on.
func resolve(sources []source, options latchkey.Options) (resolved []source, found Results) {
	for _, s := range sources {
		made, errs, warnings := generators.Resolve(s.Kind, s.version, s.Object, options)
		if s.isTemplate { // its runs are judged
			made, errs, warnings = made.Idle(), nil, nil
		}
		s.Source, s.errs = made, errs
		resolved = append(resolved, s)
		found = append(found, s.problems(errs, warnings)...)
	}
	slices.SortStableFunc(resolved, func(a, b source) int { return strings.Compare(a.item.Key().String(), b.item.Key().String()) })
	return resolved, append(found, duplicates(resolved)...)
}

// duplicates refuses two sources with the same key: they would make the same objects, and only one could be applied.
func duplicates(sources []source) (found Results) {
	for at := 1; at < len(sources); at++ {
		if first, second := sources[at-1].item, sources[at].item; first.Key() == second.Key() {
			found = append(found, second.finding(krm.Error, "another object of this name is %s: remove or rename one of the two", where(first)))
		}
	}
	return found
}
