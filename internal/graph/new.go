package graph

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// New draws a package: its sources and all objects to apply. If there are many objects, sources that become the same kinds of
// objects are one box, and containers are left out, unless all is set. The drawing then says so.
func New(objects []*Object, all bool) *Drawing {
	units := unitsOf(objects)
	p := newPainter()
	for _, u := range units {
		p.paint(u)
	}
	if all || p.leaves() <= mostLeaves {
		p.connect(units)
	} else {
		p = newPainter()
		for _, g := range grouped(units) {
			p.outline(g)
		}
		p.connect(units)
		p.spread()
		p.title = fmt.Sprintf("%d objects: %s", len(objects), note)
	}
	p.name()
	return &p.Drawing
}

// A painter makes a drawing. It knows the box of each object, also of those that are drawn as another one.
type painter struct {
	Drawing
	places  map[*Object]*box
	pods    map[*pods]*box
	sources map[*unit]*box
	seen    map[line]bool
}

func newPainter() *painter {
	return &painter{places: map[*Object]*box{}, pods: map[*pods]*box{}, sources: map[*unit]*box{}, seen: map[line]bool{}}
}

// leaves counts the boxes without boxes in them.
func (p *painter) leaves() (count int) {
	for _, b := range p.boxes {
		b.each(func(b *box) {
			if len(b.boxes) == 0 {
				count++
			}
		})
	}
	return count
}

// paint draws a unit with its objects, pods and containers.
func (p *painter) paint(u *unit) {
	if u.isSet {
		b := &box{shape: source, kind: u.kind, name: u.name, missing: u.source == nil, words: factsOf(u)}
		if b.missing {
			b.words = append(b.words, "not in these files")
		}
		p.boxes, p.sources[u] = append(p.boxes, b), b
	}
	for at, o := range u.objects {
		p.places[o] = p.object(o, u.objects[:at])
	}
}

// object returns the box of an object. Objects of one name that give rights share a box.
func (p *painter) object(o *Object, before []*Object) *box {
	if o.isRights() {
		for _, other := range before {
			if other.isRights() && other.item.Name == o.item.Name {
				b := p.places[other]
				b.kind += ", " + o.item.Kind
				return b
			}
		}
	}
	b := &box{shape: o.shape(), kind: o.item.Kind, name: o.title(), words: o.remarks()}
	p.boxes = append(p.boxes, b)
	p.fill(b, o)
	return b
}

// shape returns the shape of an object's box.
func (o *Object) shape() shape {
	switch o.kind().String() {
	case "ConfigMap":
		return textual
	case "Secret", "PersistentVolume", "PersistentVolumeClaim":
		return stored
	case "Service":
		return network
	}
	if o.isRights() {
		return rights
	}
	return plain
}

// remarks say what matters about an object beside its name.
func (o *Object) remarks() []string {
	if o.kind().String() != "Service" {
		return nil
	}
	if textOf(o.item.At("spec", "clusterIP")) == "None" {
		return []string{"headless"}
	}
	var ports []string
	for _, port := range list(o.item.At("spec", "ports")) {
		if fields, fits := port.(map[string]any); fits {
			ports = append(ports, fmt.Sprint(fields["port"]))
		}
	}
	if len(ports) == 0 {
		return nil
	}
	return []string{"port " + strings.Join(ports, ", ")}
}

// name gives the boxes their ids, in the order of the drawing.
func (p *painter) name() {
	count := 0
	for _, b := range p.boxes {
		b.each(func(b *box) {
			count++
			b.id = "n" + strconv.Itoa(count)
		})
	}
}

// counted writes a number of things of one kind. The number is left out if it is 1.
func counted(count int, kind string) string {
	if count == 1 {
		return kind
	}
	return text.Count(count, kind)
}
