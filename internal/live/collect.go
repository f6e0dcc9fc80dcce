package live

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/files"
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

// A collection is the state of one call of Collect. Only the logs are used by several goroutines.
type collection struct {
	*Logs
	// folder is the folder of the set, and earlier is what an earlier run has recorded there.
	folder   *os.Root
	earlier  *runs.Set
	progress *Progress
	logs     map[container]*logFile
	// noted is when the record was written last, and how long that took.
	noted time.Time
	took  time.Duration

	// pods, events and nodes are all that were seen, by their names, in the last form of each.
	pods   map[string]corev1.Pod
	events map[string]corev1.Event
	nodes  map[string]runs.Node
	// texts are the texts of the ConfigMaps of the set.
	texts map[string]string
	// missing is what this run could not get, but for logs.
	missing []runs.Missing
}

// Collect writes the logs of all containers of all pods and the record of the set into a folder below root, as package
// runs says. If an earlier run has written there, it goes on where that run has ended. With follow it writes while the set
// runs, and returns when the set has ended. So it has the logs of pods that Kubernetes deletes before the end, too. It
// returns the record and the folder. What could not be got is in the Missing of the record.
func (l *Logs) Collect(ctx context.Context, root string, follow bool, progress *Progress) (*runs.Set, string, error) {
	c := &collection{
		Logs: l, progress: progress, logs: map[container]*logFile{},
		pods: map[string]corev1.Pod{}, events: map[string]corev1.Event{}, nodes: map[string]runs.Node{},
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
	if failed := c.write(record); failed != nil {
		return record, c.folder.Name(), errors.Join(failed, err)
	}
	for _, log := range c.logs {
		log.forget()
	}
	return record, c.folder.Name(), err
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
		for _, pod := range set.pods {
			for _, status := range statuses(pod) {
				// The logs of those without a free place are read at the end.
				log := c.log(container{pod: pod.Name, name: status.Name})
				if hasBegun(status.State) && following.count.Load() < mostFollowed && log.busy.CompareAndSwap(false, true) {
					following.Go(func(ctx context.Context) {
						c.save(ctx, log, status.RestartCount, func() error { return c.follow(ctx, &log.unread, log.of) })
						log.busy.Store(false)
					})
				}
			}
		}
		c.see(ctx, set) // after the logs have begun, since it asks for nodes
		return c.noteNowAndThen()
	})
}

// log returns the log of a container as this run or an earlier run has left it.
func (c *collection) log(of container) *logFile {
	if c.logs[of] == nil {
		c.logs[of] = openLog(c.folder, of, containerOf(c.earlier, of), &c.progress.Bytes)
	}
	return c.logs[of]
}

// save writes what there is of a container's log and is not in its file.
func (c *collection) save(ctx context.Context, log *logFile, life int32, read func() error) {
	if log.foreign != nil || log.Ended > life {
		return
	}
	err := log.open()
	if err == nil {
		err = read()
		status, isThere := c.last().statusOf(log.of)
		isWhole := err == nil && ctx.Err() == nil && (!isThere || status.State.Terminated != nil)
		err = errors.Join(err, log.close(isWhole, max(life, status.RestartCount)))
	}
	if ctx.Err() == nil {
		log.lock.Lock()
		defer log.lock.Unlock()
		log.failed = err
	}
}

// readAll reads the logs of all containers that are there, as far as they go.
func (c *collection) readAll(ctx context.Context) {
	var work []func()
	for _, pod := range c.last().pods {
		for _, status := range statuses(pod) {
			if log := c.log(container{pod: pod.Name, name: status.Name}); begun(status) {
				work = append(work, func() {
					c.save(ctx, log, status.RestartCount, func() error { return c.read(ctx, &log.unread, log.of, status.RestartCount) })
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

// see keeps the pods and events of the set as they are now, and asks for nodes that are new.
func (c *collection) see(ctx context.Context, set *Set) {
	var fresh []string
	for _, pod := range set.pods {
		c.pods[pod.Name] = pod
		if _, known := c.nodes[pod.Spec.NodeName]; !known && pod.Spec.NodeName != "" && set.hasRole(jobOf(pod), measured) {
			c.nodes[pod.Spec.NodeName] = runs.Node{Name: pod.Spec.NodeName}
			fresh = append(fresh, pod.Spec.NodeName)
		}
	}
	for _, event := range set.events {
		c.events[event.Name] = event
	}
	nodes, _ := readNodes(ctx, c.Client, fresh) // many users may not read nodes
	for _, node := range nodes {
		c.nodes[node.Name] = nodeOf(node)
	}
}

// readTexts asks for the ConfigMaps of the set, unless they are known.
func (c *collection) readTexts(ctx context.Context) {
	c.texts = c.last().texts
	var answer list[corev1.ConfigMap]
	if len(c.texts) == 0 && c.Client.Get(ctx, &answer, "configmaps", ofLatchkey) == nil { // the record is of use without them, too
		c.texts = c.last().mounted(answer.Items)
	}
}

// all returns the set with everything that was seen of it.
func (c *collection) all() *Set {
	all := *c.last()
	all.pods = slices.Collect(maps.Values(c.pods))
	all.sortPods()
	all.events = slices.Collect(maps.Values(c.events))
	sortEvents(all.events)
	all.texts = c.texts
	return &all
}

// noteNowAndThen writes the record while logs are written, so that a further run knows of pods that are gone if this one is killed.
func (c *collection) noteNowAndThen() error {
	if time.Since(c.noted) < 20*c.took {
		return nil
	}
	began := time.Now()
	err := c.write(c.record(false))
	c.noted, c.took = time.Now(), time.Since(began)
	return err
}

// write writes the record into the folder.
func (c *collection) write(record *runs.Set) error {
	data, err := runs.Encode(record)
	if err != nil {
		return err
	}
	return files.Replace(c.folder, files.File{Name: runs.SetFile, Data: data})
}
