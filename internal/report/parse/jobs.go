package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// jobs finds the jobs of a log by marks: of Latchkey (generators/minicluster/scripts/batch.sh), of Slurm, and of the logs of
// converged-computing/performance-study and google-performance-study on GitHub. START OF JOBSPEC follows the output of its job.
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

// jobMarks are the forms of the marks of jobs, and what they do.
var jobMarks = []struct {
	form *form
	do   func(*jobs, []match, *line)
}{
	{newForm("FLUX-RUN START {name...}"), func(j *jobs, found []match, l *line) {
		name := clean(found[0].text)
		j.begin(report.NewJob(name), l.time, "FLUX-RUN START "+name, l.number)
	}},
	{newForm("FLUX-RUN END {name...}"), func(j *jobs, found []match, l *line) { j.printsNoMore(clean(found[0].text), l.time) }},
	{newForm("FLUX-JOB START {job...}"), func(j *jobs, found []match, _ *line) { j.known(clean(found[0].text)) }},
	{newForm("FLUX-JOB END"), func(j *jobs, _ []match, _ *line) { j.of = nil }},
	{newForm("FLUX-JOB-LOG START"), func(j *jobs, _ []match, _ *line) { j.open = j.of }},
	{newForm("FLUX-JOB-LOG END"), func(j *jobs, _ []match, _ *line) { j.open = nil }},
	{newForm("FLUX-JOB-JOBSPEC {mark!}"), (*jobs).describesFrom},
	{newForm("FLUX-JOB-RESOURCES {mark!}"), (*jobs).describesFrom},
	{newForm("FLUX-JOB-EVENTLOG {mark!}"), (*jobs).describesFrom},
	{newForm("START OF JOBSPEC"), func(j *jobs, _ []match, _ *line) { j.describeLast() }},
	{newForm("START OF EVENTLOG"), func(j *jobs, _ []match, _ *line) { j.describes = true }},
	{newForm("Start time: {at}$"), func(j *jobs, found []match, l *line) {
		j.begin(report.NewJob(""), found[0].number, "Start time:", l.number)
	}},
	{newForm("End time: {at}$"), func(j *jobs, found []match, _ *line) { j.printsNoMore("", found[0].number) }},
	{newForm("latchkey: line {line!} ended with status {status}; its output, "), (*jobs).batchLine},
}

// mayMark are the first characters of the marks.
var mayMark = charactersOf("FSEl")

// take reads a line that is about a job. It tells whether it was one.
func (j *jobs) take(l *line) bool {
	switch {
	case len(l.text) == 0:
		return false
	case l.text[0] == '{':
		return j.of != nil && j.describes && describe(j.of, l.text)
	case mayMark[l.text[0]] && j.mark(l):
		return true
	}
	j.fault(l)
	return false
}

func (j *jobs) mark(l *line) bool {
	for _, m := range jobMarks {
		found, ok := m.form.match(l.text)
		if !ok || len(found) > 0 && found[0].name == "at" && !(found[0].number >= 1e9 && found[0].number < latest) {
			continue // programs print a time of their start too
		}
		j.describes = false
		j.source.endOutput(l.number - 1)
		m.do(j, found, l)
		return true
	}
	return false
}

// batchLine reads the mark of a line of a batch. The output comes until the next mark.
func (j *jobs) batchLine(found []match, _ *line) {
	job := report.NewJob("line " + clean(found[0].text))
	job.Status = new(int(found[1].number))
	j.print(job, report.Unknown) // the line is written when the job has ended
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

func (j *jobs) known(text string) {
	id, name, _ := strings.Cut(text, " ")
	j.of = report.NewJob(name)
	j.of.ID = id
	j.described = append(j.described, j.of)
}

// describesFrom begins or ends lines of the description of a job.
func (j *jobs) describesFrom(found []match, _ *line) { j.describes = string(found[0].text) == "START" }

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

// mayFail are the first characters of the lines with which somebody says that a job failed.
var mayFail = charactersOf("MSKABF[s=mp./f0123456789")

// fault reads a line with which MPI, a shell, Slurm, a container runtime or Flux says that a job failed. A line of a batch has its status
// already: after the last line Flux says the same of the batch itself.
func (j *jobs) fault(l *line) {
	text := l.words
	if len(text) == 0 || !mayFail[text[0]] || bytes.HasPrefix(text, []byte("[{")) { // the last are figures as JSON
		return
	}
	if _, rest, found := bytes.Cut(text, []byte("] ")); found && text[0] == '[' {
		text = rest // [host:process] of Open MPI
	}
	for _, f := range parsed()["job"].Fail {
		found, ok := f.match(text)
		if !ok {
			continue
		}
		why := "line " + itoa(l.number) + ": " + clean(bytes.TrimSpace(text))
		if len(found) > 0 && found[0].name == "why" { // Flux says it
			why = clean(found[0].text)
		}
		j.failed(why)
		return
	}
}

// failed gives the job that printed the current line its fault, and a status that Flux says.
func (j *jobs) failed(why string) {
	job := j.upcoming()
	if job.Status != nil && *job.Status == 0 {
		return
	}
	job.Fault = cmp.Or(job.Fault, why, "an exception ended it")
	if code, found := strings.CutPrefix(why, "exited with exit code "); found && job.Status == nil {
		if status, err := strconv.Atoi(code); err == nil {
			job.Status = &status
		}
	}
}

// brokerTime is how the titles of logging.timed begin: fluxstart and fluxsubmit are times of the whole set.
const brokerTime = "flux"
