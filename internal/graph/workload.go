package graph

import (
	"cmp"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// fill draws the pods of an object into its box.
func (p *painter) fill(b *box, o *Object) {
	if len(o.pods) == 1 {
		own := o.pods[0]
		b.words = append(b.words, own.words()...)
		p.containers(b, own)
		return
	}
	for _, own := range o.pods {
		inner := &box{kind: cmp.Or(own.template.Part, "pods"), words: own.words()}
		b.boxes = append(b.boxes, inner)
		p.containers(inner, own)
	}
}

// containers draws the containers of pods, in the order in which they start.
func (p *painter) containers(b *box, own *pods) {
	p.pods[own], b.across = b, true
	var before *box
	for _, c := range own.containers {
		inner := &box{kind: c.name}
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

// words describe pods: their number, their names, and whether they share processes.
func (own *pods) words() (words []string) {
	switch {
	case own.object.kind().String() == "DaemonSet.apps":
		words = append(words, "a pod on each node")
	case own.count == 0 || len(own.template.Path) == 0:
	case own.count == 1 && own.hosts != "":
		words = append(words, "pod "+own.hosts)
	default:
		words = append(words, strings.TrimSpace(text.Count(own.count, "pod")+" "+own.hosts))
	}
	if own.shared {
		words = append(words, "one process namespace")
	}
	return words
}
