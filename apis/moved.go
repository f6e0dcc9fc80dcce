package apis

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// unknownField says what to write in place of an unknown field: what became of one of an earlier version, a field of
// nearly this name, the place where a field of just this name belongs, or one of those that are known here.
func (d *decoder) unknownField(key string, known *fields) *field.Error {
	problem := &field.Error{Type: field.ErrorTypeForbidden, BadValue: "", Detail: "unknown field: "}
	if remedy, former := known.former[key]; former {
		problem.Detail += remedy
		return problem
	}
	if near := suggest.Nearest(key, known.names); near != "" {
		problem.Detail += suggest.DidYouMean(near)
		return findings.Meaning(problem, near)
	}
	if places := homesOf(d.root)[key]; len(places) > 0 {
		problem.Detail += "it belongs under " + strings.Join(places[:min(3, len(places))], " or ")
		return problem
	}
	problem.Detail += suggest.OneOf(known.names)
	return problem
}

// homes holds, for each root type, where fields of a name belong.
var homes sync.Map

// homesOf returns the places of every field name in a type, the shallowest first: "leadBroker" is found under
// "spec.flux.bursting".
func homesOf(root reflect.Type) map[string][]string {
	if known, ok := homes.Load(root); ok {
		return known.(map[string][]string)
	}
	found := map[string][]string{}
	settle(found, root, "", nil)
	for _, places := range found {
		slices.SortFunc(places, func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")), cmp.Compare(a, b))
		})
	}
	kept, _ := homes.LoadOrStore(root, found)
	return kept.(map[string][]string)
}

// settle notes the fields of a type that lies at a place. Types that contain themselves are entered once.
func settle(found map[string][]string, t reflect.Type, place string, within []reflect.Type) {
	if isCustom(t) || slices.Contains(within, t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		settle(found, t.Elem(), place, within)
	case reflect.Slice:
		settle(found, t.Elem(), place+"[]", within)
	case reflect.Map:
		settle(found, t.Elem(), place+".<name>", within)
	case reflect.Struct:
		settleFields(found, t, place, append(slices.Clone(within), t))
	}
}

func settleFields(found map[string][]string, t reflect.Type, place string, within []reflect.Type) {
	for name, at := range fieldsOf(t).index {
		if place != "" {
			found[name] = append(found[name], place)
		}
		if place != "" || name != "status" {
			settle(found, t.FieldByIndex(at).Type, strings.TrimPrefix(place+"."+name, "."), within)
		}
	}
}
