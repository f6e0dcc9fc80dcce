package live

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sync/atomic"
	"time"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A logFile is the log of a container in a file, to which lines are added. A small file beside it, its mark, says how far it is
// written, so that a further run goes on there.
type logFile struct {
	unread
	of     container
	folder *os.Root
	// name is the path of the file below the folder of the set.
	name    string
	written *atomic.Int64
	// foreign is why nothing is written, or nil. failed is why the end of the log is not in the file, and a later try may succeed.
	foreign, failed error

	// mark is how far the file is written.
	mark mark
	file *os.File
	// end is where the lines in the buffer go.
	end    int64
	buffer []byte
}

// A mark is how far a log is written.
type mark struct {
	place

	// Bytes is the length of the lines.
	Bytes int64    `json:"bytes"`
	First string   `json:"first,omitempty"`
	Gaps  []string `json:"gaps,omitempty"`
	// Ended is the last life of the container that has ended and has all its lines in the file, counted from 1. It is 0 before.
	Ended int32 `json:"ended,omitempty"`
}

func markOf(of container) string { return runs.MarkFile(of.pod, of.name) }

// openLog opens the log of a container as an earlier run has left it.
func openLog(folder *os.Root, of container, earlier *runs.Set, written *atomic.Int64) *logFile {
	f := &logFile{of: of, folder: folder, name: runs.LogFile(of.pod, of.name), written: written}
	f.out = f
	f.foreign = cmp.Or(files.CheckName("pod", of.pod), files.CheckName("container", of.name))
	if f.foreign == nil {
		f.foreign = f.takeUp(containerOf(earlier, of))
	}
	f.at, f.first, f.gaps = f.mark.place, f.mark.First, f.mark.Gaps
	for _, missing := range earlier.Missing {
		if missing.Gap && missing.Pod == of.pod && missing.Container == of.name {
			f.lacks(missing.Reason)
		}
	}
	return f
}

// takeUp reads the mark, if there is a file. A log that was whole has none any more. before is what was recorded about it.
func (f *logFile) takeUp(before runs.Container) error {
	isThere, err := files.Exists(f.folder, f.name)
	if err != nil || !isThere {
		return err
	}
	info, err := f.folder.Lstat(f.name)
	if err != nil {
		return err
	}
	data, err := files.Read(f.folder, markOf(f.of))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch isMarked := err == nil && json.Unmarshal(data, &f.mark) == nil && f.mark.Bytes <= info.Size(); {
	case isMarked:
	case before.Whole:
		f.mark = mark{First: inNanoseconds(before.FirstLine), Ended: before.Restarts + 1}
		f.mark.Time = inNanoseconds(before.LastLine)
	default:
		f.mark = mark{}
		return fmt.Errorf("%s is there, and nobody knows which of its lines was the last to be saved: move it away", f.name)
	}
	return nil
}

// inNanoseconds is a time as a node notes it.
func inNanoseconds(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.Format(time.RFC3339Nano)
}

// open opens the file for streams. A file that is not there is made: a link or a file that somebody else makes meanwhile is not
// used.
func (f *logFile) open() error {
	isThere, err := files.Exists(f.folder, f.name)
	if err != nil {
		return err
	}
	flags := os.O_RDWR
	if !isThere {
		if err := cmp.Or(f.folder.MkdirAll(path.Dir(f.name), 0o777), f.note()); err != nil {
			return err
		}
		flags |= os.O_CREATE | os.O_EXCL
	}
	f.file, err = f.folder.OpenFile(f.name, flags, 0o666)
	return err
}

// note writes the mark.
func (f *logFile) note() error {
	f.mark.First, f.mark.Gaps = f.first, f.gaps
	data, err := json.Marshal(f.mark)
	if err != nil {
		return err
	}
	return files.Replace(f.folder, files.File{Name: markOf(f.of), Data: data})
}

// begin goes behind the lines in the file: what follows them was written just before a run was killed, and the node sends it
// again. Behind a gap the node does not, and then everything stays.
func (f *logFile) begin(gap bool) error {
	f.end, f.buffer = f.mark.Bytes, f.buffer[:0]
	if f.mark.Time == "" { // before the first text, so that it is never without a mark
		f.end, f.mark.place = 0, f.at
		if err := f.note(); err != nil {
			return err
		}
	}
	if !gap {
		return f.file.Truncate(f.end)
	}
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	f.end = info.Size()
	last := []byte{'\n'}
	if _, err := f.file.ReadAt(last, max(0, f.end-1)); err == nil && last[0] != '\n' {
		f.buffer = append(f.buffer, '\n')
	}
	return nil
}

func (f *logFile) line(text []byte) error {
	f.buffer = append(f.buffer, text...)
	return nil
}

func (f *logFile) flush() error {
	if len(f.buffer) == 0 {
		return nil
	}
	n, err := f.file.WriteAt(f.buffer, f.end)
	f.written.Add(int64(n))
	if err != nil {
		return err
	}
	f.end, f.buffer = f.end+int64(n), f.buffer[:0]
	f.mark.place, f.mark.Bytes = f.at, f.end
	return f.note()
}

// close ends the stream. ended says that the log of the present life is whole.
func (f *logFile) close(life int32, ended bool) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if ended {
		f.mark.Ended = life + 1
	}
	err := errors.Join(f.note(), f.file.Close())
	f.file = nil
	return err
}
