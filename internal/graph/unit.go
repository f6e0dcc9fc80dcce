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
	latchkey.Key
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
	known := map[latchkey.Key]*unit{}
	at := func(key latchkey.Key) *unit {
		if known[key] == nil {
			known[key] = &unit{Key: key}
			units = append(units, known[key])
		}
		return known[key]
	}
	for _, o := range objects {
		if o.source {
			u := at(o.item.Key())
			u.isSet, u.source = true, o
		}
	}
	for _, o := range objects {
		if o.source {
			continue
		}
		key, isMade := latchkey.ParseMark(o.mark)
		if !isMade {
			key = o.item.Key()
		}
		u := at(key)
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

// facts returns what the source says about its metrics and its size, for people.
func (u *unit) facts() (words []string) {
	if u.source == nil {
		return nil
	}
	var metrics []string
	for _, metric := range list(u.source.item.At("spec", "metrics")) {
		if name := stringOf(transform.At(metric, "name")); !slices.Contains(metrics, name) {
			metrics = append(metrics, name)
		}
	}
	words = append(words, strings.Join(metrics, ", "))
	for _, field := range []string{"size", "replicas"} {
		if size, isSet := number(u.source.item.At("spec", field)); isSet {
			words = append(words, fmt.Sprint("size ", size))
		}
	}
	return words
}
