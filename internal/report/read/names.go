package read

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// originFacts makes facts by which runs can be compared of the places of logs without set.json, and of the names of jobs: of
// folders what differs, and of all names without the numbers of size, tasks and repetition. The size is that of a folder's
// name if nothing else says it.
func originFacts(all []report.Run) {
	folders := make([][]string, len(all))
	for i := range all {
		run := &all[i]
		folders[i] = strings.Split(filepath.ToSlash(run.Facts[report.FactFolder]), "/")
		if run.Facts[report.FactFolder] != "" {
			setFact(run, report.FactSize, sizeOf(folders[i]))
		}
		for j, part := range folders[i] {
			folders[i][j] = plain(run, part)
		}
	}
	folders = differing(folders)
	for i := range all {
		run := &all[i]
		replaceFact(run, report.FactFolder, strings.Join(folders[i], "/"))
		replaceFact(run, report.FactFile, plain(run, run.Facts[report.FactFile]))
		// The command of a batch's line says more than its number.
		if job := run.Job; job != nil && (!strings.HasPrefix(job.Name, batchJob) || run.Facts[report.FactCommand] == "") {
			setFact(run, report.FactJob, plain(run, job.Name))
		}
	}
}

func replaceFact(run *report.Run, name, value string) {
	delete(run.Facts, name)
	setFact(run, name, value)
}

// sizeOfFolder is how the name of a folder says the size of a run: size32, size-32, 32-nodes.
var sizeOfFolder = regexp.MustCompile(`(?i)^(?:size|nodes)[-_=]?([0-9]+)(?:[^0-9]|$)|^([0-9]+)[-_]?nodes$`)

// sizeOf returns the size that the last of some folders says, or "".
func sizeOf(folders []string) string {
	for _, folder := range slices.Backward(folders) {
		if found := sizeOfFolder.FindStringSubmatch(folder); found != nil {
			return strings.TrimLeft(found[1]+found[2], "0")
		}
	}
	return ""
}

// differing returns the parts of folders that not all of them have. Where this would make different folders equal, they are
// left whole.
func differing(folders [][]string) [][]string {
	kept, whole := make([][]string, len(folders)), map[string]string{}
	for i, parts := range folders {
		for _, part := range parts {
			if slices.ContainsFunc(folders, func(other []string) bool { return !slices.Contains(other, part) }) {
				kept[i] = append(kept[i], part)
			}
		}
		cut, all := strings.Join(kept[i], "/"), strings.Join(parts, "/")
		if before, known := whole[cut]; known && before != all {
			return folders
		}
		whole[cut] = all
	}
	return kept
}

var (
	words  = regexp.MustCompile(`[A-Za-z0-9]+`)
	repeat = regexp.MustCompile(`(?i)^(iter|iteration|rep|repeat|repetition|run|trial|try|sample|output)([0-9]*)$`)
	scale  = regexp.MustCompile(`(?i)^(size|nodes|n|np|tasks|ranks|procs)?([0-9]+)(n|nodes|tasks)?$`)
	digits = regexp.MustCompile(`^[0-9]+$`)
)

// longNumber is the number of digits from which on a number is an id or a time.
const longNumber = 8

// plain returns a name without what differs between repetitions and sizes. The number after a word such as iter becomes "#",
// and so do all other numbers of such a name, and ids; at the end of a name they are left out. Numbers that are the size or
// the tasks of the run become "*". A name that is a number is a repetition.
func plain(run *report.Run, name string) string {
	if digits.MatchString(name) {
		return ""
	}
	repeated, after := false, false // the name has the number of a repetition; the word before is such as iter
	plainWord := func(word string) string {
		isNumber, followed := digits.MatchString(word), after
		found := repeat.FindStringSubmatch(word)
		numbered := found != nil && found[2] != ""
		after = found != nil && !numbered
		repeated = repeated || numbered || followed && isNumber
		switch parts := scale.FindStringSubmatch(word); {
		case numbered:
			return found[1] + "#"
		case isNumber && (followed || len(word) >= longNumber):
			return "#"
		case parts != nil && (parts[2] == run.Facts[report.FactSize] || parts[2] == run.Facts[report.FactTasks]):
			return parts[1] + "*" + parts[3]
		case isNumber && repeated:
			return "#"
		}
		return word
	}
	words.ReplaceAllStringFunc(name, plainWord) // tells whether the name is repeated
	after = false
	return strings.TrimRight(words.ReplaceAllStringFunc(name, plainWord), "#-_. ")
}

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
