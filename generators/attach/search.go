package attach

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Workload is an item that a set may name.
type Workload struct {
	*transform.Item
	// MadeFrom is the mark of the source from which Latchkey makes the item, or "". Nothing is attached to such an item.
	MadeFrom string
	// Recorded are the pod templates to which something was attached earlier.
	Recorded []transform.Template
	// Detaches tells whether to remove what a source has added earlier. If it is nil, the additions of all sources are removed.
	Detaches func(mark string) bool
	// flux is set for a MiniCluster. brokers is then the JobSet or Job that is made from it, or nil if it has errors.
	flux    *Flux
	brokers *transform.Item
	// grafts change its pod templates.
	grafts []*graft
}

// pods returns the item with the pod templates, or nil for a MiniCluster with errors.
func (w *Workload) pods() *transform.Item {
	if w.flux != nil {
		return w.brokers
	}
	return w.Item
}

// title is what messages call the workload.
func (w *Workload) title() string {
	if w.flux != nil && w.Namespace != "" {
		return w.Kind + "/" + w.Namespace + "/" + w.Name
	}
	return w.String()
}

// A place is a pod template to which a set is attached, and the target: how the set names its workload.
type place struct {
	target   Target
	workload *Workload
	template transform.Template
}

// An index finds workloads by their kinds, namespaces, and present and former names.
type index map[[3]string][]*Workload

func newIndex(workloads []Workload) index {
	found := index{}
	for at := range workloads {
		w := &workloads[at]
		names := append(slices.Clone(w.FormerNames), w.Name)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			key := [3]string{w.Kind, w.Namespace, name}
			found[key] = append(found[key], w)
		}
	}
	return found
}

// A search finds the pods for one source.
type search struct {
	*grafting
	source *Source
	errs   field.ErrorList
}

// places returns the pod templates that the set asks for.
func (s *search) places() (places []place) {
	for _, target := range s.source.Request.Targets {
		if w := s.workload(target); w != nil {
			places = s.add(places, w, target)
		}
	}
	for _, w := range s.selected() {
		places = s.add(places, w, Target{Kind: w.Kind, Name: w.Name})
	}
	return places
}

// add adds the templates of a workload. A set is attached to a template once.
func (s *search) add(places []place, w *Workload, target Target) []place {
	for _, template := range s.templates(w, target) {
		if !slices.ContainsFunc(places, func(p place) bool { return p.workload == w && slices.Equal(p.template.Path, template.Path) }) {
			places = append(places, place{target, w, template})
		}
	}
	return places
}

// templates returns the templates of the part that a target names, or of all.
func (s *search) templates(w *Workload, target Target) []transform.Template {
	path := s.source.Request.TemplatePath
	if has, _ := transform.HasPods(w.pods().Type()); has {
		path = ""
	}
	if w.flux != nil {
		target.Part = w.flux.Part
	}
	templates := slices.DeleteFunc(w.pods().Templates(path), func(t transform.Template) bool { return !t.IsWhole() || isWithoutContainers(t, path) })
	if len(templates) == 0 {
		s.refuse(target, "%s has no pod template with containers where %s: write one there", target, placeOfPods(path))
		return nil
	}
	var parts []string
	fitting := slices.DeleteFunc(slices.Clone(templates), func(t transform.Template) bool {
		if t.Part != "" {
			parts = append(parts, t.Part)
		}
		return target.Part != "" && target.Part != t.Part
	})
	if slices.ContainsFunc(fitting, func(t transform.Template) bool { return t.At("spec", "os", "name") == string(corev1.Windows) }) {
		s.refuse(target, "the pods of %s run Windows (spec.os.name), and metrics need Linux: attach to pods that run Linux", target)
		return nil
	}
	if len(fitting) > 0 {
		return fitting
	}
	whole := Target{Kind: target.Kind, Name: target.Name}
	if len(parts) == 0 {
		s.refuse(target, "%s has no parts: write %q", whole, whole)
		return nil
	}
	problem := field.NotFound(ToPath, target.String())
	problem.Detail = fmt.Sprintf("%s has no part %q: ", whole, target.Part)
	s.errs = append(s.errs, findings.Unknown(problem, target.Part, parts))
	return nil
}

// isWithoutContainers tells whether a template has no container to watch. The controller of a kind with a path may add its own later.
func isWithoutContainers(t transform.Template, path string) bool {
	return len(t.List("spec", "containers")) == 0 && (path == "" || t.At("spec", "containers") != nil)
}

func placeOfPods(path string) string {
	if path == "" {
		return "such an object has one"
	}
	return latchkey.AnnotationAttachPath + " says (" + path + ")"
}

// refuse reports a target that nothing can be attached to.
func (s *search) refuse(target Target, format string, args ...any) {
	s.errs = append(s.errs, field.Invalid(ToPath, target.String(), fmt.Sprintf(format, args...)))
}

// flux describes the MiniCluster that the set is attached to. It is nil without one.
func (s *search) flux() *Flux {
	for _, target := range s.source.Request.Targets {
		if called := s.called(target); len(called) > 0 {
			return called[0].flux
		}
	}
	return nil
}

// called returns the workloads that a target may mean, by their present or former names.
func (s *search) called(target Target) []*Workload {
	called := s.index[[3]string{target.Kind, s.source.Item.Namespace, target.Name}]
	return transform.Likeliest(s.source.Item, target.Name, called, func(w *Workload) *transform.Item { return w.Item })
}

// workload finds the workload that a target names. It reports why there is none.
func (s *search) workload(target Target) *Workload {
	called := s.called(target)
	if len(called) == 0 {
		s.errs = append(s.errs, s.missing(target))
		return nil
	}
	w := called[0]
	if names := namesOf(called); len(names) > 1 {
		s.refuse(target, "%q can mean several workloads, %s: write the present name of one%s", target, strings.Join(names, ", "), orSelect(target))
		return nil
	}
	switch has, why := transform.HasPods(w.Type()); {
	case w.flux != nil:
		if w.pods() == nil {
			return nil // its errors are reported
		}
	case w.MadeFrom != "":
		s.refuse(target, "%s", whyMade(w))
		return nil
	case !has && s.source.Request.TemplatePath == "":
		if why == "" {
			why = fmt.Sprintf("Latchkey does not know where a %s has its pods: attach the MetricSet to one of the kinds %s, or write into the annotation %s where the pod template is, as in \"spec.template\"",
				w.Kind, strings.Join(transform.KindsWithPods(), ", "), latchkey.AnnotationAttachPath)
		}
		s.refuse(target, "%s", why)
		return nil
	}
	return w
}

// namesOf returns the names of workloads for a message. Two of one group and name are reported elsewhere.
func namesOf(workloads []*Workload) (names []string) {
	for _, w := range workloads {
		name := strings.TrimSpace(w.Group + " " + w.String())
		if w.flux != nil {
			name = w.String()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func orSelect(target Target) string {
	if target.Kind == MiniCluster {
		return ""
	}
	return ", or select it by its labels with " + latchkey.AnnotationAttachSelector
}

// selected returns the workloads that the set selects by their labels. It reports a selector that selects none.
func (s *search) selected() (found []*Workload) {
	selector, path := s.source.Request.Selector, s.source.Request.TemplatePath
	if selector == nil {
		return nil
	}
	for at := range s.workloads {
		w := &s.workloads[at]
		has, _ := transform.HasPods(w.Type())
		if !has && (path == "" || len(w.Templates(path)) == 0) || w.Namespace != s.source.Item.Namespace || w.MadeFrom != "" || w.flux != nil {
			continue
		}
		if selector.Matches(labels.Set(labelsOf(w.Item))) {
			found = append(found, w)
		}
	}
	if len(found) == 0 {
		problem := field.NotFound(selectorPath, selector.String())
		problem.Detail = fmt.Sprintf("no workload %s has labels in its own metadata that match %s: add such labels to a workload, or name the workload with %s",
			amongItems(s.source.Item.Namespace), selector, latchkey.AnnotationAttachTo)
		s.errs = append(s.errs, problem)
	}
	return found
}

// labelsOf returns the labels of an item.
func labelsOf(item *transform.Item) map[string]string {
	found := map[string]string{}
	fields, _ := item.At("metadata", "labels").(map[string]any)
	for key, value := range fields {
		found[key], _ = value.(string)
	}
	return found
}
