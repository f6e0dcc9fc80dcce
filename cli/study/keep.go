package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// lock keeps a second "study run" out of the folder of its results: both would save the logs of each run.
func lock(folder string) (io.Closer, error) {
	root, err := files.Open(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	unlock, err := files.Lock(root, runs.LockFile)
	if locked := new(files.LockedError); errors.As(err, &locked) {
		return nil, exit.Inputf("another study run saves to %s, %s: wait until it has ended or stop it, or give another folder with -o", folder, text.Printable(locked.By))
	}
	return unlock, err
}

// keep writes the Study into the folder of its results, where "report" finds it.
func keep(folder string, items []*fn.Item) error {
	root, err := files.Open(folder)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	for _, item := range items {
		if !isStudy(item) {
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
