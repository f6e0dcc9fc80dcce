package fn

import (
	"cmp"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A junction is one pod template to which sources are attached, or were.
type junction struct {
	item     *transform.Item
	template transform.Template
	joins    []joining
}

// A joining is a source that is attached to a template, with the target by which it names the workload.
type joining struct {
	source *source
	target generators.Target
}

// attach attaches sources to the workloads of the package, and detaches those that are attached no more. What is
// attached is always removed and added again, so that a changed source is replaced. An item that is the same after that
// stays as it is.
func (r *run) attach() {
	var junctions []*junction
	for _, s := range r.sources {
		if targets, said := s.resolved.Targets(); said && s.valid {
			junctions = r.joinTargets(junctions, s, targets)
		}
	}
	junctions = r.withRecorded(junctions)
	for _, j := range junctions {
		r.attachTo(j)
	}
}

// withRecorded adds the templates to which something was attached before.
func (r *run) withRecorded(junctions []*junction) []*junction {
	if !slices.ContainsFunc(r.in.Items, func(item *Item) bool { return item.read.Mentions(latchkey.AnnotationAttached) }) {
		return junctions
	}
	for _, view := range r.applied() {
		if item := r.origins[view]; item != nil && item.read.Mentions(latchkey.AnnotationAttached) {
			for _, template := range view.Recorded() {
				_, junctions = junctionOf(junctions, view, template)
			}
		}
	}
	return junctions
}

// junctionOf returns the junction of a template. It adds it to the others if it is new.
func junctionOf(junctions []*junction, item *transform.Item, template transform.Template) (*junction, []*junction) {
	at := slices.IndexFunc(junctions, func(j *junction) bool {
		return j.item == item && slices.Equal(j.template.Path, template.Path)
	})
	if at >= 0 {
		return junctions[at], junctions
	}
	j := &junction{item: item, template: template}
	return j, append(junctions, j)
}

// attachTo brings one template to what its sources make of it.
func (r *run) attachTo(j *junction) {
	graft, err := transform.NewGraft(j.item, j.template)
	if err != nil {
		for _, joins := range j.joins {
			r.addProblems(joins.source.item, krm.Error, field.ErrorList{field.Invalid(generators.AttachPath, joins.target.String(), joins.target.String()+" cannot be changed: "+err.Error())})
		}
		return
	}
	for _, id := range graft.Sources() {
		if r.detaches(id, r.origins[j.item]) {
			graft.Detach(id)
		}
	}
	slices.SortStableFunc(j.joins, func(a, b joining) int { return strings.Compare(a.source.item.id(), b.source.item.id()) })
	for _, joins := range j.joins {
		s, on := joins.source, graft
		if s.validateOnly() {
			on = j.trial()
		}
		pod, errs, warnings := s.resolved.AttachTo(on, s.item.id(), joins.target)
		r.addProblems(s.item, krm.Error, errs)
		r.addProblems(s.item, krm.Warning, warnings)
		s.joined(joins.target, j.template, pod)
	}
	r.addEdits(graft.Edits())
}

// trial returns a graft whose edits are not made.
func (j *junction) trial() *transform.Graft {
	graft, _ := transform.NewGraft(j.item, j.template) // attachTo has seen that this works
	for _, id := range graft.Sources() {
		graft.Detach(id)
	}
	return graft
}

// joined notes what a source has added to a template, for the check of its rights.
func (s *source) joined(target generators.Target, template transform.Template, pod corev1.PodSpec) {
	if !slices.Contains(s.hosts, target.String()) {
		s.hosts = append(s.hosts, target.String())
	}
	s.podField = cmp.Or(s.podField, template.Field("spec"))
	s.sidecars = append(s.sidecars, corev1.PodTemplateSpec{Spec: pod})
}

// addEdits notes edits of items that were read.
func (r *run) addEdits(edits []transform.Edit) {
	if r.edits == nil {
		r.edits = map[*Item][]transform.Edit{}
	}
	for _, edit := range edits {
		item := r.origins[edit.Item]
		r.edits[item] = append(r.edits[item], edit)
	}
}

// detaches tells whether to remove what a source has added to an item. An absent source is removed where generated
// objects of absent sources are pruned: it may only have been left out elsewhere.
func (r *run) detaches(id string, item *Item) bool {
	if owners := r.owners[id]; len(owners) > 0 {
		return !slices.ContainsFunc(owners, (*source).validateOnly)
	}
	parts := strings.SplitN(id, "/", 3)
	if len(parts) < 3 {
		return true
	}
	_, known := r.kinds.Kind(parts[0], parts[1])
	return known && r.options.Sources == latchkey.SourcesKeep && r.packages[item.annotation(annotationPackagePath)]
}
