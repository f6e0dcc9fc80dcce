package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

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
	// unknown is what the cluster did not tell.
	unknown []string
}

// Collect writes the logs of all containers of all pods and the record of the set into a folder below root, as package
// runs says. If an earlier run has written there, it goes on where that run has ended. With follow it writes while the set
// runs, and returns when the set has ended. So it has the logs of pods that Kubernetes deletes before the end, too. It
// returns the record and the folder. What could not be got is in the Missing of the record.
func (l *Logs) Collect(ctx context.Context, root string, follow bool) (*runs.Set, string, error) {
	c := &collection{Logs: l, logs: map[container]*logFile{}, pods: map[string]corev1.Pod{}, nodes: map[string]runs.Node{}}
	begins := l.tellBegin(follow)
	err := c.watch(ctx, follow, func(following *following, set *Set) error {
		begins(set)
		return c.look(ctx, root, follow, following, set)
	})
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
		record.Missing = append(record.Missing, runs.Missing{Reason: "the end of the logs, because the set was deleted while it ran"})
	}
	c.keep(ctx, root, record)
	c.about(record)
	c.seal(record)
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
	nodes, err := readNodes(ctx, c.Client, fresh)
	c.noteUnknown("nodes", err) // many users may not read nodes
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

// record returns the record of the set: all pods that were seen, the files of their logs, and what is missing. Before the
// end, logs that are not there yet are not missing.
func (c *collection) record(atEnd bool) *runs.Set {
	all := c.all()
	record := all.Record()
	record.Latchkey, record.Kubernetes, record.Unknown = c.Version, cmp.Or(c.Kubernetes, c.earlier.Kubernetes), c.unknown
	if record.Kept = c.earlier.Kept; c.Kept != (runs.Kept{}) {
		record.Kept = &c.Kept
	}
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		record.Nodes = append(record.Nodes, c.nodes[name])
	}
	addEarlier(record, c.earlier)
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			own := &pod.Containers[n]
			isOutput := pod.Life == record.Restarts && all.hasOutput(pod.Job, ptr.Deref(pod.Index, 0), own.Name)
			for _, reason := range c.describe(pod, own, atEnd || at >= len(c.pods)) {
				record.Missing = append(record.Missing, runs.Missing{Pod: pod.Name, Container: own.Name, Reason: reason, Remark: !isOutput})
			}
		}
	}
	if atEnd {
		record.Missing = append(record.Missing, all.gone(record)...)
	}
	record.Phases = all.phases(record)
	slices.SortStableFunc(record.Missing, func(a, b runs.Missing) int {
		return strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container)
	})
	return record
}

// addEarlier adds to a record what an earlier run knew and the cluster knows no more: pods that are gone, nodes, and times of pulls.
func addEarlier(record, earlier *runs.Set) {
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			if own := &pod.Containers[n]; own.Pull == nil {
				own.Pull = containerOf(earlier, container{pod: pod.Name, name: own.Name}).Pull
			}
		}
	}
	for _, pod := range earlier.Pods {
		if !slices.ContainsFunc(record.Pods, func(p runs.Pod) bool { return p.Name == pod.Name }) {
			record.Pods = append(record.Pods, pod)
		}
	}
	for _, node := range earlier.Nodes {
		if !slices.ContainsFunc(record.Nodes, func(n runs.Node) bool { return n.Name == node.Name }) {
			record.Nodes = append(record.Nodes, node)
		}
	}
}

// describe adds the log of a container to its record, and returns why parts of it are missing.
func (c *collection) describe(pod *runs.Pod, own *runs.Container, atEnd bool) (missing []string) {
	of := container{pod: pod.Name, name: own.Name}
	_, isThere := c.last().statusOf(of)
	if own.Started == nil && own.Restarts == 0 {
		if atEnd && !isThere && pod.Scheduled != nil {
			missing = []string{"the pod is gone, and was last seen before the container began"}
		}
		return missing
	}
	log := c.log(of)
	if log.foreign != nil {
		return []string{log.foreign.Error()}
	}
	now := log.noted.Load()
	missing = slices.Clone(now.Gaps)
	isSaved, _ := files.Exists(c.folder, log.name)
	if isSaved {
		own.Log, own.FirstLine, own.LastLine, own.Whole = log.name, now.First, timeOf(metav1.Time{Time: now.Time}), now.Ended > own.Restarts
	}
	switch {
	case !atEnd || own.Whole:
	case now.failed != nil && isThere:
		missing = append(missing, now.failed.Error())
	case !isThere && isSaved && now.Bytes > 0:
		missing = append(missing, "the pod is gone, and what the container wrote after the last saved line with it")
	case !isThere:
		missing = append(missing, errGone.Error())
	}
	return missing
}

// gone says which pods of the present life are gone: Kubernetes has deleted them, or somebody else has. Pods in the record
// were seen before they went.
func (s *Set) gone(record *runs.Set) []runs.Missing {
	var missing []runs.Missing
	for _, p := range s.parts {
		if p.role == key || p.role == services || p.job == nil {
			continue
		}
		there := map[int32]bool{}
		for _, pod := range record.Pods {
			if pod.Job == p.name && pod.Life == record.Restarts {
				there[ptr.Deref(pod.Index, -1)] = true
			}
		}
		if _, began := jobEnd(p.job); len(there) == 0 && began.IsZero() {
			continue // its pods are not created yet
		}
		for at := range p.pods() {
			if !there[at] && !there[-1] {
				missing = append(missing, runs.Missing{Reason: fmt.Sprintf("the pod of index %d of %s is gone, and its logs with it", at, p.name), Remark: !s.hasOutput(p.name, at, p.spec.Template.Spec.Containers[0].Name)})
			}
		}
	}
	return missing
}

// openFolder makes or opens the folder of a set below root, and reads what an earlier run has recorded there. The folder of
// another set with the same name stays where it is: then the name gets a number.
func openFolder(root string, set *Set) (*os.Root, *runs.Set, error) {
	if err := files.CheckName("set", set.Name); err != nil {
		return nil, nil, err
	}
	known, err := runs.History(root, set.Name)
	if err != nil {
		return nil, nil, err
	}
	before := &runs.Set{}
	at := slices.IndexFunc(known, func(record *runs.Set) bool { return record.UID == set.UID() })
	if at >= 0 {
		before = known[at]
	} else {
		at = len(known)
	}
	above, err := files.Open(root)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = above.Close() }() // no file is open in it
	name := runs.Folder("", set.Name, at)
	if err := above.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, nil, err
	}
	folder, err := above.OpenRoot(name)
	return folder, before, err
}

// containerOf returns what is recorded about a container.
func containerOf(record *runs.Set, of container) runs.Container {
	for _, pod := range record.Pods {
		for _, own := range pod.Containers {
			if pod.Name == of.pod && own.Name == of.name {
				return own
			}
		}
	}
	return runs.Container{}
}
