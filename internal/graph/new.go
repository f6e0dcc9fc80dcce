package graph

import (
	"fmt"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// mostLeaves is the number of boxes without boxes in them up to which a drawing is legible on one page.
const mostLeaves = 16

// New draws a package: its sources and all objects to apply. If there are many objects, sources that become the same kinds of
// objects are one box, and containers are left out, unless all is set. The drawing then says so.
func New(objects []*Object, all bool) *Drawing {
	units := unitsOf(objects)
	d := &Drawing{drawn: map[line]bool{}}
	for _, u := range units {
		d.paint(u)
	}
	if !all && leaves(d.boxes) > mostLeaves {
		const note = "each box is a source with all that it becomes; sources that become the same kinds of objects are one box"
		d = &Drawing{drawn: map[line]bool{}, title: fmt.Sprintf("%d objects: %s", len(objects), note)}
		for _, group := range grouped(units) {
			d.outline(group)
		}
	}
	d.connect(units)
	return d
}

// paint draws a unit with its objects, pods and containers.
func (d *Drawing) paint(u *unit) {
	if u.isSet {
		words := factsOf(u)
		if u.source == nil {
			words = append(words, "not in these files")
		}
		u.box = d.add(&d.boxes, &box{shape: source, kind: u.Kind, name: u.Name, words: words})
	}
	for at, o := range u.objects {
		d.object(o, u.objects[:at])
	}
}

// object draws an object. Objects of one name that give rights share a box.
func (d *Drawing) object(o *Object, before []*Object) {
	for _, other := range before {
		if o.isRights() && other.isRights() && other.item.Name == o.item.Name {
			o.box = other.box
			o.box.kind += ", " + o.item.Kind
			return
		}
	}
	o.box = d.add(&d.boxes, &box{shape: o.shape(), kind: o.item.Kind, name: o.title()})
	if o.is("Service") && o.item.At("spec", "clusterIP") == any("None") {
		o.box.words = []string{"headless"}
	}
	for _, own := range o.pods {
		own.box = o.box
		if len(o.pods) > 1 {
			own.box = d.add(&o.box.boxes, &box{shape: plain, kind: own.part})
		}
		own.box.words = own.words()
		d.containers(own)
	}
}

// containers draws the containers of pods, in the order in which they start.
func (d *Drawing) containers(own *pods) {
	var before *box
	for _, c := range own.containers {
		inner := d.add(&own.box.boxes, &box{shape: plain, kind: c.name, words: []string{c.when}})
		d.draw(before, inner, "", makes)
		if c.when != "" {
			before = inner
		}
	}
}

// grouped returns groups of units of one kind that become the same kinds of objects, in the order of their first units.
func grouped(units []*unit) (groups [][]*unit) {
	at := map[string]int{}
	for _, u := range units {
		key := u.outline()
		i, found := at[key]
		if !found {
			i = len(groups)
			at[key], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], u)
	}
	return groups
}

// outline draws a group as one box.
func (d *Drawing) outline(group []*unit) {
	var names, kinds []string
	counts := map[string]int{}
	b := d.add(&d.boxes, &box{kind: counted(len(group), group[0].Kind), words: factsOf(group...)})
	for _, u := range group {
		names, u.box = append(names, u.Name), b
		for _, o := range u.objects {
			o.box = b
			for _, own := range o.pods {
				own.box = b
			}
			if counts[o.item.Kind]++; !slices.Contains(kinds, o.item.Kind) {
				kinds = append(kinds, o.item.Kind)
			}
		}
	}
	b.name = some(names)
	if !group[0].isSet {
		b.shape = group[0].objects[0].shape()
		return
	}
	b.shape = source
	for _, kind := range kinds {
		b.words = append(b.words, counted(counts[kind], kind))
	}
}

// counted writes a number of things of one kind. The number is left out if it is 1.
func counted(count int, kind string) string {
	if count == 1 {
		return kind
	}
	return text.Count(count, kind)
}
