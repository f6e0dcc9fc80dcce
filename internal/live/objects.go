package live

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

const (
	ofLatchkey = "--selector=" + names.ManagedBySelector
	jobSets    = "jobsets.jobset.x-k8s.io"
	workloads  = "workloads.kueue.x-k8s.io"
)

// Objects are the objects of a namespace that tell about sets.
type Objects struct {
	JobSets []jobset.JobSet
	// Jobs are the Jobs of the sets. Jobs of JobSets are among them.
	Jobs   []batchv1.Job
	Pods   []corev1.Pod
	Events []corev1.Event
	// Workloads are what Kueue says about the sets that it holds or admits.
	Workloads []Workload
	// Texts are the ConfigMaps of the sets. They are only read for records.
	Texts []corev1.ConfigMap
	// Unknown says what could not be asked for, in words.
	Unknown []string
}

type list[T any] struct {
	Items []T `json:"items"`
}

// Read asks for the objects of the namespace of the client. With withTexts it reads ConfigMaps too. names are the sets
// that are asked for; without names all sets are. What a cluster does not have, such as JobSets or Kueue, is passed over.
// What the user may not read is named in [Objects.Unknown], except for jobs and pods: nothing can be said without them.
func Read(ctx context.Context, client kubectl.Client, withTexts bool, names ...string) (*Objects, error) {
	return new(found).read(ctx, client, withTexts, names)
}

// A found is the objects that there are: in own the Jobs that no JobSet has made, with their pods, and all others in main.
type found struct{ main, own Objects }

func (f *found) read(ctx context.Context, client kubectl.Client, withTexts bool, names []string) (*Objects, error) {
	asked := &asking{ctx: ctx, client: client}
	ask(asked, &f.main.JobSets, false, jobSets, ofLatchkey)
	ask(asked, &f.own.Jobs, false, "jobs.batch", ofLatchkey)
	if err := asked.wait(); err != nil {
		return nil, err
	}
	o := f.all(names)
	sets, jobs := o.names()
	if len(sets) > 0 {
		ask(asked, &f.main.Jobs, false, "jobs.batch", selector(jobset.JobSetNameKey, sets))
		ask(asked, &f.main.Pods, false, "pods", selector(jobset.JobSetNameKey, sets))
	}
	if len(jobs) > 0 {
		ask(asked, &f.own.Pods, false, "pods", selector(batchv1.JobNameLabel, jobs))
	}
	if len(sets)+len(jobs) > 0 {
		ask(asked, &f.main.Events, true, "events")
	}
	if o.suspended() {
		ask(asked, &f.main.Workloads, true, workloads)
	}
	if withTexts && len(sets)+len(jobs) > 0 {
		ask(asked, &f.main.Texts, true, "configmaps", ofLatchkey)
	}
	err := asked.wait()
	o = f.all(names)
	o.Unknown = asked.unknown
	return o, err
}

// all returns the objects of the sets with some names, or of all sets.
func (f *found) all(names []string) *Objects {
	o := f.main
	o.JobSets, o.Workloads = slices.Clone(o.JobSets), slices.Clone(o.Workloads)
	// The selectors for own may find what JobSets have made, too.
	o.Jobs = slices.DeleteFunc(slices.Clone(f.own.Jobs), func(job batchv1.Job) bool { return job.Labels[jobset.JobSetNameKey] != "" })
	o.Pods = slices.DeleteFunc(slices.Clone(f.own.Pods), func(pod corev1.Pod) bool { return pod.Labels[jobset.JobSetNameKey] != "" })
	o.keep(names)
	o.Jobs, o.Pods = append(o.Jobs, f.main.Jobs...), append(o.Pods, f.main.Pods...)
	return &o
}

// names returns the names of JobSets, and of the Jobs that no JobSet has made.
func (o *Objects) names() (sets, jobs []string) {
	for at := range o.JobSets {
		sets = append(sets, o.JobSets[at].Name)
	}
	for at := range o.Jobs {
		if o.Jobs[at].Labels[jobset.JobSetNameKey] == "" {
			jobs = append(jobs, o.Jobs[at].Name)
		}
	}
	return sets, jobs
}

// Elsewhere returns the namespaces that have a set of a name, or any set if the name is empty. The user may not have the
// right to see other namespaces, which is an error.
func Elsewhere(ctx context.Context, client kubectl.Client, name string) ([]string, error) {
	o := &Objects{}
	asked := &asking{ctx: ctx, client: client}
	ask(asked, &o.JobSets, false, jobSets, ofLatchkey, "--all-namespaces")
	ask(asked, &o.Jobs, false, "jobs.batch", ofLatchkey, "--all-namespaces")
	if err := asked.wait(); err != nil {
		return nil, err
	}
	var found []string
	for _, set := range o.Sets() {
		if name == "" || set.IsCalled(name) {
			found = append(found, set.Namespace)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// keep drops the sets that nobody asked for, as far as their names or marks tell.
func (o *Objects) keep(names []string) {
	if len(names) == 0 {
		return
	}
	wanted := func(workload metav1.ObjectMeta) bool {
		return slices.ContainsFunc(names, func(name string) bool { return isCalled(name, workload) })
	}
	o.JobSets = slices.DeleteFunc(o.JobSets, func(s jobset.JobSet) bool { return !wanted(s.ObjectMeta) })
	sources := map[string]bool{} // a set of several Jobs is kept as a whole
	for _, job := range o.Jobs {
		if wanted(job.ObjectMeta) {
			sources[source(job.Annotations)] = true
		}
	}
	o.Jobs = slices.DeleteFunc(o.Jobs, func(job batchv1.Job) bool { return !sources[source(job.Annotations)] })
}

func (o *Objects) suspended() bool {
	return slices.ContainsFunc(o.JobSets, func(s jobset.JobSet) bool { return ptr.Deref(s.Spec.Suspend, false) }) ||
		slices.ContainsFunc(o.Jobs, func(job batchv1.Job) bool { return ptr.Deref(job.Spec.Suspend, false) })
}

// selector selects by a label. Without names all values are selected. So they are where the names do not fit on a command line.
func selector(label string, names []string) string {
	if len(names) == 0 || len(names) > 50 {
		return "--selector=" + label
	}
	return fmt.Sprintf("--selector=%s in (%s)", label, strings.Join(names, ","))
}

// asking runs several calls of kubectl at the same time.
type asking struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one call of Read
	client  kubectl.Client
	running sync.WaitGroup
	lock    sync.Mutex
	err     error
	unknown []string
}

// ask reads a list. Without the kind the list is empty. An optional list may also be forbidden.
func ask[T any](a *asking, into *[]T, optional bool, args ...string) {
	a.running.Go(func() {
		var answer list[T]
		err := a.client.Get(a.ctx, &answer, args...)
		if kubectl.IsUnknownKind(err) { // or the server starts, and does not know the kinds of CRDs yet
			if err = a.client.Ready(a.ctx); err == nil {
				err = a.client.Get(a.ctx, &answer, args...)
			}
		}
		a.lock.Lock()
		defer a.lock.Unlock()
		switch {
		case err == nil:
			*into = answer.Items
		case kubectl.IsUnknownKind(err):
		case optional:
			a.unknown = append(a.unknown, err.Error())
		case a.err == nil:
			a.err = err
		}
	})
}

func (a *asking) wait() error {
	a.running.Wait()
	return a.err
}

// A Workload is the part of Kueue's Workload that is read here: kubernetes-sigs/kueue, apis/kueue, WorkloadStatus.
type Workload struct {
	metav1.ObjectMeta `json:"metadata"`

	Status struct {
		Conditions []metav1.Condition `json:"conditions"`
	} `json:"status"`
}

// heldBy returns why Kueue holds a workload, or "" if Kueue has admitted it.
func (w Workload) heldBy() string {
	all := w.Status.Conditions
	if meta.IsStatusConditionTrue(all, "Admitted") {
		return ""
	}
	for _, kind := range []string{"Admitted", "QuotaReserved"} {
		if meta.IsStatusConditionFalse(all, kind) && meta.FindStatusCondition(all, kind).Message != "" {
			return meta.FindStatusCondition(all, kind).Message
		}
	}
	return "it is not admitted yet"
}
