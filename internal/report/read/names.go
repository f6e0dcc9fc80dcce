package read

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// Names says what the names of files, folders and jobs mean.
type Names []pattern

// A pattern is the end of a path, with marks.
type pattern struct {
	form  *regexp.Regexp
	marks []string
}

var nameMark = regexp.MustCompile(`\{([^{}/]*)\}`)

// repetition is the mark of the number of a repetition. It is not a fact: files that differ in it alone are repetitions.
const repetition = "repetition"

// NewNames reads patterns such as size-{size}/{app}-{repetition}.out, each for the end of the path of a file. The name of a job in a file
// may follow as if the file were a folder. {size}, {tasks} and {repetition} are integers, {} is what does not matter, and any
// other mark is a fact.
func NewNames(texts []string) (all Names, err error) {
	for _, text := range texts {
		between, found := nameMark.Split(text, -1), nameMark.FindAllStringSubmatch(text, -1)
		if len(found) == 0 || strings.ContainsAny(strings.Join(between, ""), "{}") {
			return nil, fmt.Errorf("names %q: write what differs as {size}, {tasks}, {repetition}, {} or a name of your own in braces: 'size-{size}/{app}-{repetition}.out'", text)
		}
		form, marks := "(?:^|/)"+regexp.QuoteMeta(between[0]), []string(nil)
		for i, mark := range found {
			switch name := mark[1]; name {
			case "":
				form += `[^/]*`
			case report.FactSize, report.FactTasks, repetition:
				form, marks = form+`([0-9]+)`, append(marks, name)
			default:
				form, marks = form+`([^/]+)`, append(marks, name)
			}
			form += regexp.QuoteMeta(between[i+1])
		}
		all = append(all, pattern{regexp.MustCompile(form + "$"), marks})
	}
	return all, nil
}

// find returns the pattern that fits the names of a run, the text that it fits, and where its marks are; nil if none fits.
func (names Names) find(run *report.Run) (p pattern, text string, at []int) {
	path := run.Facts[report.FactFolder] + "/" + run.Facts[report.FactFile]
	texts := []string{path}
	if job := run.Facts[report.FactJob]; job != "" {
		texts = []string{path + "/" + job, path}
	}
	for _, text = range texts {
		for _, p = range names {
			if at = p.form.FindStringSubmatchIndex(text); at != nil {
				return p, text, at
			}
		}
	}
	return p, text, nil
}

// read sets the facts that the names of a run say. What is before the pattern in the path stays a fact. It is false if no pattern fits.
func (names Names) read(run *report.Run) bool {
	p, text, at := names.find(run)
	if at == nil {
		return false
	}
	if text != run.Facts[report.FactFolder]+"/"+run.Facts[report.FactFile] {
		delete(run.Facts, report.FactJob)
	}
	delete(run.Facts, report.FactFile)
	delete(run.Facts, report.FactFolder)
	setFact(run, report.FactFolder, text[:at[0]])
	for i, mark := range p.marks {
		switch value := text[at[2*i+2]:at[2*i+3]]; mark {
		case repetition:
		case report.FactSize, report.FactTasks:
			run.Facts[mark] = cmp.Or(strings.TrimLeft(value, "0"), "0")
		default:
			run.Facts[report.FactOf(mark)] = value
		}
	}
	return true
}

// nameFacts makes facts of the names of folders, files and jobs, or of what the user says that they mean.
func (r *reader) nameFacts() {
	var misfits []string
	for _, run := range runsOf(&r.report) {
		nodes := report.FactNumber(run.Facts, report.FactSize) // as the record or the log says
		if names := r.options.Names; len(names) > 0 && run.Facts[report.FactFile] != "" && !names.read(run) {
			misfits = append(misfits, run.Name)
		}
		size, tasks := report.FactNumber(run.Facts, report.FactSize), report.FactNumber(run.Facts, report.FactTasks)
		if report.Known(nodes) && nodes != size {
			run.Facts[report.FactLogNodes], size = report.Number(nodes), nodes
		}
		if size > 0 && tasks >= size { // fewer tasks leave nodes out
			setFact(run, report.FactPerNode, report.Number(tasks/size))
		}
	}
	if len(misfits) > 0 {
		r.problem("--names", fmt.Errorf("%d names do not fit this pattern, and stay facts as they are: %s is the first. --names may be given several times", len(misfits), misfits[0]))
	}
}

// name gives each run its set or place, and its job if the set has several. Names are unique.
func name(r *report.Report) {
	above := commonFolder(r.Runs)
	all := runsOf(r)
	for _, ofSet := range report.Grouped(all, func(run *report.Run) string { return run.Set }) {
		folders := report.Grouped(ofSet, func(run *report.Run) string { return run.Path })
		for _, jobs := range folders {
			for _, run := range jobs {
				run.Name = strings.TrimPrefix(run.Path, above)
				if run.Set != "" && len(folders) == 1 {
					run.Name = run.Set
				}
				if run.Job != nil && run.Job.Name != "" && len(jobs) > 1 {
					run.Name += "/" + run.Job.Name
				}
			}
		}
	}
	for _, same := range report.Grouped(all, func(run *report.Run) string { return run.Name }) {
		for i, run := range same {
			if len(same) > 1 {
				run.Name += " #" + strconv.Itoa(i+1)
			}
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
			folder, _ = filepath.Split(strings.TrimSuffix(folder, "/"))
		}
	}
	return folder
}
