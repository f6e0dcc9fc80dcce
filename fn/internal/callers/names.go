package callers

import (
	"cmp"
	"maps"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// FormerNames returns the names that an item had before kustomize renamed it.
func FormerNames(item Annotated) []string { return listed(item.Annotation(annotationPrevNames)) }

// Affixes returns the prefixes and suffixes that kustomize has added to the name of an item, in their order.
func Affixes(item Annotated) (prefixes, suffixes []string) {
	return listed(item.Annotation(annotationPrefixes)), listed(item.Annotation(annotationSuffixes))
}

// listed splits an annotation in which kustomize keeps a list.
func listed(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
}

// A Name is a name in a namespace.
type Name struct{ Namespace, Name string }

// FormerKeys returns the former names of an item with the namespaces that it had then. kustomize writes "default" for no
// namespace (kustomize, api/resource, StorePreviousId), so "default" stands for both.
func FormerKeys(item Annotated) (former []Name) {
	namespaces := strings.Split(item.Annotation(annotationPrevSpaces), ",")
	for at, name := range strings.Split(item.Annotation(annotationPrevNames), ",") {
		if name == "" || at >= len(namespaces) {
			continue
		}
		former = append(former, Name{namespaces[at], name})
		if namespaces[at] == "default" {
			former = append(former, Name{"", name})
		}
	}
	return former
}

// WithSuffix returns the annotations that an item has after kustomize has added a suffix to its name.
func WithSuffix(annotations map[string]string, namespace, name, suffix string) map[string]string {
	changed := map[string]string{}
	maps.Copy(changed, annotations)
	changed[annotationPrevNames] = name
	changed[annotationPrevSpaces] = cmp.Or(namespace, "default")
	changed[annotationSuffixes] = suffix
	return changed
}

// Accounts are the service accounts that kustomize has renamed: their first namespaces, by their present namespaces and
// former names.
type Accounts map[Name]string

// Add notes a service account. The first one of a name counts.
func (a Accounts) Add(account Annotated, namespace string) {
	for _, name := range FormerNames(account) {
		key := Name{namespace, name}
		if _, known := a[key]; !known {
			a[key], _, _ = strings.Cut(account.Annotation(annotationPrevSpaces), ",")
		}
	}
}

// PlaceSubjects gives the service accounts in role bindings their former namespaces. Their names are former names too.
// kustomize renames references after this run: it looks for an account by former name and former namespace, and then
// writes the present ones (kustomize, api/filters/nameref, filterMapCandidatesByNamespace).
func (a Accounts) PlaceSubjects(objects []runtime.Object) {
	for _, object := range objects {
		binding, ok := object.(*rbacv1.RoleBinding)
		if !ok {
			continue
		}
		for at := range binding.Subjects {
			subject := &binding.Subjects[at]
			if former, found := a[Name{subject.Namespace, subject.Name}]; found {
				subject.Namespace = former
			}
		}
	}
}
