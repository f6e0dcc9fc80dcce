package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// New draws a package: its sources and all objects to apply. With many objects like ones are drawn together, and
// containers are left out, unless all is set. The drawing then says so.
func New(objects []*Object, all bool) *Drawing {
	units := unitsOf(objects)
	groups, level := groupsOf(units, all)
	p := &painter{level: level, places: map[*Object]*box{}, pods: map[*pods]*box{}, sources: map[*unit]*box{}, seen: map[line]bool{}}
	for _, g := range groups {
		p.paint(g)
	}
	p.connect(units)
	p.spread()
	p.name()
	if note := notes[level]; note != "" {
		p.title = fmt.Sprintf("%d objects: %s", len(objects), note)
	}
	return &p.Drawing
}

// A painter makes a drawing. It knows the box of each object, also of those that are drawn as another one.
type painter struct {
	Drawing
	level   level
	places  map[*Object]*box
	pods    map[*pods]*box
	sources map[*unit]*box
	seen    map[line]bool
	loose   []*box // outlined boxes
}

// paint draws a group.
func (p *painter) paint(g group) {
	if p.level >= outlined {
		p.outline(g)
		return
	}
	first := g.first()
	if first.isSet {
		p.add(p.source(g))
	}
	for at, o := range first.objects {
		b := p.object(g, at)
		for _, u := range g.units {
			p.places[u.objects[at]] = b
			for i, own := range u.objects[at].pods {
				p.pods[own] = p.pods[o.pods[i]]
			}
		}
	}
}

func (p *painter) add(b *box) *box {
	p.boxes = append(p.boxes, b)
	return b
}

// source returns the box of the sources of a group.
func (p *painter) source(g group) *box {
	first, facts := g.first(), g.facts()
	b := &box{shape: source, missing: first.source == nil, words: facts.lines()}
	b.kind, b.name = g.title()
	if b.missing {
		b.words = append(b.words, "not in these files")
	}
	for _, u := range g.units {
		p.sources[u] = b
	}
	return b
}

// title names the units of a group.
func (g group) title() (kind, name string) {
	return counted(len(g.units), g.first().kind), some(g.names())
}

// object returns the box of one object of a group. Objects of one name that give rights share a box.
func (p *painter) object(g group, at int) *box {
	o := g.first().objects[at]
	if o.isRights() {
		for _, other := range g.first().objects[:at] {
			if other.isRights() && other.item.Name == o.item.Name {
				b := p.places[other]
				b.kind += ", " + text.Plural(len(g.units), o.item.Kind)
				return b
			}
		}
	}
	kind := counted(len(g.units), o.item.Kind)
	name := g.name(func(u *unit) string { return u.objects[at].title() })
	if len(g.units) > 1 && !g.first().isSet {
		name = some(g.names())
	}
	b := p.add(&box{shape: o.shape(), kind: kind, name: name, words: o.remarks()})
	p.fill(b, g, at)
	return b
}

// shape returns the shape of an object's box.
func (o *Object) shape() shape {
	switch o.kind().String() {
	case "ConfigMap":
		return textual
	case "Secret":
		return secret
	case "Service":
		return network
	case "PersistentVolume", "PersistentVolumeClaim":
		return storage
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

// spread places outlined boxes without lines into rows. Programs that lay out drawings would put all into one row.
func (p *painter) spread() {
	const columns = 4
	linked := map[*box]bool{}
	for _, l := range p.lines {
		linked[l.from], linked[l.to] = true, true
	}
	alone := slices.DeleteFunc(slices.Clone(p.loose), func(b *box) bool { return linked[b] })
	for at := columns; at < len(alone); at++ {
		p.lines = append(p.lines, line{alone[at-columns], alone[at], "", hidden})
	}
}
