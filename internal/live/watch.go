package live

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// A Watch keeps some sets as they are now. One kubectl watches each kind of object, for as long as the context lives. A user
// without the right to watch gets lists, at first every few seconds and at last every minute.
type Watch struct {
	Patience

	client  kubectl.Client
	hints   Hints
	names   []string
	stop    context.CancelFunc
	running sync.WaitGroup

	// lock guards what follows.
	lock sync.Mutex
	// ownJobs are the Jobs that no JobSet has made, and ownPods are their pods.
	jobSets       kept[jobset.JobSet]
	ownJobs, jobs kept[batchv1.Job]
	ownPods, pods kept[corev1.Pod]
	events        kept[corev1.Event]
	nodes         kept[corev1.Node]
	workloads     kept[Workload]
	sets          []*Set
	news          chan struct{}
	problem       error
}

// kept are objects by their identities.
type kept[T any] map[types.UID]T

// NewWatch begins to watch the sets with some names, or all sets. The caller closes the watch. An error is about the first look.
func NewWatch(ctx context.Context, client kubectl.Client, patience Patience, hints Hints, names ...string) (*Watch, error) {
	asked := &asking{ctx: ctx, client: client}
	f, err := find(asked, names)
	if err != nil {
		return nil, err
	}
	if err := f.readBelow(asked); err != nil {
		return nil, err
	}
	w := &Watch{Patience: patience, client: client, hints: hints, names: names, news: make(chan struct{})}
	w.jobSets, w.jobs, w.pods = keep(f.JobSets), keep(f.below), keep(f.pods)
	w.ownJobs, w.ownPods = keep(f.Jobs), keep(f.ownPods)
	w.events, w.nodes, w.workloads = kept[corev1.Event]{}, kept[corev1.Node]{}, kept[Workload]{}
	ctx, w.stop = context.WithCancel(ctx)
	w.start(ctx, f)
	return w, nil
}

// Close ends all kubectl of the watch.
func (w *Watch) Close() {
	w.stop()
	w.running.Wait()
}

// start begins to watch each kind of object that is of interest.
func (w *Watch) start(ctx context.Context, f *found) {
	all := len(w.names) == 0
	if all || len(f.sets) > 0 {
		observe(ctx, w, w.jobSets, len(f.sets) > 0, jobSets, one(f.sets, all))
		observe(ctx, w, w.jobs, false, "jobs.batch", below(jobset.JobSetNameKey, f.sets, all))
		observe(ctx, w, w.pods, false, "pods", below(jobset.JobSetNameKey, f.sets, all))
	}
	if all || len(f.jobs) > 0 {
		observe(ctx, w, w.ownJobs, len(f.sets) == 0, "jobs.batch", one(f.jobs, all))
		observe(ctx, w, w.ownPods, false, "pods", below(batchv1.JobNameLabel, f.jobs, all))
	}
	observe(ctx, w, w.events, false, "events", "--field-selector=type="+corev1.EventTypeWarning)
	if f.suspended() {
		observe(ctx, w, w.workloads, false, workloads)
	}
	w.running.Go(func() { w.askForNodes(ctx) })
}

// one selects some workloads.
func one(names []string, all bool) string {
	if len(names) == 1 && !all {
		return "--field-selector=metadata.name=" + names[0]
	}
	return ofLatchkey
}

// below selects what is below some workloads.
func below(label string, names []string, all bool) string {
	if all {
		return "--selector=" + label
	}
	return selector(label, names)
}

type object[T any] interface {
	*T
	metav1.Object
}

func keep[T any, P object[T]](all []T) kept[T] {
	k := kept[T]{}
	for at := range all {
		k[P(&all[at]).GetUID()] = all[at]
	}
	return k
}

// observe keeps objects of one kind as they are. When a watch ends, because the server is away or ends each watch after an hour or
// so, it asks for a list, and watches again. needed says that nothing is known without them.
func observe[T any, P object[T]](ctx context.Context, w *Watch, objects kept[T], needed bool, args ...string) {
	w.running.Go(func() {
		pause := w.pause()
		for {
			began := time.Now()
			_ = w.client.Watch(ctx, func(happened string, data json.RawMessage) { note[T, P](w, objects, happened, data) }, args...)
			if time.Since(began) > 30*w.pause() {
				pause = w.pause()
			}
			if !w.sleep(ctx, pause) {
				return
			}
			pause = min(2*pause, 30*w.pause())
			var answer list[T]
			ask := func() error { return w.client.Get(ctx, &answer, args...) }
			err := ask()
			if err != nil && needed {
				err = w.Try(ctx, ask)
			}
			w.change(func() {
				if err == nil {
					clear(objects)
					maps.Copy(objects, keep[T, P](answer.Items))
				} else if needed {
					w.problem = err
				}
			})
		}
	})
}

// note keeps an object that has changed.
func note[T any, P object[T]](w *Watch, objects kept[T], happened string, data json.RawMessage) {
	var one T
	if json.Unmarshal(data, &one) != nil || P(&one).GetUID() == "" { // an error of the server, which ends the watch
		return
	}
	w.change(func() {
		if objects[P(&one).GetUID()] = one; happened == "DELETED" {
			delete(objects, P(&one).GetUID())
		}
	})
}

// change changes what is kept, and tells all who wait for it.
func (w *Watch) change(edit func()) {
	w.lock.Lock()
	defer w.lock.Unlock()
	edit()
	w.sets = nil
	close(w.news)
	w.news = make(chan struct{})
}

// Wake lets [Watch.Each] hand on the sets at once.
func (w *Watch) Wake() { w.change(func() {}) }

// askForNodes asks for the nodes of pods that may be lost, as long as there are such pods.
func (w *Watch) askForNodes(ctx context.Context) {
	for w.sleep(ctx, w.pause()) {
		w.lock.Lock()
		names := w.objects().restless()
		w.lock.Unlock()
		if len(names) == 0 {
			continue
		}
		nodes, err := readNodes(ctx, w.client, names)
		if err == nil {
			w.change(func() { w.nodes = keep(nodes) })
		}
		if !w.sleep(ctx, 10*w.pause()) {
			return
		}
	}
}

func (w *Watch) objects() *Objects {
	o := &Objects{
		JobSets: slices.Collect(maps.Values(w.jobSets)), Jobs: slices.Collect(maps.Values(w.ownJobs)),
		Nodes: slices.Collect(maps.Values(w.nodes)), Workloads: slices.Collect(maps.Values(w.workloads)),
		Events: slices.Collect(maps.Values(w.events)),
	}
	o.Jobs = slices.DeleteFunc(o.Jobs, func(job batchv1.Job) bool { return job.Labels[jobset.JobSetNameKey] != "" })
	o.keep(w.names)
	o.Jobs = slices.AppendSeq(o.Jobs, maps.Values(w.jobs))
	o.Pods = slices.AppendSeq(slices.Collect(maps.Values(w.pods)), maps.Values(w.ownPods))
	return o
}

// Sets returns the sets as they are now.
func (w *Watch) Sets() []*Set {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.sets == nil {
		w.sets = w.objects().Sets()
		for _, set := range w.sets {
			set.Hints = w.hints
		}
	}
	return w.sets
}

// Each hands on the sets as they are now, and again after each change and after each pause, until see returns false. The error is that
// of the context, or says that the cluster has not answered for ten minutes.
func (w *Watch) Each(ctx context.Context, see func([]*Set) bool) error {
	for {
		w.lock.Lock()
		news, problem := w.news, w.problem
		w.lock.Unlock()
		if problem != nil || ctx.Err() != nil {
			return cmp.Or(problem, ctx.Err())
		}
		began := time.Now()
		if !see(w.Sets()) {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-news: // changes come in groups, and many sets are much to look at
			w.sleep(ctx, max(w.pause()/10, 5*time.Since(began)))
		case <-time.After(w.pause()):
		}
	}
}

// Set hands on one set likewise. The error is [ErrDeleted] if it is gone.
func (w *Watch) Set(ctx context.Context, uid string, see func(*Set) bool) error {
	var deleted error
	err := w.Each(ctx, func(sets []*Set) bool {
		at := slices.IndexFunc(sets, func(s *Set) bool { return s.UID() == uid })
		if at < 0 {
			deleted = ErrDeleted
			return false
		}
		return see(sets[at])
	})
	return cmp.Or(err, deleted)
}
