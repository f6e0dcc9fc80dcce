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
	earlier  *earlier
	progress *Progress
	// followed are the containers whose logs are, or were, followed, with the number of the restart. Those in busy are.
	followed map[container]int32
	busy     sync.Map
	running  sync.WaitGroup
	slots    chan struct{}

	// lock guards what follows.
	lock sync.Mutex
	seen
	logs map[container]*savedLog
	// missing is what this run could not get, but for logs that a later try may still get.
	missing []runs.Missing
}

// Collect writes the logs of all containers of all pods and the record of the set into a folder below root, as package
// runs says. If an earlier run has written there, it goes on where that run has ended. With follow it writes while the set
// runs, and returns when the set has ended. So it has the logs of pods that Kubernetes deletes before the end, too. It
// returns the record and the folder. What could not be got is in the Missing of the record.
func (l *Logs) Collect(ctx context.Context, root string, follow bool, progress *Progress) (*runs.Set, string, error) {
	set, err := l.find(ctx)
	if err != nil {
		return nil, "", err
	}
	c := &collection{
		Logs: l, progress: progress, logs: map[container]*savedLog{},
		seen:     seen{pods: map[string]corev1.Pod{}, events: map[string]corev1.Event{}, nodes: map[string]runs.Node{}},
		followed: map[container]int32{}, slots: make(chan struct{}, mostFollowed),
	}
	if c.folder, c.earlier, err = openFolder(root, set); err != nil {
		return nil, "", err
	}
	defer func() { _ = c.folder.Close() }() // the files in it are closed already
	c.see(ctx, set)
	if follow {
		err = c.followAll(ctx, set)
	}
	if errors.Is(err, ErrDeleted) {
		c.lost(runs.Missing{Reason: "the end of the set, which was deleted while it ran"})
		err = nil
	}
	if ctx.Err() == nil {
		c.readAll(ctx)
	}
	if err == nil {
		err = ctx.Err()
	}
	record := c.record(true) // after an interruption or an error, too: what is there is kept and described
	return record, c.folder.Name(), errors.Join(c.note(record), err)
}

// followAll follows all containers until the set has ended.
func (c *collection) followAll(ctx context.Context, set *Set) error {
	ended := make(chan struct{})
	defer c.running.Wait()
	defer close(ended)
	c.running.Go(func() { c.noteAlways(ended) })
	return c.watch(ctx, set, func(found *Set) {
		c.see(ctx, found)
		for _, pod := range found.pods {
			for _, status := range statuses(pod) {
				c.followOne(ctx, container{pod: pod.Name, name: status.Name}, status)
			}
		}
	})
}

// followOne begins to follow a container, if there is a free place. The logs of the others are read at the end.
func (c *collection) followOne(ctx context.Context, of container, status corev1.ContainerStatus) {
	restart, known := c.followed[of]
	if known && restart >= status.RestartCount || !hasBegun(status.State) {
		return
	}
	if _, busy := c.busy.LoadOrStore(of, true); busy {
		return // the life before is not over
	}
	select {
	case c.slots <- struct{}{}:
	default:
		c.busy.Delete(of)
		return
	}
	c.followed[of] = status.RestartCount
	c.running.Go(func() {
		defer func() { c.busy.Delete(of); <-c.slots }()
		c.save(ctx, of, status, true)
	})
}

// noteAlways writes the record while logs are written, so that a further run can go on if this one is killed.
func (c *collection) noteAlways(ended chan struct{}) {
	pause, written := time.Duration(0), int64(-1)
	for {
		select {
		case <-ended:
			return
		case <-time.After(pause):
		}
		if now := c.progress.Bytes.Load(); now != written {
			began := time.Now()
			written = now
			_ = c.note(c.record(false)) // the last record counts, and its error
			pause = max(c.patience().pause()/2, 20*time.Since(began))
		}
	}
}

// readAll reads the logs of all containers that are there.
func (c *collection) readAll(ctx context.Context) {
	var work []func()
	for _, pod := range c.set.pods {
		for _, status := range statuses(pod) {
			if begun(status) {
				work = append(work, func() { c.save(ctx, container{pod: pod.Name, name: status.Name}, status, false) })
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

// lost notes what could not be got.
func (c *collection) lost(missing runs.Missing) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.missing = append(c.missing, missing)
}
