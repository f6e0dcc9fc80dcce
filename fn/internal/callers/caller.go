package callers

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
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
	Unknown Caller = iota
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

// bookkeeping are the domains of annotations that callers write.
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
