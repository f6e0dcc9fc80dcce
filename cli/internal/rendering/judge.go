package rendering

import (
	"fmt"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// duplicates finds objects that are there twice. Which of them kubectl leaves in the cluster depends on their order, so
// this is always a mistake. kustomize refuses them too. Package fn checks sources and generated objects.
func duplicates(items []*fn.Item, kinds generators.Registry) fn.Results {
	seen := map[fn.Key]*fn.Item{}
	var results fn.Results
	for _, item := range items {
		if item.IsSource(kinds) || item.Generated() || item.Name == "" {
			continue
		}
		key := item.Key()
		if first := seen[key]; first != nil {
			results = append(results, item.Problem(fmt.Sprintf("another object of this name is in %s: remove one of the two", first.File)))
			continue
		}
		seen[key] = item
	}
	return results
}

// warningsOfNamespace warns once if a set without a namespace works in "default" only: the role binding for the key must
// name a namespace.
func warningsOfNamespace(r *Result) fn.Results {
	bound := map[string]bool{}
	for _, item := range r.Items {
		if item.Kind == "RoleBinding" {
			bound[item.Mark()] = true
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
	what, works, them := "it has no namespace", "the job that makes its key works", "it"
	switch {
	case len(without) > 1:
		what, works, them = fmt.Sprintf("%d objects have no namespace, and this is the first", len(without)), "what they make works", "them"
	case without[0].Kind == latchkey.StudyKind: // it has keys, turns or both
		works = "its sets work"
	}
	return fn.Results{without[0].Warning(what + ": " + works +
		` only in "default", or in the namespace that kustomize or Flux CD gives ` + them + `. For another namespace, use -n NAMESPACE here, not only with "kubectl apply"`)}
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
		source := sources[item.Mark()]
		if source == nil || !item.Generated() || strings.Contains(item.Name, o.ending()) {
			continue
		}
		warnings = append(warnings, source.Warning(fmt.Sprintf(
			"--suffix does not change the name %s, because this object sets the name itself. Sets with other suffixes would share it: leave the name out, or use one set at a time", item)))
	}
	return warnings
}
