package cli

import (
	"bytes"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// identity is what no two objects of a cluster share, in the form of the marks of generated objects.
func identity(item *fn.Item) string {
	return strings.Join([]string{item.Group(), item.Kind, item.Namespace, item.Name}, "/")
}

// isWritten tells whether -o wrote a file.
func isWritten(f file) bool { return bytes.HasPrefix(f.data, []byte(header)) }

// withoutCopies leaves out what an earlier render wrote and this one reads as well, as below a folder that holds both
// the sources and the output: objects that were copied from the input, and those that were made from sources in it.
func withoutCopies(items []*fn.Item, files []file) []*fn.Item {
	written, originals := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		written[f.name] = isWritten(f)
	}
	for _, item := range items {
		if !written[item.File] {
			originals[identity(item)] = true
		}
	}
	return slices.DeleteFunc(items, func(item *fn.Item) bool {
		return written[item.File] && (originals[identity(item)] || originals[item.Source()])
	})
}
