package apis

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// unknownField says what to write instead of an unknown field: a remedy if there is one, a field with nearly this name,
// or one of the known fields.
func (d *decoder) unknownField(key string, known *fields) *field.Error {
	problem := &field.Error{Type: field.ErrorTypeForbidden, BadValue: "", Detail: "unknown field: "}
	if remedy := d.remedy(key, known); remedy != "" {
		problem.Detail += remedy
		return problem
	}
	problem = findings.Unknown(problem, key, known.names)
	if suggest.IsNear(key, known.names) {
		problem.Detail += notes[strings.ToLower(key)]
	}
	return problem
}

// remedy says what became of a field of an earlier version. Otherwise it says where a field with this name, or with the
// same meaning in Kubernetes, belongs. It is "" if a known field at this place has nearly this name, and if there is
// nothing to say.
func (d *decoder) remedy(key string, known *fields) string {
	former := known.former()
	if remedy, ok := former[key]; ok {
		return remedy
	}
	if suggest.IsNear(key, known.names) {
		return ""
	}
	kin := suggest.Kin(key)
	for _, same := range kin {
		if remedy, ok := former[same]; ok {
			return remedy
		}
	}
	if remedy := d.elsewhere(key, kin); remedy != "" {
		return remedy
	}
	return noFields[strings.ToLower(key)]
}

// elsewhere says where an unknown field belongs. It looks for the name of the field and for names with the same meaning. If several
// places have such a field, the nearest wins.
func (d *decoder) elsewhere(key string, kin []string) string {
	homes := homesOf(d.root)
	name, places := key, d.nearest(homes[key])
	for _, same := range kin {
		found := d.nearest(homes[same])
		if len(found) > 0 && (len(places) == 0 || d.inCommon(found[0]) > d.inCommon(places[0])) {
			name, places = same, found
		}
	}
	switch text := strings.Join(places[:min(3, len(places))], " or "); {
	case len(places) == 0:
		return ""
	case name == key:
		return "it belongs under " + text
	default:
		return strings.TrimSuffix(fmt.Sprintf("it is called %q here, and belongs under %s.%s", name, text, notes[strings.ToLower(key)]), ".")
	}
}

// nearest sorts places by how much of the present path they share.
func (d *decoder) nearest(places []string) []string {
	places = slices.Clone(places)
	slices.SortStableFunc(places, func(a, b string) int { return d.inCommon(b) - d.inCommon(a) })
	return places
}

// inCommon counts the equal steps at the beginning of a place and the present path.
func (d *decoder) inCommon(place string) int {
	var here []string
	for _, s := range d.path {
		switch {
		case s.kind == inList && len(here) > 0:
			here[len(here)-1] += "[]"
		case s.kind == inMap:
			here = append(here, "<name>")
		default:
			here = append(here, s.name)
		}
	}
	count := 0
	for at, name := range strings.Split(place, ".") {
		if at >= len(here) || here[at] != name {
			break
		}
		count++
	}
	return count
}

// notes map words of Kubernetes, in small letters, to the form of the field with the same meaning.
var notes = map[string]string{
	"args":   " Write the arguments behind the command",
	"cpu":    " Write resources: {limits: {cpu: 4}}",
	"memory": " Write resources: {limits: {memory: 2Gi}}",
}

// unsaid is the remedy for a field without any counterpart here.
const unsaid = "nothing here says it: leave it out, and patch the rendered objects where you need it"

// noFields are fields of Kubernetes, in small letters, without a counterpart in Latchkey.
var noFields = map[string]string{
	"ttlsecondsafterfinished": "write the annotation latchkey.dev/ttl-seconds",
	"suspend":                 "write the annotation latchkey.dev/queue for Kueue, which suspends by itself, or leave it out",
	"initcontainers":          "there are none: write what has to run before as commands.init or commands.pre of a container",
	"podfailurepolicy":        "leave it out: pods never restart alone",
	"livenessprobe":           unsaid, "readinessprobe": unsaid, "startupprobe": unsaid, "priorityclassname": unsaid,
	"hostnetwork": unsaid, "hostaliases": unsaid, "dnsconfig": unsaid, "topologyspreadconstraints": unsaid,
	"terminationgraceperiodseconds": unsaid, "volumedevices": unsaid, "stdin": unsaid, "tty": unsaid, "subpath": unsaid,
	"overhead": unsaid, "enableservicelinks": unsaid, "preemptionpolicy": unsaid, "volumeclaimtemplates": unsaid,
}

// homes holds the places of field names for each root type.
var homes sync.Map

// homesOf returns the places of every field name in a type, the shallowest first: "leadBroker" is found under
// "spec.flux.bursting".
func homesOf(root reflect.Type) map[string][]string {
	if known, ok := homes.Load(root); ok {
		return known.(map[string][]string)
	}
	found := map[string][]string{}
	collectHomes(found, root, "", nil)
	for _, places := range found {
		slices.SortFunc(places, func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")), cmp.Compare(a, b))
		})
	}
	kept, _ := homes.LoadOrStore(root, found)
	return kept.(map[string][]string)
}

// collectHomes notes the fields of a type at a place. It enters a type that contains itself once.
func collectHomes(found map[string][]string, t reflect.Type, place string, within []reflect.Type) {
	if isCustom(t) || slices.Contains(within, t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		collectHomes(found, t.Elem(), place, within)
	case reflect.Slice:
		collectHomes(found, t.Elem(), place+"[]", within)
	case reflect.Map:
		collectHomes(found, t.Elem(), place+".<name>", within)
	case reflect.Struct:
		within = append(slices.Clone(within), t)
		for name, at := range fieldsOf(t).index {
			if place != "" {
				found[name] = append(found[name], place)
			}
			if place != "" || name != "status" {
				collectHomes(found, t.FieldByIndex(at).Type, strings.TrimPrefix(place+"."+name, "."), within)
			}
		}
	}
}
