package attach

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Source is an object that is attached to workloads, or that has workloads to which others may be attached.
type Source struct {
	// Mark identifies the source in pod templates.
	Mark string
	// Item has the names of the source.
	Item *transform.Item
	// Objects are those that the source makes.
	Objects []runtime.Object
	// Flux is set for a MiniCluster, so that sets can be attached to it.
	Flux *Flux
	// Request says what the source is attached to. Addition returns what it adds to pods, and the problems of that; with errors it adds
	// nothing. It is Set.Addition of package generators, which asks the kind, and nil for a source that is not attached.
	Request  Request
	Addition func(Pod) (added Addition, errs, warnings field.ErrorList)
	// OnlyValidated says that nothing of the source is written.
	OnlyValidated bool
	// Detaches is the rule of [Workload] for the objects of the source. A user may have written a record into its pods.
	Detaches func(mark string) bool
}

// An Outcome is what became of one source.
type Outcome struct {
	// Objects are the objects of the source after sets were attached to them. The ConfigMap of a set is among the objects of
	// the MiniCluster that it is attached to, or among its own.
	Objects          []runtime.Object
	Errors, Warnings field.ErrorList
	// To is the MiniCluster that the source was attached to, or nil.
	To *transform.Item
	// Title is what messages call the workloads that the source was attached to. Field is the path of the field for the pods of
	// the first one.
	Title, Field string
	// Sidecars has a pod for each template that the source was attached to, for checks of rights: with the sidecars alone, and
	// with what they inherit from the template.
	Sidecars []corev1.PodTemplateSpec
}

// Attach attaches those sources that ask for it, to other sources and to workloads that were read. It detaches those that are
// attached no more: what a source has added earlier is removed and added again, so that a changed source is replaced. The outcomes are
// in the order of the sources. The edits change the workloads, and bring the targets of sources up to date.
//
// Sources are attached in their order, because it decides names. Nothing that is handed in changes.
func Attach(sources []Source, workloads []Workload) (outcomes []Outcome, edits []transform.Edit) {
	g := &grafting{workloads: slices.Clone(workloads), files: map[*transform.Item][]runtime.Object{}}
	made := make([][]*transform.Item, len(sources))
	for at, s := range sources {
		made[at] = s.views()
		g.workloads = append(g.workloads, s.workloads(made[at])...)
	}
	g.index = newIndex(g.workloads)
	outcomes = make([]Outcome, len(sources))
	for at := range sources {
		if sources[at].Addition != nil {
			outcomes[at] = (&search{grafting: g, source: &sources[at]}).attach()
		}
	}
	changed := g.finish()
	for at, s := range sources {
		outcomes[at].Objects = withFiles(s.changed(made[at], changed), g.files[s.Item])
	}
	return outcomes, g.edits
}

// A grafting attaches the sources of one run.
type grafting struct {
	workloads []Workload
	index     index
	// files are the ConfigMaps of attached sources, by the sources that make them.
	files map[*transform.Item][]runtime.Object
	edits []transform.Edit
}

// graft returns the graft of a template, from which is removed what sources have added earlier.
func (g *grafting) graft(w *Workload, template transform.Template) (*graft, error) {
	for _, known := range w.grafts {
		if slices.Equal(known.before.Path, template.Path) {
			return known, nil
		}
	}
	graft, err := newGraft(template, w.Detaches)
	if err == nil {
		w.grafts = append(w.grafts, graft)
	}
	return graft, err
}

// finish adds the edits of the workloads that were read. It returns the workloads that sources make and that have changed. These have
// their new content already.
func (g *grafting) finish() (changed map[*transform.Item]bool) {
	changed = map[*transform.Item]bool{}
	for at := range g.workloads {
		w := &g.workloads[at]
		for _, template := range w.Recorded {
			_, _ = g.graft(w, template) // what cannot be read was written by somebody else
		}
		for _, graft := range w.grafts {
			graft.keep("")
			more := graft.edits(w.pods())
			switch {
			case w.flux == nil:
				g.edits = append(g.edits, more...)
			case len(more) > 0:
				graft.before.Value.(map[string]any)["spec"] = graft.spec() // a copy of what the source made, for this run alone; it needs no record
				changed[w.pods()] = true
			}
		}
	}
	return changed
}

// attach attaches the source to the places that it asks for.
func (s *search) attach() Outcome {
	places := s.places()
	out := Outcome{Errors: slices.Concat(s.source.Request.Errors, s.errs)}
	if len(places) == 0 {
		out.judgeAlone(s)
	}
	var titles []string
	var files *corev1.ConfigMap
	for _, p := range places {
		graft, err := s.graft(p.workload, p.template)
		if err != nil {
			out.Errors = append(out.Errors, field.Invalid(ToPath, p.target.String(), p.target.String()+" cannot be changed: "+err.Error()))
			continue
		}
		graft.keep(s.source.Mark)
		pod := describe(p, graft)
		added, ok := out.judge(s.source.Addition(pod))
		if !ok {
			continue
		}
		if pod.Flux != nil {
			out.To = p.workload.Item
			s.updateTarget(out.To)
		}
		titles = append(titles, p.workload.title())
		out.Field = cmp.Or(out.Field, pod.Field)
		out.Sidecars = append(out.Sidecars, sidecarPod(p, added))
		if !s.source.OnlyValidated && !graft.isAttached(s.source.Mark) { // a second source of one name is an error elsewhere
			graft.attach(s.source.Mark, added, pod.Flux)
			s.tryImages(p.workload, added)
			files = added.Files
		}
	}
	if files != nil {
		by := cmp.Or(out.To, s.source.Item)
		s.files[by] = append(s.files[by], files)
	}
	out.Title = strings.Join(slices.Compact(titles), " and ")
	return out
}

// updateTarget writes the present name of a MiniCluster into the annotation of the source, if kustomize or --suffix has renamed it.
func (s *search) updateTarget(to *transform.Item) {
	if to.Suffixes == nil {
		return
	}
	path := []string{metadata, annotations, latchkey.AnnotationAttachTo}
	value, _ := s.source.Item.At(path...).(string)
	name := to.Name
	if kind, _, hasKind := strings.Cut(value, "/"); hasKind {
		name = kind + "/" + name
	}
	if value != "" && value != name {
		s.edits = append(s.edits, transform.Edit{Item: s.source.Item, Path: path, Value: name})
	}
}

// judgeAlone finds the other mistakes of a source without places.
func (out *Outcome) judgeAlone(s *search) {
	request, flux := s.source.Request, s.flux()
	out.judge(s.source.Addition(nowhere(request, flux)))
	if flux == nil && request.Selector == nil && (len(request.Targets) == 0 || request.isForMiniCluster()) {
		out.Warnings = nil // they would be about a MiniCluster that is not there
	}
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
	if p.workload.flux != nil {
		target.Name = p.workload.Name // the set may know a former name
	}
	pod := newPod(target, graft.template(), labelsOf(p.workload.pods()), p.workload.flux)
	for _, record := range []Record{graft.record, graft.kept} {
		for _, source := range slices.Sorted(maps.Keys(record)) {
			pod.Sidecars = append(pod.Sidecars, record.Containers(source)...)
		}
	}
	ours := map[string]bool{}
	for _, name := range pod.Sidecars {
		ours[name] = true
	}
	pod.Containers = slices.DeleteFunc(pod.Containers, func(name string) bool { return ours[name] })
	return pod
}

// tryImages lets the pod of the key job of a MiniCluster try the images of sidecars before the brokers start.
func (g *grafting) tryImages(w *Workload, added Addition) {
	if w.flux == nil || w.flux.TriesImages == "" {
		return
	}
	for _, template := range w.pods().Templates("") {
		if template.Part != w.flux.TriesImages {
			continue
		}
		if graft, err := g.graft(w, template); err == nil {
			for _, sidecar := range added.Sidecars {
				graft.try(sidecar.Container)
			}
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
