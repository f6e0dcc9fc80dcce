package yamltext

import (
	"unique"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A Header is what tells an object from others.
type Header struct {
	APIVersion, Kind, Namespace, Name string
	// Annotations have the values that are text; nil where there are none.
	Annotations map[string]string
}

// Header reads the header of the object.
func (o *Object) Header() Header {
	h := o.header
	if !h.isRead() {
		h = headerOf(o.node)
	}
	return Header{h.apiVersion.Value(), h.kind.Value(), h.namespace.Value(), h.name, h.annotations}
}

// A header is a [Header] in less memory. Texts that many objects have are in memory once.
type header struct {
	apiVersion, kind, namespace unique.Handle[string]
	name                        string
	annotations                 map[string]string
}

func headerOf(n *yaml.Node) header {
	metadata := Child(n, "metadata")
	h := header{
		apiVersion: unique.Make(Text(Child(n, "apiVersion"))), kind: unique.Make(Text(Child(n, "kind"))),
		namespace: unique.Make(Text(Child(metadata, "namespace"))), name: Text(Child(metadata, "name")),
	}
	collectTexts(Child(metadata, "annotations"), &h.annotations)
	return h
}

func (h header) isRead() bool { return h.kind != unique.Handle[string]{} }

// collectTexts adds the texts of a mapping, and then those that it merges. The first of a name wins.
func collectTexts(n *yaml.Node, into *map[string]string) {
	if n = Deref(n); n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for at := 0; at+1 < len(n.Content); at += 2 {
		key := valueOf(Deref(n.Content[at]))
		if _, taken := (*into)[key]; taken || isMerge(n.Content[at]) {
			continue
		}
		if *into == nil {
			*into = map[string]string{}
		}
		(*into)[key] = Text(Deref(n.Content[at+1]))
	}
	for _, merged := range mergedBy(n) {
		collectTexts(merged, into)
	}
}
