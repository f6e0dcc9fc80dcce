package cli

import (
	"bytes"
	"slices"

	"github.com/latchkey-dev/latchkey/fn"
)

// isWritten tells whether -o wrote a file with this content.
func isWritten(data []byte) bool { return bytes.HasPrefix(data, []byte(header)) }

// withoutCopies leaves out earlier output that this render reads as well, if the input folder contains the output
// folder. It leaves out copies of input objects, and objects made from sources of the input.
func withoutCopies(items []*fn.Item, files []file) []*fn.Item {
	written, originals := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if isWritten(f.data) {
			written[f.name] = true
		}
	}
	if len(written) == 0 {
		return items
	}
	for _, item := range items {
		if !written[item.File] {
			originals[item.Key().String()] = true
		}
	}
	return slices.DeleteFunc(items, func(item *fn.Item) bool {
		return written[item.File] && (originals[item.Key().String()] || originals[item.Source()])
	})
}
