package live

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// A Watch keeps some sets as they are now. From the second look on one kubectl watches each kind of object, for as long as the context
// lives. A user without the right to watch gets lists, at first every few seconds and at last every minute.
type Watch struct {
	Patience
	// Unknown says what could not be asked for at the first look, in words.
	Unknown []string

	client  kubectl.Client
	names   []string
	start   func()
	stop    context.CancelFunc
	running sync.WaitGroup

	// lock guards what follows.
	lock    sync.Mutex
	objects *Objects
	sets    []*Set
	news    chan struct{}
	problem error
}

// NewWatch looks at the sets with some names, or at all sets. The caller closes the watch.
func NewWatch(ctx context.Context, client kubectl.Client, patience Patience, hints Hints, names ...string) (*Watch, error) {
	o, err := Read(ctx, client, names...)
	if err != nil {
		return nil, err
	}
	o.Events, o.Hints = nil, hints // warnings are watched
	w := &Watch{Patience: patience, Unknown: o.Unknown, client: client, names: names, objects: o, news: make(chan struct{})}
	ctx, w.stop = context.WithCancel(ctx)
	w.start = sync.OnceFunc(func() { w.observeAll(ctx) })
	return w, nil
}

// Close ends all kubectl of the watch.
func (w *Watch) Close() {
	w.stop()
	w.running.Wait()
}

// observeAll begins to watch each kind of object that is of interest.
func (w *Watch) observeAll(ctx context.Context) {
	sets, pods := w.objects.Sets(w.names...), podsOf(nil)
	hasJobSets := slices.ContainsFunc(sets, func(s *Set) bool { return s.jobset != nil })
	if len(w.names) > 0 { // no others may come
		pods = podsOf(sets)
	}
	if hasJobSets || len(w.names) == 0 {
		observe(ctx, w, &w.objects.JobSets, hasJobSets, jobSets, ofLatchkey)
		observe(ctx, w, &w.objects.Made, false, "jobs.batch", ofJobSets)
	}
	if len(w.names) == 0 || slices.ContainsFunc(sets, func(s *Set) bool { return s.jobset == nil }) {
		observe(ctx, w, &w.objects.Jobs, !hasJobSets, "jobs.batch", ofLatchkey)
	}
	observe(ctx, w, &w.objects.Pods, false, "pods", pods)
	observe(ctx, w, &w.objects.Events, false, "events", "--field-selector=type="+corev1.EventTypeWarning)
	if slices.ContainsFunc(sets, (*Set).isSuspended) {
		observe(ctx, w, &w.objects.Workloads, false, workloads)
	}
}

type object[T any] interface {
	*T
	metav1.Object
}

// observe keeps objects of one kind as they are. When a watch ends, because the server is away or ends each watch after an hour or
// so, it asks for a list, and watches again. needed says that nothing is known without them.
func observe[T any, P object[T]](ctx context.Context, w *Watch, objects *[]T, needed bool, args ...string) {
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
				err = w.insist(ctx, ask)
			}
			w.change(func() {
				if err == nil {
					*objects = answer.Items
				} else if needed {
					w.problem = err
				}
			})
		}
	})
}

// note keeps an object that has changed.
func note[T any, P object[T]](w *Watch, objects *[]T, happened string, data json.RawMessage) {
	var one T
	if json.Unmarshal(data, &one) != nil || P(&one).GetUID() == "" { // an error of the server, which ends the watch
		return
	}
	w.change(func() {
		at := 0
		for at < len(*objects) && P(&(*objects)[at]).GetUID() != P(&one).GetUID() {
			at++
		}
		switch isThere := at < len(*objects); {
		case isThere && happened == "DELETED":
			*objects = slices.Delete(*objects, at, at+1)
		case isThere:
			(*objects)[at] = one
		case happened != "DELETED":
			*objects = append(*objects, one)
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

// Sets returns the sets as they are now.
func (w *Watch) Sets() []*Set {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.sets == nil {
		o := *w.objects // sets point to these objects, which change in place
		o.JobSets, o.Jobs, o.Made, o.Workloads = slices.Clone(o.JobSets), slices.Clone(o.Jobs), slices.Clone(o.Made), slices.Clone(o.Workloads)
		w.sets = o.Sets(w.names...)
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
		w.start()
		select {
		case <-ctx.Done():
		case <-news: // changes come in groups, and many sets are much to look at
			w.sleep(ctx, min(max(w.pause()/10, 5*time.Since(began)), w.pause()))
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

// A Patience waits for a server that is away, for example because it starts again.
type Patience struct {
	// Pause is the time between two tries. Default: 2 seconds. The patience ends after 300 pauses without an answer.
	Pause time.Duration
	// Say tells the user about something, in a line without a newline.
	Say func(string)
}

// insist tries something until it succeeds.
func (p Patience) insist(ctx context.Context, try func() error) error {
	told := false
	for began := time.Now(); ; {
		err := try()
		switch {
		case err == nil && told:
			p.Say("the cluster answers again")
			return nil
		case err == nil, time.Since(began) > 300*p.pause():
			return err
		case !told && ctx.Err() == nil:
			p.Say("the cluster does not answer, and is asked again until it does: " + err.Error())
			told = true
		}
		if !p.sleep(ctx, p.pause()) {
			return ctx.Err()
		}
	}
}

func (p Patience) pause() time.Duration { return cmp.Or(p.Pause, 2*time.Second) }

// sleep waits, and tells whether the program goes on.
func (p Patience) sleep(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}
