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
	folders, jobs := map[string][]string{}, map[[2]string]int{} // of a set, and of a set in a folder
	for _, run := range r.Runs {
		if jobs[[2]string{run.Path, run.Set}]++; !slices.Contains(folders[run.Set], run.Path) {
			folders[run.Set] = append(folders[run.Set], run.Path)
		}
	}
	times := map[string]int{}
	for i := range r.Runs {
		run := &r.Runs[i]
		run.Name = strings.TrimPrefix(run.Path, above)
		if run.Set != "" && len(folders[run.Set]) == 1 {
			run.Name = run.Set
		}
		if run.Job != nil && run.Job.Name != "" && jobs[[2]string{run.Path, run.Set}] > 1 {
			run.Name += "/" + run.Job.Name
		}
		times[run.Name]++
	}
	number := map[string]int{}
	for i := range r.Runs {
		if same := r.Runs[i].Name; times[same] > 1 {
			number[same]++
			r.Runs[i].Name = same + " #" + strconv.Itoa(number[same])
		}
	}
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
