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
)

// Order gives the sets of a study turns: each begins with a job that ends when the turn of the set has come. shared is what the
// turns have in common. Sets in a queue have no turns. The study must have its defaults and be valid.
func Order(s *latchkey.Study, study *Source, sets [][]runtime.Object) (after [][]runtime.Object, shared []runtime.Object, errs field.ErrorList) {
	if s.Spec.Order.Parallel == 0 {
		return sets, nil, nil
	}
	after = slices.Clone(sets)
	var inOrder []*jobset.JobSet
	for at, objects := range sets {
		for i, object := range objects {
			switch job := object.(type) {
			case *batchv1.Job:
				if len(errs) == 0 && !workload.InQueue(job.Labels, latchkey.Options{}) { // it is the same for all
					errs = findings.Add(errs, field.Invalid(orderPath.Child("parallel"), s.Spec.Order.Parallel,
						"the set "+job.Name+" is a Job, and only a JobSet can wait for its turn: leave out workload: Job, or write parallel: 0, or use a queue"))
				}
			case *jobset.JobSet:
				if workload.InQueue(job.Labels, latchkey.Options{}) {
					continue
				}
				if hash := hashIn(job); hash != "" {
					after[at] = workload.Rehashed(objects, hash, workload.ContentHash(withTurn(job, s, study)))
					job = after[at][i].(*jobset.JobSet)
				}
				after[at] = slices.Clone(after[at])
				job = withTurn(job, s, study)
				after[at][i], inOrder = job, append(inOrder, job)
			}
		}
	}
	if len(errs) > 0 || len(inOrder) == 0 {
		return sets, nil, errs
	}
	return after, newTurnObjects(study, ordered(s, inOrder)), nil
}

// hashIn returns the hash at the end of the name of a set, which onChange: Rename adds, or "". The turn counts in it too.
func hashIn(set *jobset.JobSet) string {
	cell, run := set.Labels[names.CellLabel], set.Labels[names.RunLabel]
	if ending := strings.TrimSuffix("-"+cell+"-"+run, "-"); strings.HasSuffix(set.Name, ending) {
		return ""
	}
	return set.Name[len(set.Name)-latchkey.HashLength:]
}

// ordered returns the names of the sets in the order of their turns. A random order depends on the names and the seed, so the
// order of the other sets stays when a study gains or loses some.
func ordered(s *latchkey.Study, sets []*jobset.JobSet) []string {
	cells, _, _ := Cells(s)
	rank := map[string]int{}
	for i, cell := range cells {
		rank[cell.Hash()] = i
	}
	slices.SortStableFunc(sets, func(a, b *jobset.JobSet) int {
		return cmp.Or(cmp.Compare(rank[a.Labels[names.CellLabel]], rank[b.Labels[names.CellLabel]]), cmp.Compare(repetitionOf(a), repetitionOf(b)))
	})
	all := make([]string, 0, len(sets))
	for _, set := range sets {
		all = append(all, set.Name)
	}
	if s.Spec.Order.By == latchkey.OrderRandom {
		place := func(name string) string {
			return workload.DataSum(map[string]string{"seed": strconv.FormatInt(s.Spec.Order.Seed, 10), "name": name})
		}
		slices.SortFunc(all, func(a, b string) int { return strings.Compare(place(a), place(b)) })
	}
	return all
}

func repetitionOf(set *jobset.JobSet) int {
	number, _ := strconv.Atoi(set.Labels[names.RunLabel]) // Vary wrote it
	return number
}

// turnName is the name of what the turns of a study share.
func turnName(study *Source) string { return study.Item.Name + "-" + names.Turn }

// newTurnObjects returns the list of the sets with the scripts of the turns, and the right to ask for these sets and nothing else.
// The list grows with the study, and the turns that wait already shall read it again, so it has no hash in its name.
func newTurnObjects(study *Source, sets []string) []runtime.Object {
	meta := metav1.ObjectMeta{Name: turnName(study), Namespace: study.Item.Namespace}
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
