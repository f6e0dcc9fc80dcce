package generators

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Set is a resolved source, and the objects that it makes.
type Set struct {
	Resolved
	// Item has the names of the source.
	Item *transform.Item
	// Objects are all objects of the source, in the order in which to apply them. There are none if the source has errors.
	Objects []runtime.Object
}

// id identifies the source as its mark does.
func (s Set) id() string {
	return latchkey.Mark{Group: s.Kind.Group, Kind: s.Kind.Name, Namespace: s.Item.Namespace, Name: s.Item.Name}.String()
}

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.does.attach != nil }

// Flux describes how Flux runs in the pods of the object. It returns nil for an object to which nothing can be attached in
// this way. The object may have errors.
func (r Resolved) Flux() *attach.Flux {
	if r.Kind.does.flux == nil {
		return nil
	}
	return new(r.Kind.does.flux(r.Object, r.Options))
}

// Join returns what an attached object adds to pods, and the problems that [Resolve] has not found.
func (r Resolved) Join(pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	isOwn, annotate := isOptionOfWatcher, ", which Latchkey does not make"
	if pod.Flux != nil {
		isOwn, annotate = isOwnOption, ", so annotate that"
	}
	warnings = withoutEffect(r.Object, isOwn, "the set is attached to "+pod.Name+annotate)
	added, errs, judged := r.Kind.does.attach(r.Object, r.Options, pod)
	return added, r.fields.Written(errs), append(warnings, r.fields.Written(judged)...)
}

// Attach attaches those sets that ask for it: to the other sets, and to workloads, which were not made from them. It
// returns the sets with their objects after that, what became of each set, and the changes of the workloads. detaches is that
// of [attach.Attach]. Nothing that is handed in changes.
func Attach(sets []Set, workloads []attach.Workload, detaches func(id string, item *transform.Item) bool) (after []Set, outcomes []attach.Outcome, edits []transform.Edit) {
	outcomes = make([]attach.Outcome, len(sets))
	var joining []attach.Set
	var of []int
	for at, set := range sets {
		if set.IsAttached() {
			of = append(of, at)
			joining = append(joining, attach.Set{
				ID: set.id(), Item: set.Item, Request: attach.RequestOf(set.Object.GetAnnotations()), Join: set.Join, Trial: set.OnlyValidated(),
			})
		}
	}
	if len(joining) == 0 && !slices.ContainsFunc(workloads, func(w attach.Workload) bool { return len(w.Recorded) > 0 }) {
		return sets, outcomes, nil
	}
	made := make([][]*transform.Item, len(sets))
	for at, set := range sets {
		made[at] = set.views()
		workloads = append(workloads, set.workloads(made[at])...)
	}
	result := attach.Attach(joining, workloads, detaches)
	files := map[*transform.Item][]runtime.Object{}
	for at, outcome := range result.Outcomes {
		outcomes[of[at]] = outcome
		if outcome.Files != nil {
			by := cmp.Or(outcome.To, joining[at].Item)
			files[by] = append(files[by], outcome.Files)
		}
	}
	after = slices.Clone(sets)
	for at, set := range sets {
		after[at].Objects = withFiles(set.changed(made[at], result.Made), files[set.Item])
	}
	return after, outcomes, result.Edits
}

// views returns the objects as sets that are attached see them.
func (s Set) views() []*transform.Item {
	views := make([]*transform.Item, 0, len(s.Objects))
	for _, object := range s.Objects {
		meta, kind := object.(metav1.Object), object.GetObjectKind().GroupVersionKind()
		view := &transform.Item{
			Group: kind.Group, Kind: kind.Kind, Namespace: meta.GetNamespace(), Name: meta.GetName(),
			Content: sync.OnceValue(func() map[string]any { return decoded(object) }),
		}
		if rest, found := strings.CutPrefix(view.Name, s.Item.Name); found {
			for _, name := range s.Item.FormerNames {
				view.FormerNames = append(view.FormerNames, name+rest)
			}
		}
		views = append(views, view)
	}
	return views
}

// workloads returns what sets may name: the source itself, if Flux runs in its pods, and what it makes.
func (s Set) workloads(made []*transform.Item) []attach.Workload {
	var workloads []attach.Workload
	flux := s.Flux()
	if flux != nil {
		workloads = append(workloads, attach.Workload{Item: s.Item, Flux: flux})
	}
	for _, view := range made {
		if has, _ := transform.HasPods(view.Type()); !has {
			continue
		}
		if flux != nil && workloads[0].Pods == nil { // the brokers come first
			workloads[0].Pods = view
		}
		workloads = append(workloads, attach.Workload{Item: view, Pods: view, MadeFrom: s.id()})
	}
	return workloads
}

// changed returns the objects with the content that attaching has given them. With onChange: Rename the names of workloads
// end in a hash, which then depends on that content too.
func (s Set) changed(made []*transform.Item, content map[*transform.Item]map[string]any) []runtime.Object {
	objects := slices.Clone(s.Objects)
	var changed []any
	for at, view := range made {
		if fields := content[view]; fields != nil {
			objects[at] = typed(fields, objects[at])
			changed = append(changed, objects[at])
		}
	}
	if len(changed) == 0 || s.Options.OnChange != latchkey.OnChangeRename {
		return objects
	}
	for _, object := range s.Objects {
		if wordOf(object.GetObjectKind().GroupVersionKind().Kind) == latchkey.IncludeJobs {
			name := object.(metav1.Object).GetName()
			return workload.Rehashed(objects, name[len(name)-latchkey.HashLength:], workload.ContentHash(changed...))
		}
	}
	return objects
}

// withFiles inserts ConfigMaps after the last one of the objects.
func withFiles(objects, files []runtime.Object) []runtime.Object {
	at := 0
	for index, object := range objects {
		if _, isConfigMap := object.(*corev1.ConfigMap); isConfigMap {
			at = index + 1
		}
	}
	return slices.Insert(objects, at, files...)
}

// typed returns decoded JSON as an object of the type of another one.
func typed(content map[string]any, like runtime.Object) runtime.Object {
	object := reflect.New(reflect.TypeOf(like).Elem()).Interface().(runtime.Object)
	text, err := json.Marshal(content)
	if err == nil {
		err = json.Unmarshal(text, object)
	}
	if err != nil { // the content was made from such an object
		panic(err)
	}
	return object
}

// decoded returns an object as decoded JSON.
func decoded(object runtime.Object) map[string]any {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil { // types of Kubernetes have a JSON form
		panic(err)
	}
	return content
}
