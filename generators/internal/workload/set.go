package workload

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// A Set is what all builders of a set share: names and options of the object that the set is made from.
type Set struct {
	// Named has the name, the namespace and the annotations of the object, and the labels of its workloads.
	Named   metav1.ObjectMeta
	Options latchkey.Options
	// Hash is the content hash in the names of workloads, "" if they have none.
	Hash string
}

// UsesJob tells whether the workloads are plain Jobs, for clusters without JobSet.
func (s Set) UsesJob() bool { return s.Options.Workload == latchkey.WorkloadJob }

// HashesNames tells whether the names of workloads hold a hash of the content.
func (s Set) HashesNames() bool { return s.Options.OnChange == latchkey.OnChangeRename }

// InQueue tells whether Kueue admits the set.
func (s Set) InQueue() bool { return InQueue(s.Named.Labels, s.Options) }

// Meta returns the name and the namespace of a generated object.
func (s Set) Meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: s.Named.Namespace}
}

// WorkloadName returns the name of a workload. With the option onChange: Rename it ends in a hash of the content.
func (s Set) WorkloadName(name string) string {
	if s.Hash == "" {
		return name
	}
	return name + "-" + s.Hash
}

// workloadMeta returns the metadata of a workload.
func (s Set) workloadMeta(name string) metav1.ObjectMeta {
	meta := s.Named
	meta.Name = name
	return Metadata(meta, s.Options)
}

// Labels of generated objects.
const (
	// NetworkLabel connects pods to the Service that gives them their host names. Its value is the name of that
	// Service. An overlay that renames the Service can rename the value too. The value stays when the workload gets
	// another name.
	NetworkLabel = "latchkey.dev/network"
	// NameLabel holds the name of the set.
	NameLabel = "app.kubernetes.io/name"
)

// bookkeeping are domains of annotations. kustomize and kpt use these annotations to handle the source itself.
// fn/internal/callers has the same list.
var bookkeeping = []string{
	"config.kubernetes.io/", "internal.config.kubernetes.io/", "config.k8s.io/", "kustomize.config.k8s.io/", "internal.kpt.dev/",
}

// toolAnnotations are domains of annotations. Tools and Latchkey use these annotations to handle the source itself. They do not
// apply to generated objects.
var toolAnnotations = append([]string{"latchkey.dev/", "kubectl.kubernetes.io/", "kpt.dev/"}, bookkeeping...)

// Metadata returns the metadata of a workload, which cannot be changed once it is applied. meta has its name, and the
// labels and annotations of the source: users write there what applies to the whole set, such as a cost centre or a queue.
// The option onChange says what a change does.
func Metadata(meta metav1.ObjectMeta, opts latchkey.Options) metav1.ObjectMeta {
	own := map[string]string{}
	for _, key := range []string{latchkey.AnnotationParameters, latchkey.AnnotationRepeat} {
		if value, inStudy := meta.Annotations[key]; inStudy {
			own[key] = value
		}
	}
	if opts.OnChange == latchkey.OnChangeRecreate {
		maps.Copy(own, recreation)
	}
	if opts.Gang == latchkey.GangPodGroup {
		own[latchkey.AnnotationGang] = string(opts.Gang)
	}
	meta.Labels = Merged(meta.Labels, queueLabels(opts))
	meta.Annotations = Merged(without(meta.Annotations, toolAnnotations...), own)
	if InQueue(meta.Labels, opts) {
		meta.Annotations = appliedOften(meta.Annotations)
	}
	return meta
}

// without returns a new map without the keys in some domains. An empty result is nil.
func without(values map[string]string, domains ...string) map[string]string {
	kept := Merged(values)
	maps.DeleteFunc(kept, func(key, _ string) bool {
		return slices.ContainsFunc(domains, func(domain string) bool { return strings.HasPrefix(key, domain) })
	})
	return Merged(kept)
}

// Merged returns a new map with the entries of all maps. A later map wins. An empty result is nil.
func Merged(all ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// recreation are annotations. They make Argo CD and Flux CD delete an unchangeable object and create it again.
//
// They are documented in argoproj/argo-cd, docs/user-guide/sync-options.md, and in fluxcd/kustomize-controller,
// docs/spec/v1/kustomizations.md.
var recreation = map[string]string{
	syncOptions:                         "Force=true,Replace=true",
	"kustomize.toolkit.fluxcd.io/force": "enabled",
}
