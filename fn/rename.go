package fn

import (
	"fmt"
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// InNamespace returns the list with a namespace for each item that has none: the sources, and the items of those kinds
// that are known to have namespaces. Items of other kinds stay as they are. Another namespace is an error of the list, as
// for kubectl, unless replace is true: then the item gets the namespace too. What was rendered for another namespace
// always is an error, because objects name each other's namespace.
func (l *ResourceList) InNamespace(namespace string, replace bool, kinds generators.Registry) *ResourceList {
	var found Results
	for _, item := range l.Items {
		own, remedy := item.Namespace, ""
		switch {
		case own == "" || own == namespace:
			continue
		case item.IsMadeFrom(kinds):
			remedy = fmt.Sprintf("render its source for %q instead", namespace)
		case !replace:
			remedy = fmt.Sprintf("leave metadata.namespace out, or put all objects into %q with --replace-namespace", namespace)
		default:
			continue
		}
		problem := field.Invalid(field.NewPath("metadata", "namespace"), own,
			fmt.Sprintf("%q is not the namespace %q of the command line: %s", own, namespace, remedy))
		found = append(found, item.fieldResults(krm.Error, field.ErrorList{problem})...)
	}
	return l.with(l.Items, slices.Concat(l.Results, found)).changed(func(item *Item) bool {
		if item.Namespace == "" && !item.IsSource(kinds) && !hasNamespace(item) || item.Namespace != "" && !replace {
			return false
		}
		item.Namespace = namespace
		return true
	})
}

// hasNamespace tells whether the item is of a kind that is known to have namespaces: of Kubernetes, or with pods.
func hasNamespace(item *Item) bool {
	namespaced, known := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: item.APIVersion, Kind: item.Kind})
	if !known {
		return transform.HasNamespace(transform.Type{Group: item.Group(), Kind: item.Kind})
	}
	return namespaced
}

// WithSuffix returns the list with a suffix on the names of the sources, as kustomize's nameSuffix gives it to them. A
// source that names another one in an annotation finds it by its former name, as it does after kustomize.
func (l *ResourceList) WithSuffix(suffix string, kinds generators.Registry) *ResourceList {
	return l.changed(func(item *Item) bool {
		if !item.IsSource(kinds) {
			return false
		}
		item.annotations = callers.WithSuffix(item.annotations, item.Namespace, item.Name, suffix)
		item.Name += suffix
		return true
	})
}

// changed returns the list with copies of the items that change has changed. Only the names change here; keep writes them into the
// text.
func (l *ResourceList) changed(change func(*Item) bool) *ResourceList {
	out := *l
	out.Items = make([]*Item, 0, len(l.Items))
	for _, item := range l.Items {
		copied := *item
		if change(&copied) {
			item = copied.withSeen()
		}
		out.Items = append(out.Items, item)
	}
	return &out
}
