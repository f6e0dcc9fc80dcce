package changes

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// An Object is an object of manifests or of a cluster, as decoded JSON.
type Object struct{ unstructured.Unstructured }

// New returns an object in the form in which it can be compared: without the fields that a server sets, and in the
// notation of a server. content is not changed.
func New(content map[string]any) Object {
	n := notation{defaults: defaults}
	if content["kind"] == "JobSet" {
		n = notation{defaults: defaultsOfSets, isOfSet: true}
	}
	fields, _ := n.canonical(cleaned(content), types[typeOf(content)], "").(map[string]any)
	return Object{unstructured.Unstructured{Object: fields}}
}

// typeOf is for example apps/v1/Deployment, and v1/Pod for the core group.
func typeOf(content map[string]any) string {
	o := unstructured.Unstructured{Object: content}
	return o.GetAPIVersion() + "/" + o.GetKind()
}

// cleaned returns a copy of an object without the fields that a server sets, and with the data of a Secret in one field,
// where a server keeps them.
func cleaned(content map[string]any) map[string]any {
	out := maps.Clone(content)
	delete(out, "status")
	if metadata, ok := out["metadata"].(map[string]any); ok {
		out["metadata"] = cleanedMetadata(metadata)
	}
	if typeOf(out) == "v1/Secret" {
		cleanSecret(out)
	}
	return out
}

// cleanSecret puts the data of a Secret where a server keeps them.
func cleanSecret(secret map[string]any) {
	if texts, ok := secret["stringData"].(map[string]any); ok {
		data := map[string]any{}
		old, _ := secret["data"].(map[string]any)
		maps.Copy(data, old)
		for key, value := range texts {
			if text, ok := value.(string); ok {
				data[key] = base64.StdEncoding.EncodeToString([]byte(text))
			}
		}
		secret["data"] = data
		delete(secret, "stringData")
	}
}

func cleanedMetadata(metadata map[string]any) map[string]any {
	out := maps.Clone(metadata)
	for _, name := range []string{"uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"} {
		delete(out, name)
	}
	if annotations, ok := out["annotations"].(map[string]any); ok {
		annotations = maps.Clone(annotations)
		maps.DeleteFunc(annotations, func(key string, _ any) bool {
			return key == lastApplied || strings.HasPrefix(key, "internal.config.kubernetes.io/") || strings.HasPrefix(key, "config.kubernetes.io/")
		})
		out["annotations"] = annotations
	}
	return out
}

// lastApplied is the annotation in which kubectl apply keeps what was applied.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// String names the object: Kind/namespace/name.
func (o Object) String() string {
	return strings.Join(slices.DeleteFunc([]string{o.GetKind(), o.GetNamespace(), o.GetName()}, func(s string) bool { return s == "" }), "/")
}

// key identifies the object in a cluster.
func (o Object) key() string { return o.group() + "/" + o.String() }

// groupKind is for example apps/Deployment, and /Pod for the core group.
func (o Object) groupKind() string { return o.group() + "/" + o.GetKind() }

func (o Object) group() string { return o.GroupVersionKind().Group }

// source is the mark of the object that this one was made from, or "".
func (o Object) source() string { return o.GetAnnotations()[latchkey.AnnotationSource] }

// stem is the key without a hash of content at the end. Only names that Latchkey makes end so.
func (o Object) stem() string {
	if o.source() == "" {
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

// at returns the value of a field, or nil.
func (o Object) at(path string) any {
	value, _, _ := unstructured.NestedFieldNoCopy(o.Object, strings.Split(path, ".")...)
	return value
}

// remove removes a field, and the mappings around it that become empty.
func remove(fields map[string]any, path ...string) {
	if inner, _ := fields[path[0]].(map[string]any); len(path) > 1 && inner != nil {
		if remove(inner, path[1:]...); len(inner) > 0 {
			return
		}
	} else if len(path) > 1 {
		return
	}
	delete(fields, path[0])
}
