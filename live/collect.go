package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/runs"
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
	folder   string
	progress *Progress
	// seen are all pods that were seen, by name. The last form of each counts.
	seen map[string]corev1.Pod
	// followed are the containers whose logs are, or were, followed.
	followed map[container]bool
	running  sync.WaitGroup
	slots    chan struct{}

	lock    sync.Mutex
	missing []runs.Missing
}

// Collect writes the logs of all containers of all pods and the record of the set into folders below root, as package
// runs says. With follow it writes while the set runs, and returns when the set has ended. So it has the logs of pods
// that Kubernetes deletes before the end, too. It returns the record. What could not be got is in its Missing.
func (l *Logs) Collect(ctx context.Context, root string, follow bool, progress *Progress) (*runs.Set, error) {
	set, err := l.find(ctx)
	if err != nil {
		return nil, err
	}
	c := &collection{
		Logs: l, folder: runs.Folder(root, set.Name), progress: progress,
		seen: map[string]corev1.Pod{}, followed: map[container]bool{}, slots: make(chan struct{}, mostFollowed),
	}
	if err := os.MkdirAll(c.folder, 0o777); err != nil {
		return nil, err
	}
	if follow {
		set, err = c.followAll(ctx, set)
	}
	if IsDeleted(err) {
		c.lost(container{}, "the end of the set, which was deleted while it ran")
		err = nil
	}
	// After an interruption or an error, what is there is kept and described.
	c.see(set)
	c.running.Wait()
	if ctx.Err() == nil {
		c.readAll(ctx, set)
	}
	if err == nil {
		err = ctx.Err()
	}
	record := c.record(set)
	return record, errors.Join(runs.Write(c.folder, record), err)
}

// see keeps the pods of a set as they are now.
func (c *collection) see(set *Set) {
	for _, pod := range set.pods {
		c.seen[pod.Name] = pod
	}
}

// followAll follows all containers until the set has ended, and returns the last state of the set.
func (c *collection) followAll(ctx context.Context, set *Set) (*Set, error) {
	err := c.watch(ctx, set, func(found *Set) {
		set = found
		c.see(set)
		for _, pod := range set.pods {
			for _, status := range statuses(pod) {
				c.followOne(ctx, container{pod: pod.Name, name: status.Name}, status)
			}
		}
	})
	return set, err
}

// followOne begins to follow a container, if there is a free place. The logs of the others are read at the end.
func (c *collection) followOne(ctx context.Context, of container, status corev1.ContainerStatus) {
	if c.followed[of] || status.State.Running == nil && status.State.Terminated == nil {
		return
	}
	select {
	case c.slots <- struct{}{}:
	default:
		return
	}
	c.followed[of] = true
	c.running.Go(func() {
		defer func() { <-c.slots }()
		file, err := c.create(runs.LogFile(of.pod, of.name))
		if err == nil {
			err = c.follow(ctx, c.counted(file), of)
			err = errors.Join(err, file.Close())
		}
		if err != nil && ctx.Err() == nil {
			c.lost(of, err.Error())
		}
	})
}

// create makes a file below the folder of the set.
func (c *collection) create(name string) (*os.File, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("%q is no name of a file below %s", name, c.folder)
	}
	path := filepath.Join(c.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	return os.Create(path)
}

func (c *collection) counted(out io.Writer) io.Writer {
	return &counter{out: out, bytes: &c.progress.Bytes}
}

// lost notes what could not be got.
func (c *collection) lost(of container, reason string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.missing = append(c.missing, runs.Missing{Pod: of.pod, Container: of.name, Reason: reason})
}

// readAll reads the logs of all containers that are there, those of earlier lives of a container too.
func (c *collection) readAll(ctx context.Context, set *Set) {
	var work []func()
	for _, pod := range set.pods {
		for _, status := range statuses(pod) {
			of := container{pod: pod.Name, name: status.Name}
			if status.State.Running != nil || status.State.Terminated != nil {
				work = append(work, func() { c.readOne(ctx, of, runs.LogFile(of.pod, of.name)) })
			}
			if status.LastTerminationState.Terminated != nil {
				work = append(work, func() { c.readOne(ctx, of, runs.PreviousLogFile(of.pod, of.name), "--previous") })
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

// unavailable is what a kubelet answers, with success, for a log that it no longer has.
const unavailable = "unable to retrieve container logs for "

// readOne reads a log that may have been followed before. The larger file stays: the kubelet may have dropped the
// beginning of a large log by now, and a log that was followed may be cut.
func (c *collection) readOne(ctx context.Context, of container, name string, flags ...string) {
	fresh, err := c.create(name + ".new")
	if err != nil {
		c.lost(of, err.Error())
		return
	}
	defer func() { _ = os.Remove(fresh.Name()) }() // this fails after a successful rename
	counted := &counter{out: fresh, bytes: &c.progress.Bytes}
	err = errors.Join(c.stream(ctx, counted, of, flags...), fresh.Close())
	path := strings.TrimSuffix(fresh.Name(), ".new")
	before, _ := os.Stat(path)
	switch {
	case err != nil && before != nil: // it was followed to its end
	case err != nil:
		c.lost(of, err.Error())
	case bytes.HasPrefix(counted.begin, []byte(unavailable)) && before == nil:
		c.lost(of, "the node no longer has the log")
	case bytes.HasPrefix(counted.begin, []byte(unavailable)):
	case before == nil || before.Size() <= counted.written:
		if err := os.Rename(fresh.Name(), path); err != nil {
			c.lost(of, err.Error())
		}
	}
}

// record returns the record of the set with all pods that were seen, the files of their logs, and what is missing.
func (c *collection) record(set *Set) *runs.Set {
	last := *set
	last.pods = nil
	for _, pod := range c.seen {
		last.pods = append(last.pods, pod)
	}
	last.sortPods()
	record := last.Record()
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			own := &pod.Containers[n]
			own.Log = c.ifThere(runs.LogFile(pod.Name, own.Name))
			own.PreviousLog = c.ifThere(runs.PreviousLogFile(pod.Name, own.Name))
			lost := slices.ContainsFunc(c.missing, func(m runs.Missing) bool { return m.Pod == pod.Name && m.Container == own.Name })
			if own.Log == "" && own.Started != nil && !lost {
				c.lost(container{pod: pod.Name, name: own.Name}, "the pod is gone, and its logs with it")
			}
		}
	}
	c.missing = append(c.missing, last.gone()...) // a pod that was seen before it went is in the record
	slices.SortStableFunc(c.missing, func(a, b runs.Missing) int {
		return strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container)
	})
	record.Missing = c.missing
	return record
}

func (c *collection) ifThere(name string) string {
	if _, err := os.Stat(filepath.Join(c.folder, filepath.FromSlash(name))); err != nil {
		return ""
	}
	return name
}

// gone says which pods of the present life are gone: Kubernetes has deleted them, or somebody else has.
func (s *Set) gone() []runs.Missing {
	var missing []runs.Missing
	for _, p := range s.parts {
		if p.role == key || p.role == services || p.job == nil {
			continue
		}
		there := map[int32]bool{}
		for _, pod := range s.current() {
			if jobOf(pod) == p.name {
				there[index(pod)] = true
			}
		}
		if _, began := jobEnd(p.job); len(there) == 0 && began.IsZero() {
			continue // its pods are not created yet
		}
		for at := range p.pods() {
			if !there[at] && !there[-1] {
				missing = append(missing, runs.Missing{Reason: fmt.Sprintf("the pod of index %d of %s is gone, and its logs with it", at, p.name)})
			}
		}
	}
	return missing
}

// A counter counts what is written, and keeps its beginning.
type counter struct {
	out     io.Writer
	bytes   *atomic.Int64
	written int64
	begin   []byte
}

func (c *counter) Write(data []byte) (int, error) {
	n, err := c.out.Write(data)
	if left := len(unavailable) - len(c.begin); left > 0 {
		c.begin = append(c.begin, data[:min(left, n)]...)
	}
	c.written += int64(n)
	c.bytes.Add(int64(n))
	return n, err
}
