package live

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"sync/atomic"
	"time"

	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A logFile is the log of a container in a file that only grows. A small file beside it has its mark, so that a further run goes on
// there.
type logFile struct {
	unread
	of     container
	folder *os.Root
	// name is the path of the file below the folder of the set, and marked the path of the mark.
	name, marked string
	written      *atomic.Int64
	// foreign is why nothing is written, or nil.
	foreign error
	// busy says that the log is being followed. noted is the mark for those who look at it meanwhile.
	busy  atomic.Bool
	noted atomic.Pointer[mark]

	file *os.File
}

// openLog opens the log of a container as an earlier run has left it. before is what that run has recorded about the container.
func openLog(folder *os.Root, of container, before runs.Container, written *atomic.Int64) *logFile {
	f := &logFile{of: of, folder: folder, name: runs.LogFile(of.pod, of.name), marked: runs.MarkFile(of.pod, of.name), written: written}
	f.out = added{f}
	f.foreign = cmp.Or(files.CheckName("pod", of.pod), files.CheckName("container", of.name), f.takeUp(before))
	f.note()
	return f
}

// takeUp reads the mark, if there is a file. A log that is whole has none any more, unless it has gaps.
func (f *logFile) takeUp(before runs.Container) error {
	isThere, err := files.Exists(f.folder, f.name)
	if err != nil || !isThere {
		return err
	}
	info, err := f.folder.Lstat(f.name)
	data, failed := files.Read(f.folder, f.marked)
	switch {
	case err != nil:
		return err
	case failed == nil && json.Unmarshal(data, &f.mark) == nil && f.Bytes <= info.Size():
		return nil
	case before.Whole:
		f.mark = mark{First: before.FirstLine, Time: ptr.Deref(before.LastLine, time.Time{}), Lines: 1, Bytes: info.Size(), Ended: before.Restarts + 1}
		return nil
	default:
		f.mark = mark{}
		return fmt.Errorf("%s is there already, and Latchkey cannot tell up to which line it was saved: move the file away", f.name)
	}
}

// open opens the file for streams, and drops what was written just before a run was killed. A file that is not there is made: a link or
// a file that somebody else makes meanwhile is not used.
func (f *logFile) open() error {
	isThere, err := files.Exists(f.folder, f.name)
	if err != nil {
		return err
	}
	flags := os.O_WRONLY
	if !isThere {
		f.mark = mark{}
		if err := cmp.Or(f.folder.MkdirAll(path.Dir(f.name), 0o777), f.save()); err != nil {
			return err
		}
		flags |= os.O_CREATE | os.O_EXCL
	}
	if f.file, err = f.folder.OpenFile(f.name, flags, 0o666); err != nil {
		return err
	}
	return f.file.Truncate(f.Bytes)
}

// note lets others see the mark.
func (f *logFile) note() {
	now := f.mark
	f.noted.Store(&now)
}

// save writes the mark.
func (f *logFile) save() error {
	f.note()
	data, err := json.Marshal(f.mark)
	if err != nil {
		return err
	}
	return files.Replace(f.folder, files.File{Name: f.marked, Data: data})
}

// added adds lines to a logFile.
type added struct{ *logFile }

func (f added) Write(lines []byte) (int, error) {
	n, err := f.file.WriteAt(lines, f.Bytes)
	f.written.Add(int64(n))
	if err != nil {
		return n, err
	}
	f.Bytes += int64(n)
	return n, f.save()
}

// close ends the streams. isWhole says that the log of a start of the container has ended, and is read.
func (f *logFile) close(isWhole bool, restarts int32) (err error) {
	if isWhole {
		err = f.finish()
	}
	if isWhole && err == nil {
		f.Ended = restarts + 1
	}
	return errors.Join(err, f.save(), f.file.Close())
}

// forget removes the mark of a log that is whole and has no gaps.
func (f *logFile) forget() {
	if f.Ended > 0 && len(f.Gaps) == 0 && f.foreign == nil {
		_ = f.folder.Remove(f.marked) // it does no harm
	}
}
