package graph

import (
	"fmt"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A unit is what is drawn together: a source with all that it becomes, or one object of the user.
type unit struct {
	latchkey.Mark
	// isSet says that there is a source, or was.
	isSet bool
	// source is nil if the files do not have it. Of a run of a study it is the study, and study is its unit.
	source  *Object
	study   *unit
	objects []*Object
	// box is the box of the source.
	box *box
}

// unitsOf returns the units in the order of the objects, sources first.
func unitsOf(objects []*Object) []*unit {
	var units []*unit
	known := map[latchkey.Mark]*unit{}
	at := func(mark latchkey.Mark) *unit {
		if known[mark] == nil {
			known[mark] = &unit{Mark: mark}
			units = append(units, known[mark])
		}
		return known[mark]
	}
	for _, o := range objects {
		if o.source {
			u := at(o.key())
			u.isSet, u.source = true, o
		}
	}
	for _, o := range objects {
		if o.source {
			continue
		}
		mark, isMade := latchkey.ParseMark(o.mark)
		if !isMade {
			mark = o.key()
		}
		u := at(mark)
		u.isSet = u.isSet || isMade
		if study, isRun := latchkey.ParseMark(o.study); isRun {
			u.study = at(study)
			u.source = u.study.source
		}
		u.objects = append(u.objects, o)
	}
	isUnseen := func(u *unit) bool { return !u.isSet && len(u.objects) == 0 } // a study that only its runs name
	return slices.DeleteFunc(units, isUnseen)
}

// outline lists only the kinds of objects that the unit becomes.
func (u *unit) outline() string {
	kinds := []string{u.Kind, fmt.Sprint(u.isSet)}
	for _, o := range u.objects {
		kinds = append(kinds, o.item.Group+"/"+o.item.Kind)
	}
	slices.Sort(kinds[2:])
	return strings.Join(slices.Compact(kinds), " ")
}

// factsOf returns what the sources of units say about their metrics and sizes, for people.
func factsOf(units ...*unit) (lines []string) {
	var sizes []int
	var metrics []string
	for _, u := range units {
		if u.source == nil {
			continue
		}
		for _, field := range []string{"size", "replicas"} {
			if size, isSet := number(u.source.item.At("spec", field)); isSet {
				sizes = append(sizes, size)
			}
		}
		for _, metric := range list(u.source.item.At("spec", "metrics")) {
			if name := textOf(transform.At(metric, "name")); !slices.Contains(metrics, name) {
				metrics = append(metrics, name)
			}
		}
	}
	if len(sizes) == 0 {
		return []string{some(metrics)}
	}
	size := fmt.Sprint("size ", slices.Min(sizes))
	if most := slices.Max(sizes); most > slices.Min(sizes) {
		size += fmt.Sprint(" to ", most)
	}
	return []string{some(metrics), size}
}

// some writes names, the first and the last ones of many.
func some(names []string) string {
	if last := len(names) - 1; last > 3 {
		return strings.Join(names[:3], ", ") + ", … " + names[last]
	}
	return strings.Join(names, ", ")
}
