package callers

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

const (
	annotationPath        = "internal.config.kubernetes.io/path"
	annotationIndex       = "internal.config.kubernetes.io/index"
	annotationPackagePath = "internal.config.kubernetes.io/package-path"
	annotationSeqIndent   = "internal.config.kubernetes.io/seqindent"
	annotationOldPath     = "config.kubernetes.io/path"
	annotationOldIndex    = "config.kubernetes.io/index"
	annotationKustomizeID = "kustomize.config.k8s.io/id"
	annotationPrevNames   = "internal.config.kubernetes.io/previousNames"
	annotationPrevSpaces  = "internal.config.kubernetes.io/previousNamespaces"
	annotationPrefixes    = "internal.config.kubernetes.io/prefixes"
	annotationSuffixes    = "internal.config.kubernetes.io/suffixes"
)

// LocalConfig is the annotation of objects that are for tools only and never applied.
const LocalConfig = "config.kubernetes.io/local-config"

// Annotated is an object with annotations.
type Annotated interface {
	// Annotation returns the value of an annotation, or "".
	Annotation(key string) string
}

// A Caller is the program that runs the function.
type Caller int

// The callers.
const (
	Unknown Caller = iota // also the command line
	Kustomize
	Kpt
)

// Of finds the caller by its items. No caller says its name, but each puts its own annotations on the items. The
// annotations of kpt count more, because annotations of kustomize might be left over from an earlier build.
func Of[I Annotated](items []I) Caller {
	found := Unknown
	for _, item := range items {
		switch {
		case item.Annotation(annotationSeqIndent) != "" || item.Annotation(annotationPackagePath) != "": // kustomize writes paths too, but neither of these
			return Kpt
		case IsFromKustomize(item):
			found = Kustomize
		}
	}
	return found
}

// IsFromKustomize tells whether kustomize has sent the item as a resource of a build.
func IsFromKustomize(item Annotated) bool { return item.Annotation(annotationKustomizeID) != "" }

// File returns the path of the file from which the caller has read an item, clean and relative, and the item's position
// there, from 0. The path is "" if the caller does not say it. kustomize writes names of files that do not exist.
func File(item Annotated) (file string, index int) {
	if IsFromKustomize(item) {
		return "", 0
	}
	for _, key := range []string{annotationPath, annotationOldPath} {
		if value := item.Annotation(key); value != "" {
			file = strings.TrimPrefix(path.Clean("/"+value), "/")
			break
		}
	}
	for _, key := range []string{annotationIndex, annotationOldIndex} {
		if at, err := strconv.Atoi(item.Annotation(key)); file != "" && err == nil {
			return file, at
		}
	}
	return file, 0
}

// bookkeeping are the domains of annotations that callers write. generators/internal/workload has the same list, because generators
// know nothing of callers.
var bookkeeping = []string{"config.kubernetes.io", "internal.config.kubernetes.io", "config.k8s.io", "kustomize.config.k8s.io", "internal.kpt.dev"}

// IsBookkeeping tells whether a caller writes the annotation, and removes it after the run. Others of the same domain, such
// as local-config, belong to users.
func IsBookkeeping(annotation string) bool {
	domain, _, _ := strings.Cut(annotation, "/")
	return annotation == annotationOldPath || annotation == annotationOldIndex ||
		domain != "config.kubernetes.io" && slices.Contains(bookkeeping, domain)
}

// WithoutBookkeeping returns an object, as decoded JSON, without the annotations that callers write. Two objects that are
// equal then are the same to their users.
func WithoutBookkeeping(object map[string]any) map[string]any {
	metadata, _ := object["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	own := map[string]any{}
	for key, value := range annotations {
		if domain, _, _ := strings.Cut(key, "/"); !slices.Contains(bookkeeping, domain) {
			own[key] = value
		}
	}
	object, metadata = maps.Clone(object), maps.Clone(metadata)
	delete(metadata, "annotations")
	if len(own) > 0 {
		metadata["annotations"] = own
	}
	object["metadata"] = metadata
	return object
}

// IsLocal tells whether the item is for tools only. Every value of the annotation except "false" counts, as in kpt
// (kptdev/kpt, pkg/live/rgpath.go).
func IsLocal(item Annotated) bool {
	value := item.Annotation(LocalConfig)
	return value != "" && value != "false"
}

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
