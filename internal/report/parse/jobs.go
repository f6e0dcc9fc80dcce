package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// jobs finds the jobs of a log by marks:
//
//   - FLUX-RUN START NAME and FLUX-RUN END NAME stand around the output of a job.
//   - FLUX-JOB START ID NAME and FLUX-JOB END stand around what Flux knows about a job, and sometimes around its output.
//   - START OF JOBSPEC and START OF EVENTLOG follow the output of the job that they describe.
//   - latchkey: line NUMBER ended with status STATUS stands before the output of a line of a batch; see
//     generators/minicluster/scripts/batch.sh.
//   - Start time: and End time: stand around the output of a job of Slurm, in seconds since 1970.
//
// The source of these marks are the logs of converged-computing/performance-study and google-performance-study on GitHub.
type jobs struct {
	source    *source
	printed   []*report.Job // by their output, in its order
	described []*report.Job // by FLUX-JOB, in any order
	open      *report.Job   // its output comes now
	next      *report.Job   // something is known of it, and its description comes after its output
	of        *report.Job   // its description comes now
	// describe adds a line of the description. It is false if the line is none, and nil where no description comes.
	describe func(job *report.Job, text []byte) bool
}

// jobMarks are what the marks of jobs begin with, what reads the lines after them, and what they do with the rest of their line.
var jobMarks = []struct {
	text     string
	describe func(job *report.Job, text []byte) bool
	do       func(*jobs, string, line)
}{
	{"FLUX-RUN START ", nil, func(j *jobs, name string, l line) { j.print(report.NewJob(name), l.time) }},
	{"FLUX-RUN END ", nil, func(j *jobs, _ string, l line) { j.printsNoMore(l.time) }},
	{"FLUX-JOB START ", nil, (*jobs).known},
	{"FLUX-JOB END ", nil, func(j *jobs, _ string, _ line) { j.of = nil }},
	{"FLUX-JOB-LOG START", nil, func(j *jobs, _ string, _ line) { j.open = j.of }},
	{"FLUX-JOB-LOG END", nil, func(j *jobs, _ string, l line) { j.printsNoMore(l.time) }},
	{"FLUX-JOB-JOBSPEC START", describeSpec, nil},
	{"FLUX-JOB-JOBSPEC END", nil, nil},
	{"FLUX-JOB-RESOURCES START", describeHosts, nil},
	{"FLUX-JOB-RESOURCES END", nil, nil},
	{"FLUX-JOB-EVENTLOG START", describeEvent, nil},
	{"FLUX-JOB-EVENTLOG END", nil, nil},
	{"START OF JOBSPEC", describeSpec, func(j *jobs, _ string, _ line) { j.describeLast() }},
	{"START OF EVENTLOG", describeEvent, nil},
}

// take reads a line that is about a job. It tells whether it was one.
func (j *jobs) take(l line) bool {
	if len(l.text) == 0 {
		return false
	}
	switch l.text[0] {
	case '{':
		return j.of != nil && j.describe != nil && j.describe(j.of, l.text)
	case 'F', 'S', 'E':
		return j.mark(l) || j.slurm(l)
	case 'l':
		return j.batchLine(l)
	}
	j.fault(l.text)
	return false
}

// mark reads a mark. It tells whether the line was one.
func (j *jobs) mark(l line) bool {
	for _, m := range jobMarks {
		rest, found := bytes.CutPrefix(l.text, []byte(m.text))
		if !found {
			continue
		}
		j.describe = m.describe
		j.source.endOutput(l.number - 1)
		if m.do != nil {
			m.do(j, clean(bytes.TrimSpace(rest)), l)
		}
		return true
	}
	return false
}

// slurm reads the times around a job of Slurm.
func (j *jobs) slurm(l line) bool {
	for _, mark := range []string{"Start time: ", "End time: "} {
		rest, found := bytes.CutPrefix(l.text, []byte(mark))
		at, ok := finite(rest)
		if !found || !ok || at < 1e9 || at >= latest {
			continue
		}
		j.source.endOutput(l.number - 1)
		if mark == "Start time: " {
			j.print(report.NewJob(""), at)
		} else {
			j.printsNoMore(at)
		}
		return true
	}
	return false
}

// batchForm is the mark of a line of a batch.
var batchForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^latchkey: (line \d+) ended with status (\d+); its output, `)
})

// batchLine reads the mark of a line of a batch. The output comes until the next mark.
func (j *jobs) batchLine(l line) bool {
	if !bytes.HasPrefix(l.text, []byte("latchkey: ")) {
		return false
	}
	found := batchForm().FindSubmatch(l.text)
	if found == nil {
		return false
	}
	j.source.endOutput(l.number - 1)
	job := report.NewJob(string(found[1]))
	if status, err := strconv.Atoi(string(found[2])); err == nil {
		job.Status = &status
	}
	j.print(job, report.Unknown) // the line is written when the job has ended
	return true
}

// print says that the output of a job comes now.
func (j *jobs) print(job *report.Job, at float64) {
	j.open, j.next = job, nil
	j.printed = append(j.printed, job)
	job.Times.Started = at
}

func (j *jobs) printsNoMore(at float64) {
	if j.open != nil && !report.Known(j.open.Times.Ended) {
		j.open.Times.Ended = at
	}
	j.open = nil
}

// known reads the id and the name of a job that is described.
func (j *jobs) known(text string, _ line) {
	id, name, _ := strings.Cut(text, " ")
	j.of = report.NewJob(name)
	j.of.ID = id
	j.described = append(j.described, j.of)
}

// describeLast begins the description of the job whose output is before this line.
func (j *jobs) describeLast() {
	j.of, j.open = j.upcoming(), nil
	j.printed, j.next = append(j.printed, j.of), nil
	j.give(j.of, nil)
}

// upcoming returns the job to whose output the current line belongs.
func (j *jobs) upcoming() *report.Job {
	if j.open != nil {
		return j.open
	}
	if j.next == nil {
		j.next = report.NewJob("")
	}
	return j.next
}

// fault reads the lines with which Flux says that a job failed:
//
//	flux-job: task(s) exited with exit code 1
//	3.760s: job.exception type=cancel severity=0 interrupted by ctrl-C
//
// A line of a batch has its status already. After the last line Flux says the same of the batch itself.
func (j *jobs) fault(text []byte) {
	why, found := bytes.CutPrefix(text, []byte("flux-job: task(s) "))
	if !found {
		_, why, found = bytes.Cut(text, []byte(" severity=0 "))
		found = found && bytes.Contains(text, []byte("s: job.exception "))
	}
	if !found {
		return
	}
	job := j.upcoming()
	if job.Status != nil && *job.Status == 0 {
		return
	}
	job.Fault = cmp.Or(job.Fault, clean(bytes.TrimSpace(why)), "an exception ended it")
	if code, found := bytes.CutPrefix(why, []byte("exited with exit code ")); found && job.Status == nil {
		if status, err := strconv.Atoi(string(bytes.TrimSpace(code))); err == nil {
			job.Status = &status
		}
	}
}

// finish returns the jobs of the log, in the order of their output. Jobs of which only a description is there come last.
func (j *jobs) finish() []*report.Job {
	slices.SortStableFunc(j.described, func(a, b *report.Job) int { return cmp.Compare(a.Times.Init, b.Times.Init) })
	for _, d := range j.described {
		at := slices.IndexFunc(j.printed, func(p *report.Job) bool { return p.ID == "" && p.Name == d.Name })
		if at < 0 {
			j.printed = append(j.printed, d)
			continue
		}
		complete(j.printed[at], d)
		j.give(j.printed[at], d)
	}
	if j.next != nil {
		j.describeLast()
	}
	j.number()
	return j.printed
}

// complete adds the description of a job to what its output says.
func complete(job, described *report.Job) {
	job.ID, job.JobSpec, job.Times = described.ID, described.JobSpec, described.Times
	job.Fault = cmp.Or(job.Fault, described.Fault)
	if described.Status != nil {
		job.Status = described.Status
	}
}

// give gives the results of one job, or those of none, to another.
func (j *jobs) give(to, from *report.Job) {
	for i := range j.source.out.Results {
		if r := &j.source.out.Results[i]; r.Job == from {
			r.Job = to
		}
	}
}

// number makes jobs of the outputs without marks: each time that a program printed again is a job. The time of a command
// belongs to what it ran, before it. Series over time and the times of the whole set belong to no job.
func (j *jobs) number() {
	type key struct {
		kind  *report.Kind
		title string
	}
	count := map[key]int{}
	var numbered []*report.Job
	for i := range j.source.out.Results {
		r := &j.source.out.Results[i]
		if r.Job != nil || len(r.Series) > 0 || strings.HasPrefix(r.Title, brokerTime) {
			continue
		}
		of := key{r.Kind, r.Title}
		at := count[of]
		count[of]++
		if r.Kind == &timeKind && len(numbered) > 0 {
			at = len(numbered) - 1
		}
		if at == len(numbered) {
			numbered = append(numbered, report.NewJob("output "+strconv.Itoa(at+1)))
		}
		r.Job = numbered[at]
	}
	if len(numbered)+len(j.printed) > 1 {
		j.printed = append(j.printed, numbered...)
	} else if len(numbered) == 1 {
		j.give(nil, numbered[0])
	}
}

// brokerTime is how the titles of logging.timed begin: fluxstart and fluxsubmit are times of the whole set.
const brokerTime = "flux"
