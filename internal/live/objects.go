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
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

const (
	ofLatchkey = "--selector=" + names.ManagedBySelector
	ofJobSets  = "--selector=" + jobset.JobSetNameKey
	jobSets    = "jobsets.jobset.x-k8s.io"
	workloads  = "workloads.kueue.x-k8s.io"
)

// Objects are the objects of a namespace that tell about sets, and others of their kinds.
type Objects struct {
	JobSets []jobset.JobSet
	// Jobs are the sets that are Jobs, and Made are the Jobs that JobSets have made, which have no label of Latchkey.
	Jobs, Made []batchv1.Job
	Pods       []corev1.Pod
	Events     []corev1.Event
	// Workloads are what Kueue says about the sets that it holds or admits.
	Workloads []Workload
	// Unknown says what could not be asked for, in words.
	Unknown []string
	// Hints are for the sets.
	Hints Hints
}

type list[T any] struct {
	Items []T `json:"items"`
}

// Read asks for the objects of the namespace of the client. names are the sets that are asked for; without names all sets are. What a
// cluster does not have, such as JobSets or Kueue, is passed over. What the user may not read is named in [Objects.Unknown], except for
// jobs and pods: nothing can be said without them.
func Read(ctx context.Context, client kubectl.Client, names ...string) (*Objects, error) {
	asked := &asking{ctx: ctx, client: client}
	o, err := asked.sets()
	if err != nil {
		return nil, err
	}
	sets := o.Sets(names...)
	if len(sets) > 0 {
		ask(asked, &o.Made, false, "jobs.batch", ofJobSets)
		ask(asked, &o.Pods, false, "pods", podsOf(sets))
		ask(asked, &o.Events, true, "events")
	}
	if slices.ContainsFunc(sets, (*Set).isSuspended) {
		ask(asked, &o.Workloads, true, workloads)
	}
	err = asked.wait()
	o.Unknown = asked.unknown
	return o, err
}

// ReadTexts asks for the ConfigMaps of sets, which have the commands for their records.
func ReadTexts(ctx context.Context, client kubectl.Client, sets ...*Set) {
	var answer list[corev1.ConfigMap]
	_ = client.Get(ctx, &answer, "configmaps", ofLatchkey) // a record is of use without them, too
	for _, s := range sets {
		s.texts = s.mounted(answer.Items)
	}
}

// Elsewhere returns the namespaces that have sets of some names, or any sets. The user may not have the right to see other
// namespaces, which is an error.
func Elsewhere(ctx context.Context, client kubectl.Client, names ...string) ([]string, error) {
	o, err := (&asking{ctx: ctx, client: client}).sets("--all-namespaces")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, set := range o.Sets(names...) {
		found = append(found, set.Namespace)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// podsOf selects the pods of some sets by the label of their JobSets or, if some are not JobSets, of their Jobs. If the names are too
// many for a command line, it selects the pods of all JobSets or Jobs.
func podsOf(sets []*Set) string {
	label, labelled := jobset.JobSetNameKey, []string{}
	if len(sets) == 0 || slices.ContainsFunc(sets, func(s *Set) bool { return s.jobset == nil }) {
		label = batchv1.JobNameLabel
	}
	for _, s := range sets {
		if label == jobset.JobSetNameKey {
			labelled = append(labelled, s.Name)
			continue
		}
		for _, p := range s.parts {
			labelled = append(labelled, s.jobName(p))
		}
	}
	if len(labelled) == 0 || len(labelled) > 50 {
		return "--selector=" + label
	}
	return fmt.Sprintf("--selector=%s in (%s)", label, strings.Join(labelled, ","))
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

// sets asks for the JobSets and Jobs that are sets.
func (a *asking) sets(flags ...string) (*Objects, error) {
	o := &Objects{}
	ask(a, &o.JobSets, false, append([]string{jobSets, ofLatchkey}, flags...)...)
	ask(a, &o.Jobs, false, append([]string{"jobs.batch", ofLatchkey}, flags...)...)
	return o, a.wait()
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
