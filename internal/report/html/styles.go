package html

import (
	"cmp"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// styles are the colours, dashes and marks that lines have on the whole page, as numbers below mostLines. The key of one is the number of a
// line of the comparison, or a name.
type styles map[any]int

// noLine is the number of what is not a line of the comparison.
const noLine = -1

// of returns the styles of the lines of a picture, of which lines are the numbers. A line keeps its style in all pictures, and lines of one
// name in different pictures have one style. A line gets another one only where the picture has its style already.
func (s styles) of(lines []int, names []string) []int {
	all, inPicture, onPage := make([]int, len(names)), make([]int, mostLines), make([]int, mostLines)
	for _, style := range s {
		onPage[style]++
	}
	var others []int
	for i, name := range names {
		style, known := s[lines[i]]
		if !known {
			style, known = s[name]
		}
		if !known || inPicture[style] > 0 {
			others = append(others, i)
			continue
		}
		all[i] = style
		inPicture[style]++
	}
	for _, i := range others {
		for style := range mostLines {
			if cmp.Or(inPicture[style]-inPicture[all[i]], onPage[style]-onPage[all[i]]) < 0 {
				all[i] = style
			}
		}
		inPicture[all[i]]++
		onPage[all[i]]++
	}
	for i, name := range names {
		s.keep(name, all[i])
		if lines[i] != noLine {
			s.keep(lines[i], all[i])
		}
	}
	return all
}

// keep sets the style of a line that has none.
func (s styles) keep(key any, style int) {
	if _, known := s[key]; !known {
		s[key] = style
	}
}

// A named is a cell as a picture names it.
type named struct {
	report.Cell
	place   string // on the axis: "size=4"; "" without an axis, or if the place is the name
	name    string
	isPlace bool // the name is the place on the axis, and not that of the line
}

// naming names some cells by their lines, and those of one line by their places, and gives the lines styles. about is for the caption.
func (p *page) naming(cells []report.Cell) (all []named, about string) {
	c := p.report.Comparison
	var lines []int
	for _, same := range report.Grouped(cells, func(cell report.Cell) int { return cell.Line }) {
		lines = append(lines, same[0].Line)
	}
	names, about := c.NamesOf(lines)
	p.styles.of(lines, names)
	for _, cell := range cells {
		of := named{Cell: cell, name: names[slices.Index(lines, cell.Line)]}
		switch at := cell.Facts[c.Over]; {
		case at == "":
		case len(lines) > 1:
			of.place = c.Over + "=" + at
		default:
			of.name, of.isPlace = c.Over+"="+at, true
		}
		all = append(all, of)
	}
	return all, about
}
