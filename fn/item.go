package fn

import (
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Annotations by which hosts and Latchkey tell each other about items.
// They are described in kubernetes-sigs/kustomize, cmd/config/docs/api-conventions/functions-spec.md, and in kyaml,
// kio/kioutil.
const (
	annotationPath        = "internal.config.kubernetes.io/path"
	annotationIndex       = "internal.config.kubernetes.io/index"
	annotationPackagePath = "internal.config.kubernetes.io/package-path"
	annotationSeqIndent   = "internal.config.kubernetes.io/seqindent"
	annotationOldPath     = "config.kubernetes.io/path"
	annotationOldIndex    = "config.kubernetes.io/index"
	annotationLocalConfig = "config.kubernetes.io/local-config"
	annotationKustomizeID = "kustomize.config.k8s.io/id"
	annotationPrevNames   = "internal.config.kubernetes.io/previousNames"
	annotationPrevSpaces  = "internal.config.kubernetes.io/previousNamespaces"
	annotationPrefixes    = "internal.config.kubernetes.io/prefixes"
	annotationSuffixes    = "internal.config.kubernetes.io/suffixes"
)

// An Item is one object of a list: read from YAML, or generated.
// Its fields are for reading only; an item never changes once it is made.
type Item struct {
	APIVersion, Kind, Namespace, Name string
	// File and Index say where the item was read: the file, "" when unknown, and the position in it, from 0.
	File  string
	Index int

	// node is what was read; nil for a generated item.
	node *yaml.Node
	// lines are those the item was read from, nil where they cannot be told from others.
	lines lines
	// object is what was generated; nil for an item that was read.
	object runtime.Object
	// local says that the item is to be marked as local configuration when it is written.
	local bool
	// edited says that the item is not as it was read.
	edited bool
}

// newItem makes an item of a mapping that was read.
func newItem(node *yaml.Node) *Item {
	metadata := child(node, "metadata")
	return &Item{
		APIVersion: text(child(node, "apiVersion")),
		Kind:       text(child(node, "kind")),
		Namespace:  text(child(metadata, "namespace")),
		Name:       text(child(metadata, "name")),
		node:       node,
	}
}

// newGeneratedItem makes an item of a stamped object.
func newGeneratedItem(object runtime.Object) *Item {
	meta := object.(metav1.Object)
	apiVersion, kind := object.GetObjectKind().GroupVersionKind().ToAPIVersionAndKind()
	return &Item{
		APIVersion: apiVersion,
		Kind:       kind,
		Namespace:  meta.GetNamespace(),
		Name:       meta.GetName(),
		object:     object,
	}
}

// Generated tells whether the item was made by this run.
func (i *Item) Generated() bool { return i.object != nil }

// Edited tells whether a source has changed something in the item, which was read otherwise.
func (i *Item) Edited() bool { return i.edited }

// Source is the mark of a generated item, "<group>/<Kind>/<namespace>/<name>" of what it was made from, or "".
func (i *Item) Source() string { return i.annotation(latchkey.AnnotationSource) }

// Group is the API group of the item, "" for the core group.
func (i *Item) Group() string { return i.groupVersion().Group }

func (i *Item) groupVersion() schema.GroupVersion {
	group, version, found := strings.Cut(i.APIVersion, "/")
	if !found {
		group, version = "", i.APIVersion
	}
	return schema.GroupVersion{Group: group, Version: version}
}

// id names the item as owner marks do.
func (i *Item) id() string { return sourceID(i.Group(), i.Kind, i.Namespace, i.Name) }

func sourceID(group, kind, namespace, name string) string {
	return group + "/" + kind + "/" + namespace + "/" + name
}

// String names the item in messages.
func (i *Item) String() string {
	if i.Namespace == "" {
		return i.Kind + "/" + i.Name
	}
	return i.Kind + "/" + i.Namespace + "/" + i.Name
}

// annotation is the value of an annotation, or "".
func (i *Item) annotation(key string) string {
	if i.object != nil {
		return i.object.(metav1.Object).GetAnnotations()[key]
	}
	return text(child(child(child(i.node, "metadata"), "annotations"), key))
}

// hostPath is the path annotation of a host, clean and relative, or "".
func (i *Item) hostPath() string {
	for _, key := range []string{annotationPath, annotationOldPath} {
		if value := i.annotation(key); value != "" {
			return strings.TrimPrefix(path.Clean("/"+value), "/")
		}
	}
	return ""
}

func (i *Item) hostIndex() int {
	for _, key := range []string{annotationIndex, annotationOldIndex} {
		if index, err := strconv.Atoi(i.annotation(key)); err == nil {
			return index
		}
	}
	return 0
}

// placed returns the item with the place that a host's annotations say.
func (i *Item) placed() *Item {
	i.File = i.hostPath()
	if i.File != "" {
		i.Index = i.hostIndex()
	}
	return i
}

// marked returns a copy of the item that is written as local configuration, unless it says so or denies it already.
func (i *Item) marked() *Item {
	if i.annotation(annotationLocalConfig) != "" {
		return i
	}
	marked := *i
	marked.local = true
	return &marked
}
