package live

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Progress is what a collection has done so far. It may be read while the collection goes on.
type Progress struct {
	// Logs and Bytes count what was written.
	Logs, Bytes atomic.Int64
	// All is the number of logs to write, as far as it is known.
	All atomic.Int64
}

const (
	// mostFollowed bounds the logs that are followed at the same time: each needs a kubectl, which takes some 40 MB.
	mostFollowed = 16
	// mostRead bounds the logs that are read at the same time.
	mostRead = 4
)

// A collection is the state of one call of Collect.
type collection struct {
	*Logs
	// folder is the folder of the set, and earlier is what an earlier run has recorded there.
	folder   *os.Root
	earlier  *runs.Set
	progress *Progress
	// noted is when the record was written last, and how long that took.
	noted time.Time
	took  time.Duration

	// lock guards what follows.
	lock sync.Mutex
	seen
	logs map[container]*logFile
	// busy are the containers with logs that are being followed.
	busy map[container]bool
	// missing is what this run could not get, but for logs that a later try may still get.
	missing []runs.Missing
}

// Collect writes the logs of all containers of all pods and the record of the set into a folder below root, as package
// runs says. If an earlier run has written there, it goes on where that run has ended. With follow it writes while the set
// runs, and returns when the set has ended. So it has the logs of pods that Kubernetes deletes before the end, too. It
// returns the record and the folder. What could not be got is in the Missing of the record.
func (l *Logs) Collect(ctx context.Context, root string, follow bool, progress *Progress) (*runs.Set, string, error) {
	c := &collection{
		Logs: l, progress: progress, logs: map[container]*logFile{}, busy: map[container]bool{},
		seen: seen{pods: map[string]corev1.Pod{}, events: map[string]corev1.Event{}, nodes: map[string]runs.Node{}},
	}
	err := c.watchOrFind(ctx, root, follow)
	if c.folder == nil {
		return nil, "", err
	}
	defer func() { _ = c.folder.Close() }() // the files in it are closed already
	if errors.Is(err, ErrDeleted) {
		c.missing = append(c.missing, runs.Missing{Reason: "the end of the set, which was deleted while it ran"})
		err = nil
	}
	if ctx.Err() == nil {
		c.see(ctx, c.last())
		c.readAll(ctx)
		c.readTexts(ctx)
	}
	if err == nil {
		err = ctx.Err()
	}
	record := c.record(true) // after an interruption or an error, too: what is there is kept and described
	return record, c.folder.Name(), errors.Join(c.finish(record), err)
}

// watchOrFind sees the set once, or follows it to its end.
func (c *collection) watchOrFind(ctx context.Context, root string, follow bool) error {
	begin := func(set *Set) (err error) {
		if c.folder == nil {
			c.folder, c.earlier, err = openFolder(root, set)
		}
		return err
	}
	if !follow {
		set, err := c.find(ctx)
		if err != nil {
			return err
		}
		if set.HasEnded() {
			c.note(c.explained(ctx, set))
		}
		return begin(set)
	}
	return c.watch(ctx, func(following *following, set *Set) error {
		if err := begin(set); err != nil {
			return err
		}
		c.see(ctx, set)
		for _, pod := range set.pods {
			for _, status := range statuses(pod) {
				c.followOne(following, container{pod: pod.Name, name: status.Name}, status)
			}
		}
		return c.noteNowAndThen()
	})
}

// followOne begins to follow a container, if there is a free place. The logs of the others are read at the end.
func (c *collection) followOne(following *following, of container, status corev1.ContainerStatus) {
	if !hasBegun(status.State) || following.count.Load() >= mostFollowed {
		return
	}
	c.lock.Lock()
	isBusy := c.busy[of]
	c.busy[of] = true
	c.lock.Unlock()
	if isBusy {
		return
	}
	following.Go(func(ctx context.Context) {
		c.save(ctx, of, status.RestartCount, func(log *unread) error { return c.follow(ctx, log, of) })
		c.lock.Lock()
		defer c.lock.Unlock()
		c.busy[of] = false
	})
}

// save writes what there is of a container's log and is not in its file.
func (c *collection) save(ctx context.Context, of container, life int32, read func(*unread) error) {
	log := c.log(of)
	if log.foreign != nil || log.mark.Ended > life {
		return
	}
	err := log.open()
	if err == nil {
		err = read(&log.unread)
		status, isThere := c.last().statusOf(of)
		ended := err == nil && ctx.Err() == nil && (!isThere || status.State.Terminated != nil)
		if ended {
			err = log.finish()
		}
		err = errors.Join(err, log.close(max(life, status.RestartCount), ended))
	}
	if ctx.Err() == nil {
		c.lock.Lock()
		defer c.lock.Unlock()
		log.failed = err
	}
}

// log returns the log of a container as this run or an earlier run has left it.
func (c *collection) log(of container) *logFile {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.logs[of] == nil {
		c.logs[of] = openLog(c.folder, of, c.earlier, &c.progress.Bytes)
	}
	return c.logs[of]
}

// readAll reads the logs of all containers that are there.
func (c *collection) readAll(ctx context.Context) {
	var work []func()
	for _, pod := range c.last().pods {
		for _, status := range statuses(pod) {
			if begun(status) {
				of := container{pod: pod.Name, name: status.Name}
				work = append(work, func() {
					c.save(ctx, of, status.RestartCount, func(log *unread) error { return c.readToEnd(ctx, log, of, status.RestartCount) })
				})
			}
		}
	}
	c.progress.All.Store(int64(len(work)))
	places := make(chan struct{}, mostRead)
	var running sync.WaitGroup
	for _, one := range work {
		places <- struct{}{}
		running.Go(func() {
			one()
			c.progress.Logs.Add(1)
			<-places
		})
	}
	running.Wait()
}

// readToEnd reads a log that has ended, or as far as it goes.
func (c *collection) readToEnd(ctx context.Context, log *unread, of container, life int32) error {
	err := c.read(ctx, log, of, life)
	if err == nil && !log.wasThere() {
		return errors.New("lines after " + log.at.Time + " may be missing: the node no longer has this line, the last one that was read")
	}
	return err
}
