package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A savedLog is the log of a container in a file. What is in the file stays there: lines are only added.
type savedLog struct {
	resumer
	of container
	// name is the path of the file below the folder of the set.
	name string
	// before says that an earlier run has the whole log.
	before bool
	// aside is the file of an earlier log, or "". Nobody noted which of its lines was the last to be saved.
	aside string
	// failed is why the end of the log is not in the file, or nil. A later try may succeed.
	failed error
}

// save writes what the node has of a container's log and is not in its file. With follow it goes on until the life of the
// container ends. The log of a life before is completed first, and gets a name of its own.
func (c *collection) save(ctx context.Context, of container, status corev1.ContainerStatus, follow bool) {
	log, err := c.log(of)
	if err != nil {
		c.lost(of.missing(err.Error(), false))
		return
	}
	c.correctLife(ctx, log, status)
	for log.at.Life < status.RestartCount && ctx.Err() == nil {
		c.finishLife(ctx, log, status.RestartCount)
	}
	if log.before || !hasBegun(status.State) {
		return
	}
	err = c.write(log, func() error {
		if follow {
			return c.follow(ctx, &log.resumer, of)
		}
		return c.readToEnd(ctx, &log.resumer, of)
	})
	c.dropRepeated(log)
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, errNextLife):
		if status, _, err = c.look(ctx, of); err == nil {
			c.save(ctx, of, status, follow)
		}
	default:
		log.ends(err, follow || status.State.Terminated != nil)
	}
}

// correctLife puts a log in its place that is of the present life of its container, though the stream was begun for a life before:
// the container was started again in between. The logs of the lives before are read as far as the node has them.
func (c *collection) correctLife(ctx context.Context, log *savedLog, status corev1.ContainerStatus) {
	first, err := time.Parse(time.RFC3339Nano, log.first)
	if began := beginning(status.State); err != nil || log.at.Life >= status.RestartCount || began == nil || first.Before(*began) {
		return
	}
	present, aside := log.at, c.free(log.of)
	err = c.rename(log.name, aside)
	log.begin(present.Life)
	for err == nil && log.at.Life < status.RestartCount && ctx.Err() == nil {
		c.finishLife(ctx, log, status.RestartCount)
	}
	if err = errors.Join(err, c.rename(aside, log.name)); err != nil {
		c.lost(log.of.missing(err.Error(), false))
	}
	present.Life = status.RestartCount
	log.lock.Lock()
	defer log.lock.Unlock()
	log.at, log.first = present, first.Format(time.RFC3339Nano)
}

// beginning returns the time at which the present life of a container began, in whole seconds, or nil.
func beginning(state corev1.ContainerState) *time.Time {
	switch {
	case state.Running != nil:
		return timeOf(state.Running.StartedAt)
	case state.Terminated != nil:
		return timeOf(state.Terminated.StartedAt)
	}
	return nil
}

// readToEnd reads a log that may have ended.
func (c *collection) readToEnd(ctx context.Context, log *resumer, of container, flags ...string) error {
	err := c.read(ctx, log, of, flags...)
	if err == nil {
		log.lacks()
	}
	return err
}

// ends notes how an attempt to save a log ended. over says that the life of the container is over.
func (log *savedLog) ends(err error, over bool) {
	log.lock.Lock()
	defer log.lock.Unlock()
	if !log.at.Complete { // otherwise it was followed to its end
		log.failed, log.at.Complete = err, err == nil && over
	}
}

// finishLife completes the log of a container's life that has ended, and puts the log aside.
func (c *collection) finishLife(ctx context.Context, log *savedLog, restarts int32) {
	if restarts-log.at.Life > 1 {
		c.lost(log.of.missing(fmt.Sprintf("the container was started %d times, and the node keeps the logs of the last two starts", restarts+1), true))
		c.putAside(log, restarts-1)
	}
	err := c.write(log, func() error { return c.readToEnd(ctx, &log.resumer, log.of, previousLife) })
	if ctx.Err() != nil {
		return
	}
	if err != nil && !log.at.Complete {
		c.lost(log.of.missing("the end of what it wrote before it was started again: "+err.Error(), true))
	}
	c.putAside(log, restarts)
}

// putAside gives the file of a life that has ended another name, and prepares for the given life.
func (c *collection) putAside(log *savedLog, life int32) {
	previous := runs.PreviousLogFile(log.of.pod, log.of.name)
	if err := errors.Join(c.rename(previous, c.free(log.of)), c.rename(log.name, previous)); err != nil {
		c.lost(log.of.missing(err.Error(), false))
	}
	log.begin(life)
}

// begin prepares for the log of a life of the container, of which nothing is in the file.
func (log *savedLog) begin(life int32) {
	log.lock.Lock()
	defer log.lock.Unlock()
	log.at, log.first, log.before = runs.Saved{Life: life}, "", false
}

// rename renames a file if it is there.
func (c *collection) rename(from, to string) error {
	there, err := files.Exists(c.folder, from)
	if err != nil || !there {
		return err
	}
	return c.folder.Rename(from, to)
}

// free returns a name for an earlier log of a container that no file has.
func (c *collection) free(of container) string {
	for n := 1; ; n++ {
		name := runs.PreviousLogFile(of.pod, fmt.Sprintf("%s.%d", of.name, n))
		if _, err := c.folder.Lstat(name); errors.Is(err, os.ErrNotExist) {
			return name
		}
	}
}

// log returns the log of a container as this run or an earlier run has left it.
func (c *collection) log(of container) (*savedLog, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if log := c.logs[of]; log != nil {
		return log, nil
	}
	if err := errors.Join(files.CheckName("pod", of.pod), files.CheckName("container", of.name)); err != nil {
		return nil, err
	}
	log := &savedLog{of: of, name: runs.LogFile(of.pod, of.name)}
	there, err := files.Exists(c.folder, log.name)
	if err != nil {
		return nil, err
	}
	known := c.resume(log)
	if there && !known {
		log.aside = c.free(of)
		c.missing = append(c.missing, log.unknown())
		err = c.folder.Rename(log.name, log.aside)
	}
	c.logs[of] = log
	return log, err
}

// unknown says that an earlier log is kept aside.
func (log *savedLog) unknown() runs.Missing {
	return log.of.missing(fmt.Sprintf("an earlier log is kept as %s: nobody knows which line of it was the last to be saved", log.aside), true)
}

// dropRepeated removes the log that is kept aside if the present log begins with all of it: a run was killed between the first
// lines and the first record.
func (c *collection) dropRepeated(log *savedLog) {
	if log.aside == "" {
		return
	}
	repeats, err := files.Begins(c.folder, log.name, log.aside)
	if err != nil || !repeats || c.folder.Remove(log.aside) != nil {
		return // it is kept, and named in the record
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.missing = slices.DeleteFunc(c.missing, func(m runs.Missing) bool { return m == log.unknown() })
	log.aside = ""
}

// resume takes over what an earlier run noted about its log of a container, if the file agrees.
func (c *collection) resume(log *savedLog) (known bool) {
	info, err := c.folder.Lstat(log.name)
	if err != nil {
		return false
	}
	before := c.earlier.container(log.of)
	if before.Saved == nil || before.Saved.Bytes > info.Size() {
		return false
	}
	log.at, log.before = *before.Saved, before.Saved.Complete
	if before.FirstLine != nil {
		log.first = before.FirstLine.Format(time.RFC3339Nano)
	}
	return true
}

// write opens the file of a log for a reader that adds to it. A file that is not there is made: a link or a file that
// somebody else makes meanwhile is not used.
func (c *collection) write(log *savedLog, read func() error) error {
	err := c.folder.MkdirAll(path.Dir(log.name), 0o777)
	if err != nil {
		return err
	}
	there, err := files.Exists(c.folder, log.name)
	if err != nil {
		return err
	}
	flags := os.O_RDWR
	if !there {
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := c.folder.OpenFile(log.name, flags, 0o666)
	if err != nil {
		return err
	}
	log.out = &appender{file: file, at: log.at.Bytes, bytes: &c.progress.Bytes}
	err = errors.Join(read(), file.Close())
	if err != nil && !there && log.at.Bytes == 0 {
		_ = c.folder.Remove(log.name) // the first error counts
	}
	return err
}

// An appender writes into a file from a place on. If the place is before the end, because Latchkey was killed before it
// could note the place, it writes the same bytes again.
type appender struct {
	file  *os.File
	at    int64
	bytes *atomic.Int64
}

func (a *appender) Write(data []byte) (int, error) {
	n, err := a.file.WriteAt(data, a.at)
	a.at += int64(n)
	a.bytes.Add(int64(n))
	return n, err
}

// leap goes on at the end of the file.
func (a *appender) leap() int64 {
	if info, err := a.file.Stat(); err == nil {
		a.at = max(a.at, info.Size())
	}
	return a.at
}
