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
)

// InNamespace returns the list with a namespace for each item that has none: the sources, and the items of those kinds
// of Kubernetes that have namespaces. Items of other kinds stay as they are, because nobody here knows whether they have
// namespaces. Another namespace is an error of the list, as for kubectl.
func (l *ResourceList) InNamespace(namespace string, kinds generators.Registry) *ResourceList {
	var found Results
	for _, item := range l.Items {
		if own := item.Namespace; own != "" && own != namespace {
			problem := field.Invalid(field.NewPath("metadata", "namespace"), own,
				fmt.Sprintf("%q is not the namespace %q of the command line: leave one of the two out, or use --namespace %s", own, namespace, own))
			found = append(found, item.fieldResults(krm.Error, field.ErrorList{problem})...)
		}
	}
	return l.with(l.Items, slices.Concat(l.Results, found)).changed(func(item *Item) bool {
		if item.Namespace != "" || !item.IsSource(kinds) && !hasNamespace(item) {
			return false
		}
		item.Namespace = namespace
		return true
	})
}

// hasNamespace tells whether the item is of a kind of Kubernetes that has namespaces.
func hasNamespace(item *Item) bool {
	namespaced, known := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: item.APIVersion, Kind: item.Kind})
	return known && namespaced
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

// changed returns the list with copies of the items that change has changed.
func (l *ResourceList) changed(change func(*Item) bool) *ResourceList {
	out := *l
	out.Items = make([]*Item, 0, len(l.Items))
	for _, item := range l.Items {
		copied := *item
		if change(&copied) {
			item = copied.viewed()
		}
		out.Items = append(out.Items, item)
	}
	return &out
}
