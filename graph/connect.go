package graph

import (
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// draw adds a line once. Lines within one box are left out.
func (p *painter) draw(from, to *box, label string, style style) {
	l := line{from, to, label, style}
	if from == nil || to == nil || from == to || p.seen[l] {
		return
	}
	p.seen[l] = true
	p.lines = append(p.lines, l)
}

// connect draws all lines between objects.
func (p *painter) connect(units []*unit) {
	index := indexOf(units)
	for _, u := range units {
		if u.isSet {
			p.becomes(u, index)
		}
	}
	for _, u := range units {
		for _, o := range u.objects {
			for _, own := range o.pods {
				p.uses(own, index)
				p.waits(own)
			}
			p.serves(o, index)
			p.volume(o, index)
		}
	}
}

// An index finds objects.
type index struct {
	units []*unit
	byKey map[string]*Object
	owner map[*Object]*unit
}

func indexOf(units []*unit) index {
	i := index{units, map[string]*Object{}, map[*Object]*unit{}}
	for _, u := range units {
		for _, o := range u.objects {
			i.byKey[o.key()], i.owner[o] = o, u
		}
	}
	return i
}

// objects returns all objects to apply.
func (i index) objects() (all []*Object) {
	for _, u := range i.units {
		all = append(all, u.objects...)
	}
	return all
}

// core finds an object of the core group.
func (i index) core(kind, namespace, name string) *Object {
	return i.byKey[markOf("", kind, namespace, name)]
}

// becomes draws the lines from a source to its objects and to the pods to which it adds containers.
func (p *painter) becomes(u *unit, index index) {
	for _, o := range u.objects {
		if !isOfAttached(o, u, index) {
			p.draw(p.sources[u], p.places[o], "", makes)
		}
	}
	for _, a := range attached(u, index) {
		if a.files != nil && p.level < outlined {
			p.draw(p.sources[u], p.places[a.files], "", makes)
		}
		p.draw(p.sources[u], p.pods[a.pods], strings.Join(a.names, ", "), joins)
	}
	if u.source != nil && u.source.item.Kind == "ConfigMonitor" {
		name := text(u.source.item.At("spec", "configmap"))
		p.draw(p.sources[u], p.places[index.core("ConfigMap", u.namespace, name)], "watches", makes)
	}
}

// An attachment says which containers a source has added to pods, and from which of the pods' objects.
type attachment struct {
	pods  *pods
	names []string
	files *Object
}

// attached returns where a source has added containers. A workload says it in an annotation. In the pods of a
// MiniCluster these containers mount a ConfigMap with the names of both.
func attached(u *unit, index index) (found []attachment) {
	if u.source == nil {
		return nil
	}
	for _, o := range index.objects() {
		for _, own := range o.pods {
			if graft, err := transform.NewGraft(o.item, own.template); err == nil {
				if names := graft.AttachedBy(u.source.key()); len(names) > 0 {
					found = append(found, attachment{pods: own, names: names})
				}
			}
			files := filesOf(index.owner[o], u)
			if names := own.mounting(files); len(names) > 0 {
				found = append(found, attachment{own, names, files})
			}
		}
	}
	return found
}

// filesOf returns the ConfigMap of a carrier with the scripts of a set that is attached to it, or nil.
func filesOf(carrier, attached *unit) *Object {
	if carrier == attached || !carrier.isSet || carrier.namespace != attached.namespace || !attached.attaches() {
		return nil
	}
	for _, o := range carrier.objects {
		stem, _ := o.stem()
		if o.kind().String() == "ConfigMap" && stem == carrier.name+"-"+attached.name {
			return o
		}
	}
	return nil
}

// attaches tells whether the source asks to be attached.
func (u *unit) attaches() bool {
	return u.source != nil && u.source.item.At("metadata", "annotations", latchkey.AnnotationAttachTo) != nil
}

// isOfAttached tells whether an object of a carrier is made from a set that is attached.
func isOfAttached(o *Object, carrier *unit, index index) bool {
	return slices.ContainsFunc(index.units, func(u *unit) bool { return filesOf(carrier, u) == o })
}

// mounting returns the names of the containers that mount a ConfigMap.
func (own *pods) mounting(files *Object) (names []string) {
	if files == nil {
		return nil
	}
	volumes := map[string]bool{}
	for _, volume := range own.template.List("spec", "volumes") {
		if text(transform.At(volume, "configMap", "name")) == files.item.Name {
			volumes[text(transform.At(volume, "name"))] = true
		}
	}
	for _, field := range []string{"initContainers", "containers"} {
		for _, c := range own.template.List("spec", field) {
			mounts := list(transform.At(c, "volumeMounts"))
			if slices.ContainsFunc(mounts, func(mount any) bool { return volumes[text(transform.At(mount, "name"))] }) {
				names = append(names, text(transform.At(c, "name")))
			}
		}
	}
	return names
}
