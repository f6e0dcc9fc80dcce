package changes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
)

// An Object is an object of manifests or of a cluster, as decoded JSON, without the fields that a server sets on every object.
type Object struct {
	unstructured.Unstructured
	// Refusal is what a server said against the object, or "".
	Refusal string
	// applied is what kubectl has applied before, if the object was read from a cluster.
	applied map[string]any
}

// lastApplied is the annotation in which kubectl apply keeps what was applied.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// New returns an object. content is not changed.
func New(content map[string]any) Object {
	fields := maps.Clone(content)
	delete(fields, "status")
	metadata, _ := fields["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	for _, name := range []string{"uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"} {
		delete(metadata, name)
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	annotations = maps.Clone(annotations)
	maps.DeleteFunc(annotations, func(key string, _ any) bool {
		return key == lastApplied || strings.HasPrefix(key, "internal.config.kubernetes.io/") || strings.HasPrefix(key, "config.kubernetes.io/")
	})
	if delete(metadata, "annotations"); len(annotations) > 0 {
		metadata["annotations"] = annotations
	}
	if fields["metadata"] = metadata; metadata == nil {
		delete(fields, "metadata")
	}
	o := Object{Unstructured: unstructured.Unstructured{Object: fields}}
	before := (&unstructured.Unstructured{Object: content}).GetAnnotations()[lastApplied]
	_ = json.Unmarshal([]byte(before), &o.applied) // what is not valid JSON says nothing about what was applied
	return o
}

// String names the object: Kind/namespace/name.
func (o Object) String() string {
	return strings.Join(slices.DeleteFunc([]string{o.GetKind(), o.GetNamespace(), o.GetName()}, func(s string) bool { return s == "" }), "/")
}

// key identifies the object in a cluster.
func (o Object) key() string { return o.GroupVersionKind().Group + "/" + o.String() }

// Mark is the key of the object that this one was made from, or "".
func (o Object) Mark() string { return o.GetAnnotations()[latchkey.AnnotationSource] }

// TakesOver says that applying a generated object changes an object of the cluster that Latchkey has not made, and what to do, or is "".
func (o Object) TakesOver(old Object) string {
	isMade := old.Mark() != "" || old.GetLabels()[names.ManagedByLabel] == names.ManagedBy
	if o.Mark() == "" || isMade {
		return ""
	}
	name := o.GetKind() + "/" + o.GetName()
	return fmt.Sprintf("the %s in the cluster is not Latchkey's: applying changes it into the one of %s, which takes it from those who use it: "+
		"give one of the two another name, or leave this one out with the annotation %sinclude: %s", name, o.Mark(), latchkey.Prefix, latchkey.IncludeWithout(o.GetKind()))
}

// stem is the key without a hash of content at the end. Only names that Latchkey makes end so.
func (o Object) stem() string {
	if o.Mark() == "" {
		return o.key()
	}
	stem, _ := latchkey.Stem(o.key())
	return stem
}

// text is the object as YAML.
func (o Object) text() string {
	data, err := yaml.Marshal(o.Object)
	if err != nil {
		return err.Error() + "\n" // decoded JSON can be encoded
	}
	return string(data)
}

// hidden returns an object to show: a Secret without its values. The word marks a value that differs from
// the value in the other object.
func (o Object) hidden(other Object, word string) Object {
	if o.GetKind() != "Secret" || o.GroupVersionKind().Group != "" {
		return o
	}
	o.Object = maps.Clone(o.Object)
	for _, field := range []string{"data", "stringData"} {
		values, _ := o.Object[field].(map[string]any)
		others, _ := other.Object[field].(map[string]any)
		shown := map[string]any{}
		for key, value := range values {
			if shown[key] = "***"; others[key] != nil && others[key] != value {
				shown[key] = "*** (" + word + ")"
			}
		}
		if values != nil {
			o.Object[field] = shown
		}
	}
	return o
}
