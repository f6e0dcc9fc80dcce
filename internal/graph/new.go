package graph

import "github.com/latchkey-dev/latchkey/generators/transform"

// New draws a package: its sources and all objects to apply.
func New(objects []*Object) *Drawing {
	units := unitsOf(objects)
	d := &Drawing{drawn: map[line]bool{}}
	for _, u := range units {
		d.paint(u)
	}
	d.connect(units)
	return d
}

// paint draws a unit with its objects, pods and containers.
func (d *Drawing) paint(u *unit) {
	if u.isSet {
		words := u.facts()
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

// containers draws the containers of pods, in the order in which they start. A "first" container ends before the next one starts.
// A "sidecar" starts in its place among the first ones, and stays. The containers of the application start together at the end.
func (d *Drawing) containers(own *pods) {
	var before *box
	for _, c := range own.template.List("spec", "initContainers") {
		when := "first"
		if transform.At(c, "restartPolicy") == any("Always") {
			when = "sidecar"
		}
		inner := d.add(&own.box.boxes, &box{shape: plain, kind: stringOf(transform.At(c, "name")), words: []string{when}})
		d.draw(before, inner, "", makes)
		before = inner
	}
	for _, c := range own.template.List("spec", "containers") {
		d.draw(before, d.add(&own.box.boxes, &box{shape: plain, kind: stringOf(transform.At(c, "name"))}), "", makes)
	}
}
