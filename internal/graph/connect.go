package graph

import (
	"slices"
	"strings"

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
	index := newIndex(units)
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

// becomes draws the lines from a source to its objects and to the pods to which it adds containers.
func (p *painter) becomes(u *unit, index *index) {
	if u.study != nil {
		p.draw(p.sources[u.study], p.sources[u], "runs", makes)
	}
	for _, o := range u.objects {
		if !index.isOfAttached[o] {
			p.draw(p.sources[u], p.places[o], "", makes)
		}
	}
	for _, a := range index.attachments(u) {
		if files := p.places[a.files]; files != p.pods[a.pods] { // in an outline they are in one box
			p.draw(p.sources[u], files, "", makes)
		}
		p.draw(p.sources[u], p.pods[a.pods], strings.Join(a.names, ", "), joins)
	}
	if u.source != nil && u.source.item.Kind == "ConfigMonitor" {
		name := textOf(u.source.item.At("spec", "configmap"))
		p.draw(p.sources[u], p.places[index.core("ConfigMap", u.namespace, name)], "watches", makes)
	}
}

// mounting returns the names of the containers that mount a ConfigMap.
func (own *pods) mounting(files *Object) (names []string) {
	if files == nil {
		return nil
	}
	volumes := map[string]bool{}
	for _, volume := range own.template.List("spec", "volumes") {
		if textOf(transform.At(volume, "configMap", "name")) == files.item.Name {
			volumes[textOf(transform.At(volume, "name"))] = true
		}
	}
	for _, field := range []string{"initContainers", "containers"} {
		for _, c := range own.template.List("spec", field) {
			mounts := list(transform.At(c, "volumeMounts"))
			if slices.ContainsFunc(mounts, func(mount any) bool { return volumes[textOf(transform.At(mount, "name"))] }) {
				names = append(names, textOf(transform.At(c, "name")))
			}
		}
	}
	return names
}
