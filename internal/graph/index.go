package graph

import (
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An index finds objects and pods by what others say of them.
type index struct {
	byKey    map[latchkey.Key]*Object
	labelled map[[3]string][]*pods // by namespace, and key and value of a label
	// attached has what a source has attached to pods, and isOfAttached the ConfigMaps with its scripts among the objects of others.
	attached     map[latchkey.Key][]attachment
	isOfAttached map[*Object]bool
}

// An attachment says which containers a source has added to pods, and where their scripts are, if the carrier has them.
type attachment struct {
	pods  *pods
	names []string
	files *box
}

func newIndex(units []*unit) *index {
	i := &index{
		byKey: map[latchkey.Key]*Object{}, labelled: map[[3]string][]*pods{},
		attached: map[latchkey.Key][]attachment{}, isOfAttached: map[*Object]bool{},
	}
	attaching := map[[2]string]*unit{}
	for _, u := range units {
		if u.source != nil && u.source.item.At("metadata", "annotations", latchkey.AnnotationAttachTo) != nil {
			attaching[[2]string{u.Namespace, u.Name}] = u
		}
	}
	for _, u := range units {
		for _, o := range u.objects {
			i.byKey[o.item.Key()] = o
			for _, own := range o.pods {
				i.add(own)
			}
			// A MiniCluster has the scripts of what is attached to it in a ConfigMap with the names of both.
			stem, _ := o.stem()
			name, found := strings.CutPrefix(stem, u.Name+"-")
			if of := attaching[[2]string{u.Namespace, name}]; found && u.isSet && o.is("ConfigMap") && of != nil && of != u {
				i.carry(of, u, o)
			}
		}
	}
	return i
}

// boxOf returns the box of an object of the core group, or nil.
func (i *index) boxOf(kind, namespace, name string) *box {
	if o := i.byKey[latchkey.Key{Kind: kind, Namespace: namespace, Name: name}]; o != nil {
		return o.box
	}
	return nil
}

// add indexes pods by their labels, and by the sources that are attached to them as a workload says in an annotation.
func (i *index) add(own *pods) {
	labels, _ := own.template.At("metadata", "labels").(map[string]any)
	for key, value := range labels {
		at := [3]string{own.object.item.Namespace, key, stringOf(value)}
		i.labelled[at] = append(i.labelled[at], own)
	}
	record, _ := attach.RecordOf(own.template) // a user may have spoiled it
	for text := range record {
		if source, isMark := latchkey.ParseMark(text); isMark && len(record.Containers(text)) > 0 {
			i.attached[source] = append(i.attached[source], attachment{pods: own, names: record.Containers(text)})
		}
	}
}

// carry notes the containers of a set that mount a ConfigMap with the scripts of an attached source.
func (i *index) carry(attached, carrier *unit, files *Object) {
	i.isOfAttached[files] = true
	for _, o := range carrier.objects {
		for _, own := range o.pods {
			if names := own.mounting(files.item.Name); len(names) > 0 {
				i.attached[attached.Key] = append(i.attached[attached.Key], attachment{own, names, files.box})
			}
		}
	}
}

// mounting returns the names of the containers that mount a ConfigMap.
func (p *pods) mounting(files string) (names []string) {
	volumes := map[any]bool{}
	for _, volume := range p.template.List("spec", "volumes") {
		if stringOf(transform.At(volume, "configMap", "name")) == files {
			volumes[stringOf(transform.At(volume, "name"))] = true
		}
	}
	for _, c := range slices.Concat(p.template.List("spec", "initContainers"), p.template.List("spec", "containers")) {
		mounts := list(transform.At(c, "volumeMounts"))
		if slices.ContainsFunc(mounts, func(mount any) bool { return volumes[stringOf(transform.At(mount, "name"))] }) {
			names = append(names, stringOf(transform.At(c, "name")))
		}
	}
	return names
}
