package graph

import (
	"slices"
	"strings"
)

// mostLeaves is the number of boxes without boxes in them up to which a drawing is legible on one page.
const mostLeaves = 16

// note says in the drawing what is left out of it.
const note = "each box is a source with all that it becomes; sources that become the same kinds of objects are one box"

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
func (p *painter) outline(g []*unit) {
	var names []string
	var objects []*Object
	for _, u := range g {
		names, objects = append(names, u.name), append(objects, u.objects...)
	}
	b := &box{kind: counted(len(g), g[0].kind), name: some(names), words: factsOf(g...)}
	if g[0].isSet {
		b.shape = source
		b.words = append(b.words, kindsOf(objects)...)
	} else {
		b.shape = g[0].objects[0].shape()
	}
	p.boxes = append(p.boxes, b)
	for _, u := range g {
		p.sources[u] = b
		for _, o := range u.objects {
			p.places[o] = b
			for _, own := range o.pods {
				p.pods[own] = b
			}
		}
	}
}

// kindsOf counts objects by their kinds, in lines of a few words.
func kindsOf(objects []*Object) (lines []string) {
	counts, kinds := map[string]int{}, []string{}
	for _, o := range objects {
		if counts[o.item.Kind]++; counts[o.item.Kind] == 1 {
			kinds = append(kinds, o.item.Kind)
		}
	}
	const perLine = 2
	for line := range slices.Chunk(kinds, perLine) {
		for i, kind := range line {
			line[i] = counted(counts[kind], kind)
		}
		lines = append(lines, strings.Join(line, ", "))
	}
	return lines
}

// spread places boxes without lines into rows. Programs that lay out drawings would put all into one row.
func (p *painter) spread() {
	const columns = 4
	linked := map[*box]bool{}
	for _, l := range p.lines {
		linked[l.from], linked[l.to] = true, true
	}
	alone := slices.DeleteFunc(slices.Clone(p.boxes), func(b *box) bool { return linked[b] })
	for at := columns; at < len(alone); at++ {
		p.lines = append(p.lines, line{alone[at-columns], alone[at], "", hidden})
	}
}
