package yamltext

import (
	"bytes"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// annotated returns the object with one more annotation, or nil if its lines do not have the plain form below. It is
// [Object.With] without a second reading. With it, a quarter of what a thousand sets allocate is for this annotation.
//
//	metadata:
//	  annotations:
//	    a: b
//
// The line below metadata or below annotations is the first entry of a mapping in block style. There is nothing but
// blanks before the entry, so a line above it with the same margin is another entry of the mapping.
func (o *Object) annotated(keys []string, value string) *Object {
	if len(keys) != 3 || keys[0] != "metadata" || keys[1] != "annotations" || !isPlain(keys[2]) || len(keys[2]) > longestKey ||
		!isASCII(value) || strings.ContainsAny(value, `"\`) {
		return nil
	}
	entry := keys[2] + ": " + quote(value) + "\n"
	metadata := keyAt(o.node, keys[0])
	if metadata < 0 {
		return nil
	}
	above, mapping := o.node.Content[metadata], o.node.Content[metadata+1]
	lines := []string{"annotations:\n", "  " + entry}
	if at := keyAt(mapping, keys[1]); at >= 0 {
		above, mapping = mapping.Content[at], mapping.Content[at+1]
		lines = []string{entry}
	}
	at := o.firstEntry(above, mapping)
	if at < 0 || keyAt(mapping, keys[2]) >= 0 {
		return nil
	}
	margin := strings.Repeat(" ", mapping.Content[0].Column-1)
	added := margin + strings.Join(lines, margin)
	h := headerOf(o.node)
	if h.annotations == nil {
		h.annotations = map[string]string{}
	}
	h.annotations[keys[2]] = value
	text := slices.Concat(o.lines.text[:at], []byte(added), o.lines.text[at:])
	return &Object{header: h, lines: o.lines.with(text)}
}

// longestKey is the length of the longest key that the encoder writes before its colon on one line.
const longestKey = 128

// firstEntry returns where the line with the first entry of a mapping begins, or -1 if the mapping does not have the
// plain form.
func (o *Object) firstEntry(above, mapping *yaml.Node) int {
	text := o.lines.text
	if text == nil || isOpen(text) || !hasPlainLines(text) || mapping.Kind != yaml.MappingNode || !isBlock(mapping) ||
		mapping.Anchor != "" || mapping.Style&yaml.TaggedStyle != 0 || len(mergedBy(mapping)) > 0 {
		return -1
	}
	first, p := mapping.Content[0], newPage(text)
	line := o.lines.at(first)
	if first.Kind != yaml.ScalarNode || first.Line != above.Line+1 || !isSpaces(p.text(line, line+1)[:first.Column-1]) {
		return -1
	}
	return p.offsets[line]
}

// hasPlainLines tells whether only "\n" ends lines of a text. YAML has other line ends, such as U+2028.
func hasPlainLines(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool { return r == '\r' || r > '~' })
}
