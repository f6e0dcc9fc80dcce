package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators"
)

// A kindName is the API group and the name of a kind.
type kindName struct{ group, name string }

// A source is an item to expand.
type source struct {
	item    *Item
	kind    generators.Kind
	version generators.Version
	// object is the decoded part of the item. unread are the fields that could not be decoded.
	object   generators.Object
	unread   field.ErrorList
	results  Results
	resolved generators.Resolved
	// carrier is the source that this source is attached to, or nil.
	carrier *source
	// valid says that the source can be expanded.
	valid bool
	// kept is the item for the output, or nil if it is not there. fault says why it could not be made.
	kept  *Item
	fault error
	// made are the items of the objects that the source makes.
	made []*Item
	// file is the file that kpt writes these objects to, and indexes are their places in it. Only with kpt are there any.
	file    string
	indexes []int
	// hosts are the workloads that the source is attached to, and podField is the path of the field for the pods of the
	// first. sidecars has, for each pod template there, a pod with the sidecars alone.
	hosts    []string
	podField string
	sidecars []corev1.PodTemplateSpec
	// wouldMake counts, by kind, the objects that the source makes without the option include. It is nil if include
	// leaves nothing out.
	wouldMake map[kindName]int
}

// validateOnly tells whether the source is only checked and not expanded.
func (s *source) validateOnly() bool {
	only := s.resolved.Options.ValidateOnly
	return only != nil && *only
}

// findSources reads every source among the items and, for a generator, the functionConfig.
func (r *run) findSources() {
	for _, item := range r.in.Items {
		r.addSource(item)
	}
	if config := r.in.FunctionConfig; config != nil && config.IsSource(r.kinds) {
		r.addConfig(config)
	}
	read := slices.Clone(r.sources)
	r.sortSources()
	if !r.configured {
		r.results = append(r.results, r.independentErrors()...)
		return
	}
	r.resolve()
	for _, s := range read {
		r.results = append(r.results, s.results...)
	}
}

// addConfig makes a source of the functionConfig. The same source may already be an item: a kustomize generator gets a
// copy of its functionConfig as its only item, and kpt sends the file of the functionConfig. It is expanded once.
// kustomize's copy is not returned, because it would become a resource of the build.
func (r *run) addConfig(config *Item) {
	for _, s := range r.sources {
		if s.item.Key() == config.Key() {
			if s.item.File == "" && s.item.annotation(annotationKustomizeID) == "" {
				r.copyOfConfig = s.item
			}
			return
		}
	}
	r.addSource(config)
}

// addSource reads an item if it is a source.
func (r *run) addSource(item *Item) {
	kind, found := r.kinds.Kind(item.Group(), item.Kind)
	if !found {
		r.judgeSlip(item)
		r.refuseList(item)
		return
	}
	version, found := versionOf(item, kind)
	if !found {
		r.addProblems(item, krm.Error, field.ErrorList{unknownVersion(item, versionNames(kind))})
		return
	}
	s := &source{item: item, kind: kind, version: version}
	s.object, s.unread = item.taken(version)
	s.rename()
	s.addProblems(krm.Error, s.unread)
	r.sources = append(r.sources, s)
}

// refuseList refuses a source inside a list item, because nobody would see that it is not expanded. Lists in files are
// replaced by their items.
func (r *run) refuseList(item *Item) {
	for at, object := range item.read.Items() {
		if inner := newItem(object); inner.IsSource(r.kinds) {
			problem := field.Forbidden(field.NewPath("items").Index(at), fmt.Sprintf("%s is not expanded in a list in a list: make it an item or a document of its own", inner))
			r.addProblems(item, krm.Error, field.ErrorList{problem})
		}
	}
}

func versionNames(kind generators.Kind) []string {
	names := make([]string, 0, len(kind.Versions))
	for _, version := range kind.Versions {
		names = append(names, version.Name)
	}
	return names
}

// resolve sets the defaults of the sources and validates them. Attached sources come last, because they need their
// carrier.
func (r *run) resolve() {
	for _, s := range r.sources {
		if !s.joins() {
			s.accept(generators.Resolve(s.kind, s.version, s.object, r.options))
		}
	}
	for _, s := range r.sources {
		if s.joins() {
			r.join(s)
		}
	}
}

// accept stores a resolved source. All problems become results.
func (s *source) accept(resolved generators.Resolved, errs, warnings field.ErrorList) {
	if len(errs) > 0 {
		s.item.read.Load()
		defer s.item.read.Forget()
	}
	heard := newEchoes(s.item.read, s.unread, errs)
	s.addProblems(krm.Error, slices.DeleteFunc(slices.Clone(errs), heard.repeats))
	s.addProblems(krm.Warning, slices.DeleteFunc(slices.Clone(warnings), heard.follows))
	s.resolved = resolved
	s.valid = len(s.unread)+len(errs) == 0
}

func (s *source) addProblems(severity krm.Severity, problems field.ErrorList) {
	s.results = append(s.results, s.item.fieldResults(severity, problems)...)
}

func (r *run) addProblems(item *Item, severity krm.Severity, problems field.ErrorList) {
	r.results = append(r.results, item.fieldResults(severity, problems)...)
}

// isBelow tells whether a field path is outer or below outer.
func isBelow(inner, outer string) bool {
	rest, found := strings.CutPrefix(inner, outer)
	return found && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
