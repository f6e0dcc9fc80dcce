package study

import (
	"bytes"
	"fmt"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// keep writes the Study into the folder of its results, where "report" finds it.
func keep(folder string, items []*fn.Item) error {
	root, err := files.Open(folder)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	for _, item := range items {
		if item.Kind != latchkey.StudyKind || item.Group() != latchkey.GroupVersion.Group {
			continue
		}
		var out bytes.Buffer
		if err := item.Encode(&out); err != nil {
			return fmt.Errorf("write the study: %w", err)
		}
		if err := files.CheckName("study", item.Name); err != nil {
			return err
		}
		if err := files.Replace(root, files.File{Name: item.Name + runs.StudyEnd, Data: out.Bytes()}); err != nil {
			return err
		}
	}
	return nil
}
