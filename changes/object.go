package changes

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// An Object is an object of manifests or of a cluster, as decoded JSON.
type Object struct{ unstructured.Unstructured }

// New returns an object without the fields that a server sets. content is not changed.
func New(content map[string]any) Object {
	copied, _ := clone(content).(map[string]any)
	o := Object{unstructured.Unstructured{Object: copied}}
	delete(o.Object, "status")
	for _, name := range []string{"uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"} {
		unstructured.RemoveNestedField(o.Object, "metadata", name)
	}
	annotations := o.GetAnnotations()
	maps.DeleteFunc(annotations, func(key, _ string) bool {
		return key == lastApplied || strings.HasPrefix(key, "internal.config.kubernetes.io/") || strings.HasPrefix(key, "config.kubernetes.io/")
	})
	o.SetAnnotations(annotations)
	return o
}

// clone returns a copy of decoded JSON. Decoders differ in the types of whole numbers; here they are int64.
func clone(value any) any {
	switch value := value.(type) {
	case map[string]any:
		copied := make(map[string]any, len(value))
		for name, field := range value {
			copied[name] = clone(field)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i := range value {
			copied[i] = clone(value[i])
		}
		return copied
	case int:
		return int64(value)
	case float64:
		if whole := int64(value); float64(whole) == value {
			return whole
		}
	}
	return value
}

// lastApplied is the annotation in which kubectl apply keeps what was applied.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// String names the object: Kind/namespace/name.
func (o Object) String() string {
	return strings.Join(slices.DeleteFunc([]string{o.GetKind(), o.GetNamespace(), o.GetName()}, func(s string) bool { return s == "" }), "/")
}

// key identifies the object in a cluster.
func (o Object) key() string { return o.group() + "/" + o.String() }

func (o Object) group() string { return o.GroupVersionKind().Group }

// source is the mark of the object that this one was made from, or "".
func (o Object) source() string { return o.GetAnnotations()[latchkey.AnnotationSource] }

// stem is the key without a hash of content at the end. Only names that Latchkey makes end so.
func (o Object) stem() string {
	key := o.key()
	at := len(key) - latchkey.HashLength
	if o.source() == "" || at < 1 || key[at-1] != '-' || strings.Trim(key[at:], "0123456789abcdef") != "" {
		return key
	}
	return key[:at-1]
}

// text is the object as YAML.
func (o Object) text() string {
	data, err := yaml.Marshal(o.Object)
	if err != nil {
		return err.Error() + "\n" // decoded JSON can be encoded
	}
	return string(data)
}

// at returns the value of a field, or nil.
func (o Object) at(path string) any {
	value, _, _ := unstructured.NestedFieldNoCopy(o.Object, strings.Split(path, ".")...)
	return value
}
