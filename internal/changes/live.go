package changes

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FromFiles returns the objects of two lists of manifests in a form for [Compare]. An old object with a uid was read from a
// cluster, and is treated as [Live] does.
func FromFiles(old, manifests []map[string]any) (before, after []Object) {
	wanted := map[string]map[string]any{}
	for _, manifest := range manifests {
		is := New(manifest)
		after, wanted[is.key()] = append(after, is), manifest
	}
	for _, content := range old {
		was := New(content)
		manifest := wanted[was.key()]
		if read := (unstructured.Unstructured{Object: content}); manifest != nil && read.GetUID() != "" {
			_, was = Live(manifest, content)
		}
		before = append(before, was)
	}
	return before, after
}

// FromCluster returns the objects of some manifests and of a cluster in a form for [Compare]. namespace is that of
// manifests which say none. found may hold objects that are in no manifest. Of these, only those count that were made
// from a source of a manifest.
func FromCluster(manifests, found []map[string]any, namespace string) (before, after []Object) {
	left := map[string]map[string]any{}
	for _, object := range found {
		left[New(object).key()] = object
	}
	sources, stems := map[string]bool{}, map[string]map[string]any{}
	for _, manifest := range manifests {
		wanted := New(manifest)
		sources[wanted.source()], stems[wanted.stem()] = true, manifest
		key := wanted.key()
		if left[key] == nil && wanted.GetNamespace() == "" {
			wanted.SetNamespace(namespace)
			key = wanted.key()
		}
		if live := left[key]; live != nil {
			delete(left, key)
			is, was := Live(manifest, live)
			before, after = append(before, was), append(after, is)
			continue
		}
		after = append(after, New(manifest))
	}
	for _, object := range found {
		old := New(object)
		if left[old.key()] == nil || old.source() == "" || !sources[old.source()] {
			continue
		}
		if manifest := stems[old.stem()]; manifest != nil {
			_, old = Live(manifest, object)
		}
		before = append(before, old)
	}
	return before, after
}

// Live returns an object of manifests and the same object of a cluster in a form in which they can be compared. The
// object of the cluster keeps the fields that the manifest has, and those that were applied before and that applying
// would remove. Null counts as no field. Defaults of the server, and what controllers add, are left out.
func Live(manifest, cluster map[string]any) (wanted, found Object) {
	var applied any
	annotations := (&unstructured.Unstructured{Object: cluster}).GetAnnotations()
	_ = json.Unmarshal([]byte(annotations[lastApplied]), &applied) // a text that is no JSON says nothing about what was applied
	narrow, _ := narrowed(cleaned(cluster), cleaned(manifest), applied).(map[string]any)
	wanted, found = New(manifest), New(narrow)
	found.SetNamespace(wanted.GetNamespace()) // kubectl has applied it to a namespace that the manifest may leave out
	if wanted.groupKind() == "/Service" && wanted.at("spec.clusterIP") == nil {
		remove(found.Object, "spec", "clusterIP") // a server gives an address, or keeps it
	}
	return wanted, found
}

// narrowed returns a value of the cluster with the parts that the manifest or the applied object has.
func narrowed(found, wanted, applied any) any {
	switch value := found.(type) {
	case map[string]any:
		want, _ := wanted.(map[string]any)
		last, _ := applied.(map[string]any)
		kept := map[string]any{}
		for name, field := range value {
			if want[name] != nil || last[name] != nil {
				kept[name] = narrowed(field, want[name], last[name])
			}
		}
		return kept
	case []any:
		want, _ := wanted.([]any)
		last, _ := applied.([]any)
		kept := make([]any, 0, len(value))
		for i, element := range value {
			is, was := like(element, i, want), like(element, i, last)
			if is == nil && was == nil && nameOf(element) != nil {
				continue // a controller has added it, and applying leaves it there
			}
			kept = append(kept, narrowed(element, is, was))
		}
		return kept
	}
	return found
}

// like returns the element of a list that is the counterpart of another list's element: the one with its name, or for
// elements without names the one at its place.
func like(element any, place int, list []any) any {
	name := nameOf(element)
	for _, other := range list {
		if name != nil && nameOf(other) == name {
			return other
		}
	}
	if name == nil && place < len(list) {
		return list[place]
	}
	return nil
}

// nameOf returns what a server knows an element of a list by, or nil. A container may mount a volume twice. A server gives
// two tolerations to each Pod, which come back when the Pod is applied.
func nameOf(element any) any {
	fields, _ := element.(map[string]any)
	if key := fields["key"]; key == corev1.TaintNodeNotReady || key == corev1.TaintNodeUnreachable {
		return key
	}
	for _, key := range []string{"mountPath", "name"} {
		if name, _ := fields[key].(string); name != "" {
			return key + " " + name
		}
	}
	return nil
}
