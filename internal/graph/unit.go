package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A unit is what is drawn together: a source with all that it becomes, or one object of the user.
type unit struct {
	kind, name, namespace string
	// isSet says that there is a source, or was.
	isSet bool
	// source is nil if the files do not have it. Of a run of a study it is the study, and
	// study is its unit.
	source  *Object
	study   *unit
	objects []*Object
}

// unitsOf returns the units in the order of the objects, sources first.
func unitsOf(objects []*Object) []*unit {
	var units []*unit
	byKey := map[string]*unit{}
	at := func(key string) *unit {
		if byKey[key] == nil {
			byKey[key] = &unit{}
			units = append(units, byKey[key])
		}
		return byKey[key]
	}
	for _, o := range objects {
		if o.source {
			u := at(o.key())
			u.kind, u.name, u.namespace, u.isSet, u.source = o.item.Kind, o.item.Name, o.item.Namespace, true, o
		}
	}
	for _, o := range objects {
		if o.source {
			continue
		}
		u := at(cmp.Or(o.mark, o.key()))
		if u.kind == "" {
			u.kind, u.name, u.namespace = o.item.Kind, o.item.Name, o.item.Namespace
			if source, ok := latchkey.ParseMark(o.mark); ok {
				u.kind, u.namespace, u.name, u.isSet = source.Kind, source.Namespace, source.Name, true
			}
		}
		if o.study != "" {
			u.study = at(o.study)
			u.source = u.study.source
		}
		u.objects = append(u.objects, o)
	}
	isUnseen := func(u *unit) bool { return !u.isSet && len(u.objects) == 0 } // a study that only its runs name
	return slices.DeleteFunc(units, isUnseen)
}

// outline lists only the kinds of objects that the unit becomes.
func (u *unit) outline() string {
	kinds := []string{u.kind, fmt.Sprint(u.isSet)}
	for _, o := range u.objects {
		kinds = append(kinds, o.kind().String())
	}
	slices.Sort(kinds[2:])
	return strings.Join(slices.Compact(kinds), " ")
}

// factsOf returns what the sources of units say about their sizes and their metrics, for people.
func factsOf(units ...*unit) (lines []string) {
	var sizes, most []int
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
		if size, isSet := number(u.source.item.At("spec", "maxSize")); isSet && size > 0 {
			most = append(most, size)
		}
		for _, metric := range list(u.source.item.At("spec", "metrics")) {
			if name := textOf(transform.At(metric, "name")); name != "" && !slices.Contains(metrics, name) {
				metrics = append(metrics, name)
			}
		}
	}
	if len(metrics) > 0 {
		lines = append(lines, some(metrics))
	}
	if len(sizes) == 0 {
		return lines
	}
	size := "size " + extent(sizes)
	if len(most) > 0 {
		size += ", at most " + extent(most)
	}
	return append(lines, size)
}

// extent writes numbers as the least and the greatest of them.
func extent(numbers []int) string {
	least, greatest := slices.Min(numbers), slices.Max(numbers)
	if least == greatest {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, greatest)
}

// some writes names, the first and the last ones of many.
func some(names []string) string {
	const most = 4
	if len(names) > most {
		names = append(slices.Clone(names[:most-1]), "…", names[len(names)-1])
	}
	return strings.ReplaceAll(strings.Join(names, ", "), "…, ", "… ")
}
