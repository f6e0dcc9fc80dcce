package yamltext

import "sigs.k8s.io/kustomize/kyaml/yaml"

// A Header is what tells an object from others.
type Header struct {
	APIVersion, Kind, Namespace, Name string
	// Annotations have the values that are text; nil where there are none.
	Annotations map[string]string
}

// Header reads the header of the object.
func (o *Object) Header() Header {
	if o.node == nil {
		return o.header
	}
	return headerOf(o.node)
}

func headerOf(n *yaml.Node) Header {
	metadata := Child(n, "metadata")
	h := Header{
		APIVersion: Text(Child(n, "apiVersion")), Kind: Text(Child(n, "kind")),
		Namespace: Text(Child(metadata, "namespace")), Name: Text(Child(metadata, "name")),
	}
	collectTexts(Child(metadata, "annotations"), &h.Annotations)
	return h
}

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
