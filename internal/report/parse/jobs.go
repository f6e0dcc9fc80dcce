package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

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
	printed   []*report.Job               // by their output, in its order
	described []*report.Job               // by FLUX-JOB, in any order
	open      *report.Job                 // its output comes now
	begun     []begun                     // marks without their end so far
	next      *report.Job                 // something is known of it, and its description comes after its output
	of        *report.Job                 // its description comes now
	describes bool                        // lines of its description come now
	same      map[*report.Job]*report.Job // the job that gets the results of a job
	given     int                         // results that belong to a job, as far as a description came after them
}

// begun is a mark at which the output of a job begins. Another mark should end it.
type begun struct {
	job  *report.Job
	mark string
	line int
}

// jobMarks are what the marks of jobs begin with, and what they do with the rest of their line.
var jobMarks = []struct {
	text string
	do   func(*jobs, string, *line)
}{
	{"FLUX-RUN START ", func(j *jobs, name string, l *line) {
		j.begin(report.NewJob(name), l.time, "FLUX-RUN START "+name, l.number)
	}},
	{"FLUX-RUN END ", func(j *jobs, name string, l *line) { j.printsNoMore(name, l.time) }},
	{"FLUX-JOB START ", (*jobs).known},
	{"FLUX-JOB END ", func(j *jobs, _ string, _ *line) { j.of = nil }},
	{"FLUX-JOB-LOG START", func(j *jobs, _ string, _ *line) { j.open = j.of }},
	{"FLUX-JOB-LOG END", func(j *jobs, _ string, _ *line) { j.open = nil }},
	{"FLUX-JOB-JOBSPEC ", (*jobs).describesFrom},
	{"FLUX-JOB-RESOURCES ", (*jobs).describesFrom},
	{"FLUX-JOB-EVENTLOG ", (*jobs).describesFrom},
	{"START OF JOBSPEC", func(j *jobs, _ string, _ *line) { j.describeLast() }},
	{"START OF EVENTLOG", func(j *jobs, _ string, _ *line) { j.describes = true }},
}

// take reads a line that is about a job. It tells whether it was one.
func (j *jobs) take(l *line) bool {
	if len(l.text) == 0 {
		return false
	}
	switch l.text[0] {
	case '{':
		return j.of != nil && j.describes && describe(j.of, l.text)
	case 'F', 'S', 'E':
		if j.mark(l) || j.slurm(l) {
			return true
		}
	case 'l':
		if j.batchLine(l) {
			return true
		}
	}
	j.fault(l)
	return false
}

// mark reads a mark. It tells whether the line was one.
func (j *jobs) mark(l *line) bool {
	for _, m := range jobMarks {
		rest, found := bytes.CutPrefix(l.text, []byte(m.text))
		if !found {
			continue
		}
		j.describes = false
		j.source.endOutput(l.number - 1)
		m.do(j, clean(bytes.TrimSpace(rest)), l)
		return true
	}
	return false
}

// slurm reads the times around a job of Slurm.
func (j *jobs) slurm(l *line) bool {
	for _, mark := range []string{"Start time: ", "End time: "} {
		rest, found := bytes.CutPrefix(l.text, []byte(mark))
		at, ok := finite(rest)
		if !found || !ok || at < 1e9 || at >= latest {
			continue
		}
		j.source.endOutput(l.number - 1)
		if mark == "Start time: " {
			j.begin(report.NewJob(""), at, "Start time:", l.number)
		} else {
			j.printsNoMore("", at)
		}
		return true
	}
	return false
}

// batchLine reads the mark of a line of a batch. The output comes until the next mark.
func (j *jobs) batchLine(l *line) bool {
	found, ok := parsed()["job"].Begin[0].match(l.words)
	if !ok {
		return false
	}
	j.source.endOutput(l.number - 1)
	job := report.NewJob("line " + clean(found[0].text))
	job.Status = new(int(found[1].number))
	j.print(job, report.Unknown) // the line is written when the job has ended
	return true
}

// print says that the output of a job comes now.
func (j *jobs) print(job *report.Job, at float64) {
	j.open, j.next = job, nil
	j.printed = append(j.printed, job)
	job.Times.Started = at
}

// begin says that the output of a job comes now, until another mark ends it.
func (j *jobs) begin(job *report.Job, at float64, mark string, line int) {
	j.print(job, at)
	j.begun = append(j.begun, begun{job, mark, line})
}

// printsNoMore ends the output of the last job of a name that has begun.
func (j *jobs) printsNoMore(name string, at float64) {
	j.open = nil
	for i, b := range slices.Backward(j.begun) {
		if b.job.Name == name {
			b.job.Times.Ended = at
			j.begun = slices.Delete(j.begun, i, i+1)
			return
		}
	}
}

// known reads the id and the name of a job that is described.
func (j *jobs) known(text string, _ *line) {
	id, name, _ := strings.Cut(text, " ")
	j.of = report.NewJob(name)
	j.of.ID = id
	j.described = append(j.described, j.of)
}

// describesFrom begins or ends lines of the description of a job.
func (j *jobs) describesFrom(mark string, _ *line) { j.describes = strings.HasPrefix(mark, "START") }

// describeLast begins the description of a job. Its output is before this line.
func (j *jobs) describeLast() {
	j.of, j.open, j.describes = j.upcoming(), nil, true
	j.printed, j.next = append(j.printed, j.of), nil
	results := j.source.out.Results
	for i := j.given; i < len(results); i++ {
		if results[i].Job == nil {
			results[i].Job = j.of
		}
	}
	j.given = len(results)
}

// upcoming returns the job that printed the current line.
func (j *jobs) upcoming() *report.Job {
	if j.open != nil {
		return j.open
	}
	if j.next == nil {
		j.next = report.NewJob("")
	}
	return j.next
}

// mayFail are the first characters of the lines with which MPI, a shell, Slurm or a container runtime says that a job failed, and of what
// Flux says:
//
//	flux-job: task(s) exited with exit code 1
//	3.760s: job.exception type=cancel severity=0 interrupted by ctrl-C
var mayFail = charactersOf("MSKABF[s=mp./f0123456789")

// fault reads a line with which somebody says that a job failed. A line of a batch has its status already: after the last line Flux says
// the same of the batch itself.
func (j *jobs) fault(l *line) {
	text := l.words
	if len(text) == 0 || !mayFail[text[0]] || bytes.HasPrefix(text, []byte("[{")) { // the last are figures as JSON
		return
	}
	why, ofFlux := bytes.CutPrefix(text, []byte("flux-job: task(s) "))
	if !ofFlux {
		before, rest, found := bytes.Cut(text, []byte(" severity=0 "))
		why, ofFlux = rest, found && bytes.Contains(before, []byte("s: job.exception "))
	}
	if !ofFlux {
		if _, rest, found := bytes.Cut(text, []byte("] ")); found && text[0] == '[' {
			text = rest // [host:process] of Open MPI
		}
		if !fits(parsed()["job"].Fail, text) {
			return
		}
		why = []byte("line " + itoa(l.number) + ": " + string(text))
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

// brokerTime is how the titles of logging.timed begin: fluxstart and fluxsubmit are times of the whole set.
const brokerTime = "flux"
