package graph

import (
	"maps"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An index finds objects and pods by what others say of them. It is made once, so that the time for a drawing grows with its
// size alone.
type index struct {
	byKey map[string]*Object
	// labelled has the pods of each namespace by each of their labels.
	labelled map[[3]string][]*pods
	// bindings are the RoleBindings of each namespace by each of their ServiceAccounts.
	bindings map[[2]string][]*Object
	// recorded has the attachments that workloads list in their annotations, by the keys of the sources.
	recorded map[string][]attachment
	// carried has the attachments of sources that are attached to a MiniCluster, and isOfAttached the ConfigMaps with their scripts.
	carried      map[*unit][]attachment
	isOfAttached map[*Object]bool
}

// An attachment says which containers a source has added to pods, and in which object their scripts are, if the carrier has it. A
// workload says it in an annotation. In the pods of a MiniCluster these containers mount the ConfigMap with their scripts.
type attachment struct {
	pods  *pods
	names []string
	files *Object
}

func newIndex(units []*unit) *index {
	i := &index{
		byKey: map[string]*Object{}, labelled: map[[3]string][]*pods{}, bindings: map[[2]string][]*Object{},
		recorded: map[string][]attachment{}, carried: map[*unit][]attachment{}, isOfAttached: map[*Object]bool{},
	}
	attaching := map[[2]string]*unit{}
	for _, u := range units {
		if u.source != nil && u.source.item.At("metadata", "annotations", latchkey.AnnotationAttachTo) != nil {
			attaching[[2]string{u.namespace, u.name}] = u
		}
	}
	for _, u := range units {
		for _, o := range u.objects {
			i.byKey[o.key()] = o
			i.add(o)
			if attached := attaching[[2]string{u.namespace, u.carries(o)}]; attached != nil && attached != u {
				i.carried[attached] = append(i.carried[attached], u.mounting(o)...)
				i.isOfAttached[o] = true
			}
		}
	}
	return i
}

// add indexes one object.
func (i *index) add(o *Object) {
	for _, own := range o.pods {
		labels, _ := own.template.At("metadata", "labels").(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			at := [3]string{o.item.Namespace, key, textOf(labels[key])}
			i.labelled[at] = append(i.labelled[at], own)
		}
		if record, err := attach.RecordOf(own.template); err == nil {
			for source := range record {
				if names := record.Containers(source); len(names) > 0 {
					i.recorded[source] = append(i.recorded[source], attachment{pods: own, names: names})
				}
			}
		}
	}
	if o.item.Kind == "RoleBinding" {
		for _, subject := range list(o.item.At("subjects")) {
			if transform.At(subject, "kind") == any("ServiceAccount") {
				at := [2]string{o.item.Namespace, textOf(transform.At(subject, "name"))}
				i.bindings[at] = append(i.bindings[at], o)
			}
		}
	}
}

// carries returns the name of another source that has its scripts in a ConfigMap of the set, or "". The ConfigMap has the names of
// both.
func (u *unit) carries(o *Object) string {
	stem, _ := o.stem()
	name, found := strings.CutPrefix(stem, u.name+"-")
	if !found || !u.isSet || o.kind().String() != "ConfigMap" {
		return ""
	}
	return name
}

// core finds an object of the core group.
func (i *index) core(kind, namespace, name string) *Object {
	return i.byKey[markOf("", kind, namespace, name)]
}

// mounting returns the containers of a set that mount a ConfigMap.
func (u *unit) mounting(files *Object) (found []attachment) {
	for _, o := range u.objects {
		for _, own := range o.pods {
			if names := own.mounting(files); len(names) > 0 {
				found = append(found, attachment{own, names, files})
			}
		}
	}
	return found
}
