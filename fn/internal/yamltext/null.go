package yamltext

import (
	"bytes"
	"regexp"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// idle matches a value on its way from the colon of its key: a null, the switch true, or an empty list or mapping. A null without
// a text does not match.
var idle = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:[&!]\S+[ \t]+)*(?:null|Null|NULL|~|true|\[\s*\]|\{\s*\})`)
})

// instead returns the change that writes a text in the place of a null.
func (o *Object) instead(path []string, text string) []change {
	start, end := o.idleAt(path)
	if start < 0 {
		return nil
	}
	return []change{{start, end - start, text}}
}

// idleAt returns where the text of an idle value begins and ends, in bytes. It begins after the colon of the key. start is -1
// if the place is unknown.
func (o *Object) idleAt(path []string) (start, end int) {
	if o.lines.text == nil || len(path) == 0 {
		return -1, -1
	}
	above := place(o.node, path[:len(path)-1])
	if above == nil || above.Kind != yaml.MappingNode {
		return -1, -1
	}
	at := keyAt(above, path[len(path)-1])
	if at < 0 {
		return -1, -1
	}
	keyStart, token := o.token(above.Content[at])
	if token == "" {
		return -1, -1
	}
	rest := o.lines.text[keyStart+len(token):]
	colon := bytes.IndexByte(rest, ':')
	if colon < 0 || len(bytes.TrimLeft(rest[:colon], " \t")) > 0 {
		return -1, -1
	}
	start = keyStart + len(token) + colon + 1
	return start, start + len(idle().Find(o.lines.text[start:]))
}

// withoutNull returns the object without the text of the null at a path in block style, below which a list or mapping can be
// written then.
func (o *Object) withoutNull(path []string) *Object {
	value := place(o.node, path)
	if value == nil || !isNull(value) || len(path) == 0 || place(o.node, path[:len(path)-1]).Style&yaml.FlowStyle != 0 {
		return o
	}
	for _, c := range o.instead(path, "") {
		if bare := o.reread(c); bare != nil && same(bare.node, o.node) {
			return bare
		}
	}
	return o
}
