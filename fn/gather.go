package fn

import (
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
)

// gather returns the results without repeats: the runs of one template often have the same result. If all runs have it, it is
// about the template. Otherwise it is about the first of these runs, and names the values of its parameters.
func gather(found Results, sources []source) Results {
	ran, runs := map[krm.ResourceRef]source{}, map[*Item]int{}
	for _, s := range sources {
		if s.template != nil {
			ran[*s.item.ref()] = s
			runs[s.template]++
		}
	}
	if len(ran) == 0 {
		return found
	}
	type same struct {
		template       *Item
		severity       krm.Severity
		field, message string
	}
	first, count := map[same]int{}, map[same]int{}
	var out Results
	for _, result := range found {
		run, isRun := result.run(ran)
		if !isRun {
			out = append(out, result)
			continue
		}
		key := same{template: run.template, severity: result.Severity, message: strings.ReplaceAll(result.Message, result.ResourceRef.Name, "")}
		if result.Field != nil {
			key.field = result.Field.Path
		}
		if count[key]++; count[key] == 1 {
			first[key], out = len(out), append(out, result)
		}
	}
	for key, at := range first {
		copied := *out[at]
		if run, _ := copied.run(ran); count[key] == runs[key.template] {
			copied.ResourceRef = key.template.ref()
		} else {
			copied.Message += " (" + run.cell + ")"
		}
		out[at] = &copied
	}
	return out
}

// run returns the run that a result is about, if it is about one.
func (r *Result) run(ran map[krm.ResourceRef]source) (s source, isRun bool) {
	if r.ResourceRef != nil {
		s, isRun = ran[*r.ResourceRef]
	}
	return s, isRun
}
