package read

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// name gives each run its set or place, and its job if the set has several. Names are unique.
func name(r *report.Report) {
	above := commonFolder(r.Runs)
	times := map[string]int{}
	for i := range r.Runs {
		r.Runs[i].Name = nameOf(r.Runs, i, above)
		times[r.Runs[i].Name]++
	}
	for i := range r.Rest {
		r.Rest[i].Name = ""
	}
	number := map[string]int{}
	for i := range r.Runs {
		if same := r.Runs[i].Name; times[same] > 1 {
			number[same]++
			r.Runs[i].Name = same + " #" + strconv.Itoa(number[same])
		}
	}
}

func nameOf(all []report.Run, i int, above string) string {
	run := all[i]
	name := strings.TrimPrefix(run.Path, above)
	another := slices.ContainsFunc(all, func(r report.Run) bool { return r.Set == run.Set && r.Path != run.Path })
	if run.Set != "" && !another {
		name = run.Set
	}
	sibling := func(r report.Run) bool { return r.Path == run.Path && r.Set == run.Set }
	if run.Job != nil && run.Job.Name != "" && slices.IndexFunc(all, sibling) != lastIndexFunc(all, sibling) {
		name += "/" + run.Job.Name
	}
	return name
}

func lastIndexFunc(all []report.Run, is func(report.Run) bool) int {
	for i := len(all) - 1; i >= 0; i-- {
		if is(all[i]) {
			return i
		}
	}
	return -1
}

// commonFolder returns the folder above all runs, with a slash at its end, or "" for one run.
func commonFolder(all []report.Run) string {
	if len(all) < 2 {
		return ""
	}
	folder := filepath.Dir(all[0].Path) + "/"
	for _, run := range all {
		for !strings.HasPrefix(run.Path, folder) {
			folder = folder[:strings.LastIndex(strings.TrimSuffix(folder, "/"), "/")+1]
			if folder == "" {
				return ""
			}
		}
	}
	return folder
}
