package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// means tells whether a name of a figure may be that of a field of the kind: its kind and field, with any title between them
// and any point of a curve after them.
func (k *Kind) means(name, field string) bool {
	rest, isOf := strings.CutPrefix(name, k.Name+".")
	rest = " " + rest
	return isOf && (strings.HasSuffix(rest, " "+field) || strings.Contains(rest, " "+field+"{"))
}

// allows tells whether a record of the kind may have a figure of this name.
func (k *Kind) allows(name string) bool {
	rest, isOf := strings.CutPrefix(name, k.Name+".")
	isFurther := len(k.Fields) == 0 || k.Further != "" && strings.Contains(" "+rest, " "+k.Further)
	return isOf && isFurther || slices.ContainsFunc(k.Fields, func(f Field) bool { return k.means(name, f.Name) })
}

// UnknownFigure says why no record of these kinds can have a figure of this name, and what to write instead. It is "" if one
// can, and for a figure of the user's own.
func UnknownFigure(name string, kinds []*Kind) string {
	of, _, _ := strings.Cut(name, ".")
	var all, fields []string
	for _, k := range kinds {
		if all = append(all, k.Name); k.Name == of {
			fields = fieldNames(k)
		}
	}
	switch {
	case of == ownKind || slices.ContainsFunc(kinds, func(k *Kind) bool { return k.allows(name) }):
		return ""
	case fields == nil:
		return fmt.Sprintf("%q begins with no kind of record: %s", name, suggest.Remedy(of, all))
	}
	return fmt.Sprintf("no record has the figure %q: %s", name, suggest.Remedy(plainName(name), fields))
}

// fieldNames returns the names of the figures of a kind.
func fieldNames(k *Kind) (all []string) {
	for _, f := range k.Fields {
		all = append(all, k.Name+"."+f.Name)
	}
	return all
}

// plainName returns the name of a figure without title and point: "osu.latency" for "osu.osu_latency latency{size=8}".
func plainName(name string) string {
	name, _, _ = strings.Cut(name, "{")
	of, rest, _ := strings.Cut(name, ".")
	return of + "." + rest[strings.LastIndex(rest, " ")+1:]
}
