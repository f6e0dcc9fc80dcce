package study

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// order gives the sets of a study turns: each begins with a job that ends when the turn of the set has come. shared is what the
// turns have in common. Sets in a queue have no turns.
func order(s *latchkey.Study, of *transform.Item, sets [][]runtime.Object) (after [][]runtime.Object, shared []runtime.Object, errs field.ErrorList) {
	if s.Spec.Order.Parallel == 0 {
		return sets, nil, nil
	}
	var turns []*jobset.JobSet
	for _, objects := range sets {
		at := slices.IndexFunc(objects, isJob)
		if at < 0 || workload.InQueue(objects[at].(metav1.Object).GetLabels(), latchkey.Options{}) {
			after = append(after, objects)
			continue
		}
		if why := cannotWait(objects[at].(metav1.Object)); why != "" { // it is the same for all
			return sets, nil, findings.Add(errs, field.Invalid(orderPath.Child("parallel"), s.Spec.Order.Parallel, why))
		}
		set := objects[at].(*jobset.JobSet)
		if hash := hashIn(set); hash != "" {
			objects = workload.Rehashed(objects, hash, workload.ContentHash(withTurn(set, s, of)))
			set = objects[at].(*jobset.JobSet)
		}
		objects = slices.Clone(objects)
		objects[at] = withTurn(set, s, of)
		after, turns = append(after, objects), append(turns, set)
	}
	if len(turns) > 0 {
		shared = newTurnObjects(of, ordered(s, turns))
	}
	return after, shared, nil
}

// isJob tells whether an object is the JobSet of a set, or a Job.
func isJob(object runtime.Object) bool {
	switch object.(type) {
	case *jobset.JobSet, *batchv1.Job:
		return true
	}
	return false
}

// cannotWait says why a set cannot wait for its turn. It is "" if the set can. With an annotation of the whole set, the pod of a job without
// indexes waits forever for a pod of index 0, see kubernetes-sigs/jobset v0.12.0, pkg/webhooks/pod_webhook.go.
func cannotWait(set metav1.Object) string {
	if _, isJobSet := set.(*jobset.JobSet); !isJobSet {
		return "the set " + set.GetName() + " is a Job, and only a JobSet can wait for its turn: leave out workload=Job, or write parallel: 0, or use a queue"
	}
	if _, isSet := set.GetAnnotations()[jobset.ExclusiveKey]; isSet {
		return "with the annotation " + jobset.ExclusiveKey + " of the set " + set.GetName() +
			" JobSet never starts the pod that waits for the turn: write the annotation into spec.pod instead, or write parallel: 0, or use a queue"
	}
	return ""
}

// hashIn returns the hash at the end of the name of a set, which onChange: Rename adds, or "". The turn counts in it too.
func hashIn(set *jobset.JobSet) string {
	cell, run := set.Labels[names.CellLabel], set.Labels[names.RunLabel]
	if ending := strings.TrimSuffix("-"+cell+"-"+run, "-"); strings.HasSuffix(set.Name, ending) {
		return ""
	}
	return set.Name[len(set.Name)-latchkey.HashLength:]
}

// ordered returns the names of the sets in the order of their turns. A random order of the cells depends on the names and the seed. The
// runs of a cell keep their order in it, because repeat.discard is about the first of them.
func ordered(s *latchkey.Study, sets []*jobset.JobSet) (all []string) {
	cells, _, _ := Cells(s)
	rank := map[string]int{}
	for i, cell := range cells {
		rank[cell.Hash()] = i
	}
	slices.SortStableFunc(sets, func(a, b *jobset.JobSet) int {
		return cmp.Or(cmp.Compare(rank[a.Labels[names.CellLabel]], rank[b.Labels[names.CellLabel]]), cmp.Compare(repetitionOf(a), repetitionOf(b)))
	})
	turns, ofCell := slices.Clone(sets), map[string][]string{}
	if s.Spec.Order.By == latchkey.OrderRandom {
		place := func(set *jobset.JobSet) string {
			return workload.DataSum(map[string]string{"seed": strconv.FormatInt(s.Spec.Order.Seed, 10), "name": set.Name})
		}
		slices.SortFunc(turns, func(a, b *jobset.JobSet) int { return strings.Compare(place(a), place(b)) })
	}
	for _, set := range sets {
		cell := set.Labels[names.CellLabel]
		ofCell[cell] = append(ofCell[cell], set.Name)
	}
	for _, set := range turns {
		cell := set.Labels[names.CellLabel]
		all, ofCell[cell] = append(all, ofCell[cell][0]), ofCell[cell][1:]
	}
	return all
}

func repetitionOf(set *jobset.JobSet) int {
	number, _ := strconv.Atoi(set.Labels[names.RunLabel]) // Vary wrote it
	return number
}

// turnName is the name of what the turns of a study share.
func turnName(of *transform.Item) string { return of.Name + "-" + names.Turn }

// newTurnObjects returns the list of the sets with the scripts of the turns, and the right to ask for these sets and nothing else.
// The list grows with the study, and the turns that wait already shall read it again, so it has no hash in its name.
func newTurnObjects(of *transform.Item, sets []string) []runtime.Object {
	meta := metav1.ObjectMeta{Name: turnName(of), Namespace: of.Namespace}
	data, _ := library().With(append([]string{turnScript}, scripts.ForPython...), map[string]string{turnList: strings.Join(sets, "\n") + "\n"})
	list := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: meta,
		Data:       data,
	}
	return append([]runtime.Object{list}, workload.NewPermission(meta, meta.Name, rbacv1.PolicyRule{
		APIGroups: []string{jobset.GroupVersion.Group}, Resources: []string{"jobsets"}, ResourceNames: sets, Verbs: []string{"get"},
	})...)
}
