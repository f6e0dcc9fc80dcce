package fn

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Annotations by which callers and Latchkey tell each other about items. They are described in
// kubernetes-sigs/kustomize, cmd/config/docs/api-conventions/functions-spec.md, and in kyaml, kio/kioutil.
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
	// File is the file from which the item was read, or "" if unknown. Index is its position in the file, from 0.
	File  string
	Index int

	// read is the object that was read. It is nil for a generated item.
	read *yamltext.Object
	// annotations are the annotations of the object that was read. Values that are not text are missing. Of a generated
	// item they are the mark alone, which many ask for.
	annotations map[string]string
	// decoded is what decoding has found in the object that was read, if it is a source.
	decoded *decoding
	// object makes the object of a generated item. It is nil for an item that was read.
	object func() runtime.Object
	// edited says that the item was changed after it was read.
	edited bool
}

// newItem makes an item from an object that was read.
func newItem(object *yamltext.Object) *Item {
	header := object.Header()
	return &Item{
		APIVersion: header.APIVersion, Kind: header.Kind, Namespace: header.Namespace, Name: header.Name,
		annotations: header.Annotations,
		read:        object,
	}
}

// newGeneratedItem makes an item from a generated object.
func newGeneratedItem(object runtime.Object) *Item {
	meta := object.(metav1.Object)
	apiVersion, kind := object.GetObjectKind().GroupVersionKind().ToAPIVersionAndKind()
	return &Item{
		APIVersion: apiVersion,
		Kind:       kind,
		Namespace:  meta.GetNamespace(),
		Name:       meta.GetName(),
		object:     func() runtime.Object { return object },
	}
}

// Generated tells whether the item was made by this run.
func (i *Item) Generated() bool { return i.object != nil }

// Edited tells whether a source has changed the item after it was read.
func (i *Item) Edited() bool { return i.edited }

// Source returns the mark of a generated item, "<group>/<Kind>/<namespace>/<name>" of its source, or "".
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

// A Key identifies an object in a cluster.
type Key struct{ Group, Kind, Namespace, Name string }

// String is the key in the form of owner marks, "<group>/<Kind>/<namespace>/<name>".
func (k Key) String() string { return k.Group + "/" + k.Kind + "/" + k.Namespace + "/" + k.Name }

// Key returns the key of the item.
func (i *Item) Key() Key { return Key{i.Group(), i.Kind, i.Namespace, i.Name} }

// id names the item as owner marks do.
func (i *Item) id() string { return i.Key().String() }

// String names the item in messages.
func (i *Item) String() string { return nameInWords(i.Kind, i.Namespace, i.Name) }

func nameInWords(kind, namespace, name string) string {
	if namespace == "" {
		return kind + "/" + name
	}
	return kind + "/" + namespace + "/" + name
}

// annotation is the value of an annotation, or "".
func (i *Item) annotation(key string) string {
	if i.object != nil && key != latchkey.AnnotationSource {
		return i.object().(metav1.Object).GetAnnotations()[key]
	}
	return i.annotations[key]
}

// callerPath returns the path annotation of a caller, clean and relative, or "".
func (i *Item) callerPath() string {
	for _, key := range []string{annotationPath, annotationOldPath} {
		if value := i.annotation(key); value != "" {
			return strings.TrimPrefix(path.Clean("/"+value), "/")
		}
	}
	return ""
}

func (i *Item) callerIndex() int {
	for _, key := range []string{annotationIndex, annotationOldIndex} {
		if index, err := strconv.Atoi(i.annotation(key)); err == nil {
			return index
		}
	}
	return 0
}

// fromHost returns the item with the file that the caller's annotations name.
func (i *Item) fromHost() *Item {
	i.File = i.callerPath()
	if i.File != "" {
		i.Index = i.callerIndex()
	}
	return i
}

// marked returns the item as local configuration. It returns the item itself if it has that annotation with any value.
func (i *Item) marked() (*Item, error) {
	if i.annotation(annotationLocalConfig) != "" {
		return i, nil
	}
	if i.decoded != nil && i.decoded.marked != nil {
		return i.reading(i.decoded.marked), nil
	}
	return i.with([]string{"metadata", "annotations", annotationLocalConfig}, "true")
}

// with returns the item with a text at the path given by keys. Nothing else changes.
func (i *Item) with(keys []string, value string) (*Item, error) {
	read, err := i.read.With(keys, value)
	if err != nil {
		return nil, fmt.Errorf("set %s of %s: %w", strings.Join(keys, "."), i, err)
	}
	return i.reading(read), nil
}

// reading returns the item with another object that was read.
func (i *Item) reading(read *yamltext.Object) *Item {
	out := *i
	out.read, out.annotations, out.decoded = read, read.Header().Annotations, nil
	return &out
}

// after returns the item after an edit. Nothing else changes.
func (i *Item) after(edit transform.Edit) (*Item, error) {
	var read *yamltext.Object
	var err error
	switch edit.Does {
	case transform.Add:
		read, err = i.read.Added(edit.Path, edit.Value)
	case transform.Remove:
		read, err = i.read.Removed(edit.Path)
	default:
		text, _ := edit.Value.(string)
		return i.with(edit.Path, text)
	}
	if err != nil {
		return nil, fmt.Errorf("change %s of %s: %w", strings.Join(edit.Path, "."), i, err)
	}
	return i.reading(read), nil
}
