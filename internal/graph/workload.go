package graph

import (
	"cmp"
	"slices"
	"strings"
)

// fill draws the pods of one object of a group into its box.
func (p *painter) fill(b *box, g group, at int) {
	o := g.first().objects[at]
	if len(o.pods) == 1 {
		own := o.pods[0]
		b.words = append(b.words, own.words(g, at, 0)...)
		p.containers(b, g, at, 0)
		return
	}
	for i, own := range o.pods {
		inner := &box{kind: cmp.Or(own.template.Part, "pods"), words: own.words(g, at, i)}
		b.boxes = append(b.boxes, inner)
		p.containers(inner, g, at, i)
	}
}

// containers draws the containers of pods, in the order in which they start. at and i are the places of the object in its
// unit and of the pods in the object.
func (p *painter) containers(b *box, g group, at, i int) {
	own := g.first().objects[at].pods[i]
	p.pods[own], b.across = b, true
	var before *box
	for n, c := range own.containers {
		inner := &box{kind: g.name(func(u *unit) string { return u.objects[at].pods[i].containers[n].name })}
		switch c.phase {
		case first:
			inner.words = append(inner.words, "first")
		case sidecar:
			inner.words = append(inner.words, "sidecar")
		case last:
		}
		b.boxes = append(b.boxes, inner)
		if before != nil {
			p.draw(before, inner, "", makes)
		}
		if c.phase != last {
			before = inner
		}
	}
}

// words describe pods: their number, their names, and whether they share processes. at and i are the places of the
// object in its unit and of the pods in the object.
func (own *pods) words(g group, at, i int) (words []string) {
	hosts := g.name(func(u *unit) string { return u.objects[at].pods[i].hosts })
	var counts []int
	for _, u := range g.units {
		counts = append(counts, u.objects[at].pods[i].count)
	}
	switch count := extent(counts); {
	case own.object.kind().String() == "DaemonSet.apps":
		words = append(words, "a pod on each node")
	case slices.Contains(counts, 0) || len(own.template.Path) == 0:
	case count == "1" && own.hosts != "":
		words = append(words, "pod "+hosts)
	case count == "1":
		words = append(words, "1 pod")
	default:
		words = append(words, strings.TrimSpace(count+" pods "+hosts))
	}
	if own.shared {
		words = append(words, "one process namespace")
	}
	return words
}

// outline draws a group as one box.
func (p *painter) outline(g group) {
	first, facts := g.first(), g.facts()
	b := &box{words: facts.lines()}
	b.kind, b.name = g.title()
	if first.isSet {
		b.shape = source
		b.words = append(b.words, g.objects()...)
	} else {
		b.shape = first.objects[0].shape()
	}
	if p.level == outlined {
		b.words = append(b.words, g.contents()...)
	}
	p.add(b)
	p.loose = append(p.loose, b)
	for _, u := range g.units {
		p.sources[u] = b
		for _, o := range u.objects {
			p.places[o] = b
			for _, own := range o.pods {
				p.pods[own] = b
			}
		}
	}
}

// objects counts the objects of a group by their kinds, in lines of a few words.
func (g group) objects() (lines []string) {
	counts, kinds := map[string]int{}, []string{}
	for _, u := range g.units {
		for _, o := range u.objects {
			if counts[o.item.Kind]++; counts[o.item.Kind] == 1 {
				kinds = append(kinds, o.item.Kind)
			}
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

// contents name the containers of all pods of a group.
func (g group) contents() (lines []string) {
	for at, o := range g.first().objects {
		for i, own := range o.pods {
			var names []string
			for n := range own.containers {
				names = append(names, g.name(func(u *unit) string { return u.objects[at].pods[i].containers[n].name }))
			}
			lines = append(lines, "pods: "+strings.Join(names, " → "))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
