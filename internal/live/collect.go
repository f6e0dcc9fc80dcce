package live

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

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
	folder  *os.Root
	earlier *runs.Set
	logs    map[container]*logFile
	// noted is when the record was written last, and how long that took.
	noted time.Time
	took  time.Duration

	// pods and nodes are all that were seen, by their names, in the last form of each.
	pods  map[string]corev1.Pod
	nodes map[string]runs.Node
}

// Collect writes the logs of all containers of all pods and the record of the set into a folder below root, as package
// runs says. If an earlier run has written there, it goes on where that run has ended. With follow it writes while the set
// runs, and returns when the set has ended. So it has the logs of pods that Kubernetes deletes before the end, too. It
// returns the record and the folder. What could not be got is in the Missing of the record.
func (l *Logs) Collect(ctx context.Context, root string, follow bool) (*runs.Set, string, error) {
	c := &collection{Logs: l, logs: map[container]*logFile{}, pods: map[string]corev1.Pod{}, nodes: map[string]runs.Node{}}
	err := c.watch(ctx, follow, func(following *following, set *Set) error { return c.look(ctx, root, follow, following, set) })
	if c.folder == nil {
		return nil, "", err
	}
	defer func() { _ = c.folder.Close() }() // the files in it are closed already
	isDeleted := errors.Is(err, ErrDeleted)
	if isDeleted {
		err = nil
	}
	if ctx.Err() == nil {
		c.see(ctx, c.last())
		c.readAll(ctx)
		set := *c.last()
		ReadTexts(ctx, c.Client, &set)
		c.seen.Store(&set)
	}
	err = cmp.Or(err, ctx.Err())
	record := c.record(true) // after an interruption or an error, too: what is there is kept and described
	if isDeleted {
		record.Missing = append(record.Missing, runs.Missing{Reason: "the end of the set, which was deleted while it ran"})
	}
	if failed := c.write(record); failed != nil {
		return record, c.folder.Name(), errors.Join(failed, err)
	}
	for _, log := range c.logs {
		log.forget()
	}
	return record, c.folder.Name(), err
}

// look looks at the set as it is now. With follow it begins to save logs. Those without a free place are saved at the end.
func (c *collection) look(ctx context.Context, root string, follow bool, following *following, set *Set) (err error) {
	if c.folder == nil {
		if c.folder, c.earlier, err = openFolder(root, set); err != nil {
			return err
		}
	}
	for _, pod := range set.pods {
		for _, status := range statuses(pod) {
			log := c.log(container{pod: pod.Name, name: status.Name})
			if follow && hasBegun(status.State) && following.count.Load() < mostFollowed && log.busy.CompareAndSwap(false, true) {
				following.Go(func(ctx context.Context) {
					c.save(ctx, log, true)
					log.busy.Store(false)
				})
			}
		}
	}
	c.All.Store(int64(len(c.logs)))
	c.see(ctx, set) // after the logs have begun, since it asks for nodes
	return c.noteNowAndThen()
}

// log returns the log of a container as this run or an earlier run has left it.
func (c *collection) log(of container) *logFile {
	if c.logs[of] == nil {
		c.logs[of] = openLog(c.folder, of, containerOf(c.earlier, of), &c.Bytes)
	}
	return c.logs[of]
}

// save writes what there is of a container's log and is not in its file. With follow it goes on until the container has ended.
func (c *collection) save(ctx context.Context, log *logFile, follow bool) {
	defer c.Done.Add(1)
	before, _ := c.last().statusOf(log.of)
	if log.foreign != nil || log.Ended > before.RestartCount {
		return
	}
	err := log.open()
	if err == nil {
		err = c.pass(ctx, &log.unread, log.of, follow)
		after, isThere := c.last().statusOf(log.of)
		isWhole := err == nil && ctx.Err() == nil && (!isThere || after.State.Terminated != nil)
		err = errors.Join(err, log.close(isWhole, max(before.RestartCount, after.RestartCount)))
	}
	if ctx.Err() == nil {
		log.failed = err
		log.note()
	}
}

// readAll reads the logs of all containers that are there, as far as they go.
func (c *collection) readAll(ctx context.Context) {
	c.Done.Store(0)
	places := make(chan struct{}, mostRead)
	var running sync.WaitGroup
	for _, pod := range c.last().pods {
		for _, status := range statuses(pod) {
			log := c.log(container{pod: pod.Name, name: status.Name})
			if !begun(status) {
				continue
			}
			places <- struct{}{}
			running.Go(func() {
				c.save(ctx, log, false)
				<-places
			})
		}
	}
	running.Wait()
}

// see keeps the pods of the set as they are now, and asks for nodes that are new.
func (c *collection) see(ctx context.Context, set *Set) {
	var fresh []string
	for _, pod := range set.pods {
		c.pods[pod.Name] = pod
		if _, known := c.nodes[pod.Spec.NodeName]; !known && pod.Spec.NodeName != "" && set.hasRole(jobOf(pod), measured) {
			c.nodes[pod.Spec.NodeName] = runs.Node{Name: pod.Spec.NodeName}
			fresh = append(fresh, pod.Spec.NodeName)
		}
	}
	nodes, _ := readNodes(ctx, c.Client, fresh) // many users may not read nodes
	for _, node := range nodes {
		c.nodes[node.Name] = nodeOf(node)
	}
}

// all returns the set with all pods that were seen.
func (c *collection) all() *Set {
	all := *c.last()
	all.pods = slices.Collect(maps.Values(c.pods))
	all.sortPods()
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
