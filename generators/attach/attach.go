package attach

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Set is a source that is attached to workloads.
type Set struct {
	// ID is that of the source, in the form of marks. It identifies the set in a pod template.
	ID string
	// Item has the names of the source.
	Item    *transform.Item
	Request Request
	// Join returns what the set adds to pods, and the problems of that. With errors it adds nothing.
	Join func(Pod) (added Addition, errs, warnings field.ErrorList)
	// Trial says that the set is only validated.
	Trial bool
}

// An Outcome is what became of one set.
type Outcome struct {
	Errors, Warnings field.ErrorList
	// Files is the ConfigMap of the set. It is nil if the set is only validated. To is the MiniCluster that makes it. Without
	// one the set makes it itself.
	Files *corev1.ConfigMap
	To    *transform.Item
	// Title is what messages call the workloads that the set was attached to. Field is the path of the field for the pods of
	// the first one.
	Title, Field string
	// Sidecars has a pod for each template that the set was attached to, for checks of rights: with the sidecars alone, and
	// with what they inherit from the template.
	Sidecars []corev1.PodTemplateSpec
}

// A Result is what attaching sets changes.
type Result struct {
	// Outcomes are those of the sets, in their order.
	Outcomes []Outcome
	// Edits change the workloads that were read.
	Edits []transform.Edit
	// Made has the new content of each workload that is made from a MiniCluster and was changed.
	Made map[*transform.Item]map[string]any
}

// Attach attaches sets to workloads, and detaches those that are attached no more: what a set has added earlier is removed and
// added again, so that a changed set is replaced. detaches tells whether to remove what a source has added to an item earlier.
//
// Sets are attached in their order, because it decides names. Nothing that is handed in changes.
func Attach(sets []Set, workloads []Workload, detaches func(id string, item *transform.Item) bool) Result {
	g := grafting{detaches: detaches, of: map[*Workload][]*grafted{}}
	found := newIndex(workloads)
	outcomes := make([]Outcome, 0, len(sets))
	for at := range sets {
		s := search{set: &sets[at], workloads: workloads, index: found}
		if places := s.places(); len(places) > 0 {
			outcomes = append(outcomes, g.join(s, places))
		} else {
			outcomes = append(outcomes, joinNothing(s))
		}
	}
	for at := range workloads {
		w := &workloads[at]
		for _, template := range w.Recorded {
			_, _ = g.graft(w, template) // what cannot be read was written by somebody else
		}
	}
	result := Result{Outcomes: outcomes}
	for _, each := range g.all {
		if each.graft == nil {
			continue
		}
		each.graft.keep("")
		edits := each.graft.edits(each.workload.Pods)
		if each.workload.Flux == nil {
			result.Edits = append(result.Edits, edits...)
		} else if len(edits) > 0 {
			result.set(each.workload.Pods, each.graft)
		}
	}
	return result
}

// set notes the template of a graft in the new content of an item.
func (r *Result) set(item *transform.Item, graft *graft) {
	if r.Made == nil {
		r.Made = map[*transform.Item]map[string]any{}
	}
	if r.Made[item] == nil {
		r.Made[item] = item.Content()
	}
	r.Made[item] = replaced(r.Made[item], graft.before.Path, graft.fields).(map[string]any)
}

// replaced returns a copy of a value with another value at a path.
func replaced(value any, path []string, with any) any {
	if len(path) == 0 {
		return with
	}
	switch value := value.(type) {
	case map[string]any:
		out := maps.Clone(value)
		out[path[0]] = replaced(value[path[0]], path[1:], with)
		return out
	case []any:
		out := slices.Clone(value)
		at, _ := strconv.Atoi(path[0]) // a path of a template
		out[at] = replaced(value[at], path[1:], with)
		return out
	}
	return value
}

// A grafting holds the grafts of one run, one for each pod template.
type grafting struct {
	detaches func(id string, item *transform.Item) bool
	all      []*grafted
	of       map[*Workload][]*grafted
}

type grafted struct {
	workload *Workload
	path     []string
	graft    *graft
	err      error
}

// graft returns the graft of a template, from which is removed what sources have added earlier.
func (g *grafting) graft(w *Workload, template transform.Template) (*graft, error) {
	for _, known := range g.of[w] {
		if slices.Equal(known.path, template.Path) {
			return known.graft, known.err
		}
	}
	graft, err := newGraft(template, func(id string) bool { return g.detaches(id, w.Item) })
	each := &grafted{w, template.Path, graft, err}
	g.all, g.of[w] = append(g.all, each), append(g.of[w], each)
	return graft, err
}

// join attaches one set to the places that it asks for.
func (g *grafting) join(s search, places []place) Outcome {
	out := s.outcome()
	var titles []string
	for _, p := range places {
		graft, err := g.graft(p.workload, p.template)
		if err != nil {
			out.Errors = append(out.Errors, field.Invalid(Path, p.target.String(), p.target.String()+" cannot be changed: "+err.Error()))
			continue
		}
		isTrial := s.set.Trial || graft.isAttached(s.set.ID) // a second set of one name is an error elsewhere
		graft.keep(s.set.ID)
		pod := describe(p, graft)
		added, ok := out.judge(s.set.Join(pod))
		if !ok {
			continue
		}
		var own []string
		if flux := p.workload.Flux; flux != nil {
			own, out.To = flux.Volumes, p.workload.Item
			g.tryImages(p.workload, added, isTrial)
		}
		if !isTrial {
			graft.attach(s.set.ID, added, own)
			out.Files = added.Files
		}
		titles = append(titles, p.workload.title())
		out.Field = cmp.Or(out.Field, pod.Field)
		out.Sidecars = append(out.Sidecars, sidecarPod(p, added))
	}
	out.Title = strings.Join(slices.Compact(titles), " and ")
	return out
}

// joinNothing finds the other mistakes of a set whose places were not found.
func joinNothing(s search) Outcome {
	out, request, flux := s.outcome(), s.set.Request, s.flux()
	out.judge(s.set.Join(nowhere(request, flux)))
	if flux == nil && request.Selector == nil && (len(request.Targets) == 0 || request.joinsMiniCluster()) {
		out.Warnings = nil // they would be about a MiniCluster that is not there
	}
	return out
}

// judge adds problems that were not found before, in another template.
func (out *Outcome) judge(added Addition, errs, warnings field.ErrorList) (Addition, bool) {
	out.Errors, out.Warnings = withNew(out.Errors, errs), withNew(out.Warnings, warnings)
	return added, len(errs) == 0
}

func withNew(known, found field.ErrorList) field.ErrorList {
	for _, problem := range found {
		if !slices.ContainsFunc(known, func(other *field.Error) bool {
			return other.Field == problem.Field && other.Type == problem.Type && reflect.DeepEqual(other.BadValue, problem.BadValue)
		}) {
			known = append(known, problem)
		}
	}
	return known
}

// describe describes the pods of a place after what was attached there.
func describe(p place, graft *graft) Pod {
	target := p.target
	if p.workload.Flux != nil {
		target.Name = p.workload.Name // the set may know a former name
	}
	pod := newPod(target, graft.template(), labelsOf(p.workload.Pods), p.workload.Flux)
	for _, record := range []Record{graft.record, graft.kept} {
		for _, source := range slices.Sorted(maps.Keys(record)) {
			pod.Sidecars = append(pod.Sidecars, record.Containers(source)...)
		}
	}
	pod.Containers = slices.DeleteFunc(pod.Containers, func(name string) bool { return slices.Contains(pod.Sidecars, name) })
	return pod
}

// tryImages lets the first pod of a MiniCluster try the images of sidecars before the brokers start.
func (g *grafting) tryImages(w *Workload, added Addition, isTrial bool) {
	if w.Flux.Trial == "" || isTrial {
		return
	}
	for _, template := range w.Pods.Templates("") {
		if template.Part != w.Flux.Trial {
			continue
		}
		graft, err := g.graft(w, template)
		if err != nil {
			continue
		}
		for _, sidecar := range added.Sidecars {
			graft.try(sidecar.Container)
		}
	}
}

// sidecarPod returns the sidecars of a place as a pod of their own. The files of the set are left out: they do not affect the rights.
func sidecarPod(p place, added Addition) corev1.PodTemplateSpec {
	pod := corev1.PodSpec{SecurityContext: podContext(p.template)}
	for _, sidecar := range added.Sidecars {
		pod.InitContainers = append(pod.InitContainers, sidecar.Container)
		pod.Volumes = append(pod.Volumes, sidecar.Volumes...)
	}
	return corev1.PodTemplateSpec{Spec: pod}
}
