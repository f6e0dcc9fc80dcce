package fn

import (
	"cmp"
	"maps"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// InNamespace returns the list with a namespace for each item that has none: the sources, and the items of those kinds
// of Kubernetes that have namespaces. Items of other kinds stay as they are, because nobody here knows whether they have
// namespaces.
func (l *ResourceList) InNamespace(namespace string, kinds generators.Registry) *ResourceList {
	return l.changed(func(item *Item) bool {
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
		annotations := map[string]string{}
		maps.Copy(annotations, item.annotations)
		annotations[annotationPrevNames] = item.Name
		annotations[annotationPrevSpaces] = cmp.Or(item.Namespace, "default")
		annotations[annotationSuffixes] = suffix
		item.annotations = annotations
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
			item = &copied
		}
		out.Items = append(out.Items, item)
	}
	return &out
}

// written returns an item whose text has the item's namespace and name. The findings before needed the text as it was
// read, with its lines.
func (i *Item) written() (*Item, error) {
	header := i.read.Header()
	out, err := i, error(nil)
	if i.Namespace != header.Namespace {
		out, err = out.with([]string{"metadata", "namespace"}, i.Namespace)
	}
	if err == nil && i.Name != header.Name {
		out, err = out.with([]string{"metadata", "name"}, i.Name)
	}
	if err == nil && out != i {
		out.edited = true
	}
	return out, err
}

// rename gives the decoded object the namespace and the name of its item, if they were changed after the item was read.
func (s *source) rename() {
	header := s.item.read.Header()
	if s.item.Namespace != header.Namespace {
		s.object.SetNamespace(s.item.Namespace)
	}
	if s.item.Name != header.Name {
		s.object.SetName(s.item.Name)
	}
}

// marked returns the item of a source for the output, as local configuration.
func (s *source) marked() (*Item, error) {
	item, err := s.attachedTo()
	if err != nil {
		return nil, err
	}
	if item, err = item.written(); err != nil {
		return nil, err
	}
	return item.marked()
}

// attachedTo returns the item of a source with the present name of its carrier in the annotation attach-to.
func (s *source) attachedTo() (*Item, error) {
	said := s.item.annotations[latchkey.AnnotationAttachTo]
	if s.carrier == nil || said == "" || s.item.annotation(annotationSuffixes) == "" {
		return s.item, nil
	}
	kind, _, hasKind := strings.Cut(said, "/")
	name := s.carrier.item.Name
	if hasKind {
		name = kind + "/" + name
	}
	return s.item.with([]string{"metadata", "annotations", latchkey.AnnotationAttachTo}, name)
}
