package parse

import (
	"bytes"
	"cmp"
	"fmt"
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
	begun     []begun       // marks whose end has not come
	next      *report.Job   // something is known of it, and its description comes after its output
	of        *report.Job   // its description comes now
	// describe adds a line of the description. It is false if the line is none, and nil where no description comes.
	describe func(job *report.Job, text []byte) bool
	same     map[*report.Job]*report.Job // whose results belong to another
	given    int                         // results that belong to a job, as far as a description came after them
}

// begun is a mark at which the output of a job begins, and whose end should come.
type begun struct {
	job  *report.Job
	mark string
	line int
}

// jobMarks are what the marks of jobs begin with, what reads the lines after them, and what they do with the rest of their line.
var jobMarks = []struct {
	text     string
	describe func(job *report.Job, text []byte) bool
	do       func(*jobs, string, line)
}{
	{"FLUX-RUN START ", nil, func(j *jobs, name string, l line) {
		j.begin(report.NewJob(name), l.time, "FLUX-RUN START "+name, l.number)
	}},
	{"FLUX-RUN END ", nil, func(j *jobs, name string, l line) { j.printsNoMore(name, l.time) }},
	{"FLUX-JOB START ", nil, (*jobs).known},
	{"FLUX-JOB END ", nil, func(j *jobs, _ string, _ line) { j.of = nil }},
	{"FLUX-JOB-LOG START", nil, func(j *jobs, _ string, _ line) { j.open = j.of }},
	{"FLUX-JOB-LOG END", nil, func(j *jobs, _ string, _ line) { j.open = nil }},
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
			j.begin(report.NewJob(""), at, "Start time:", l.number)
		} else {
			j.printsNoMore("", at)
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
	results := j.source.out.Results
	for i := j.given; i < len(results); i++ {
		if results[i].Job == nil {
			results[i].Job = j.of
		}
	}
	j.given = len(results)
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

// failures are the lines with which MPI, a shell, Slurm or a container runtime says that a job failed. What Flux says is
//
//	flux-job: task(s) exited with exit code 1
//	3.760s: job.exception type=cancel severity=0 interrupted by ctrl-C
var failures = newForms([]string{
	"MPI_ABORT was invoked on rank {rank!}",
	"Signal: {signal...}",
	"Segmentation fault {}", "Segmentation fault$", "Killed$", "Aborted (core dumped)", "Bus error",
	"FATAL: ",
	"srun: error: {host!} task {}: ", "srun: error: {host!} tasks {}: ",
	"slurmstepd: error: *** {what!} {} ON {} CANCELLED AT ",
	"= BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
	"mpirun noticed that process rank ", "prterun noticed that process rank ", "mpiexec noticed that process rank ",
})

// ofShell is what a shell says of a program: "run.sh: line 3:    12 Killed   lmp".
var ofShell = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^ ]+: line [0-9]+: +[0-9]+ (Segmentation fault|Killed|Aborted|Bus error)`)
})

// mayFail are the first characters of these lines.
const mayFail = "MSKABF[s=mp./f0123456789"

// fault reads a line with which somebody says that a job failed. A line of a batch has its status already: after the last line Flux says
// the same of the batch itself.
func (j *jobs) fault(l line) {
	text := trimBlanks(l.text)
	if len(text) == 0 || bytes.IndexByte([]byte(mayFail), text[0]) < 0 {
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
		if !fits(failures, text) && !(bytes.Contains(text, []byte(": line ")) && ofShell().Match(text)) {
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

// finish returns the jobs of the log, in the order of their output. Jobs of which only a description is there come last.
func (j *jobs) finish() []*report.Job {
	j.same = map[*report.Job]*report.Job{}
	j.dropCopies()
	j.join()
	j.unended()
	j.number()
	for i := range j.source.out.Results {
		r := &j.source.out.Results[i]
		if same, found := j.same[r.Job]; found {
			r.Job = same
		}
	}
	return j.printed
}

// join joins what describes a job with its output: by name, by the hosts that are in the name, or by order. Flux lists the newest
// job first.
func (j *jobs) join() {
	ids := map[string]*report.Job{}
	j.described = slices.DeleteFunc(j.described, func(d *report.Job) bool {
		first, again := ids[d.ID]
		if again {
			j.same[d] = first
		} else {
			ids[d.ID] = d
		}
		return again
	})
	slices.SortStableFunc(j.described, func(a, b *report.Job) int { return cmp.Compare(a.Times.Init, b.Times.Init) })
	byName := map[string][]*report.Job{}
	for _, p := range j.printed {
		if p.ID == "" {
			byName[p.Name] = append(byName[p.Name], p)
		}
	}
	var left []*report.Job
	for _, d := range j.described {
		if same := byName[d.Name]; len(same) > 0 {
			byName[d.Name] = same[1:]
			j.complete(same[0], d)
		} else {
			left = append(left, d)
		}
	}
	has := j.withOutput()
	left = slices.DeleteFunc(left, func(d *report.Job) bool {
		for _, host := range hostsOf(d.Hosts) {
			if named := byName[d.Name+" "+host]; len(named) > 0 && has[named[0]] {
				byName[d.Name+" "+host] = named[1:]
				j.complete(named[0], d)
				return true
			}
		}
		return false
	})
	j.dropWrappers(has)
	var without []*report.Job // outputs of which nothing is known
	for _, p := range j.printed {
		if p.ID == "" && p.Nodes == 0 && has[p] {
			without = append(without, p)
		}
	}
	silent := slices.DeleteFunc(slices.Clone(left), func(d *report.Job) bool { return has[d] })
	inOrder := len(silent) > 0 && len(silent) == len(without)
	for i := range silent {
		if inOrder {
			j.complete(without[i], silent[i])
		}
	}
	for _, d := range left {
		if !inOrder || has[d] {
			j.printed = append(j.printed, d)
		}
	}
}

// hostsOf returns the hosts of a list as Flux writes it: "osu-[0,17-18],login".
func hostsOf(list string) (all []string) {
	for _, found := range hostForm.FindAllStringSubmatch(list, -1) {
		if found[2] == "" {
			all = append(all, found[1])
			continue
		}
		for part := range strings.SplitSeq(found[2], ",") {
			first, last, _ := strings.Cut(part, "-")
			from, err := strconv.Atoi(first)
			to, _ := strconv.Atoi(cmp.Or(last, first))
			for n := from; err == nil && n <= to && len(all) < mostHosts; n++ {
				all = append(all, fmt.Sprintf("%s%0*d", found[1], len(first), n))
			}
		}
	}
	return all
}

var hostForm = regexp.MustCompile(`([^,\[\]]+)(?:\[([0-9,-]*)\])?`)

// mostHosts bounds what a list of a damaged log can ask for.
const mostHosts = 100_000

// withOutput returns the jobs that printed a result.
func (j *jobs) withOutput() map[*report.Job]bool {
	has := map[*report.Job]bool{}
	for i := range j.source.out.Results {
		if job := j.source.out.Results[i].Job; job != nil {
			has[job] = true
		}
	}
	return has
}

// complete adds the description of a job to what its output says, and gives it the results of the description.
func (j *jobs) complete(job, described *report.Job) {
	j.same[described] = job
	job.ID, job.JobSpec, job.Times = described.ID, described.JobSpec, described.Times
	job.Fault = cmp.Or(job.Fault, described.Fault)
	if described.Status != nil {
		job.Status = described.Status
	}
}

// dropWrappers drops the marks around a script that only submits jobs, where the jobs have outputs of their own.
func (j *jobs) dropWrappers(has map[*report.Job]bool) {
	own := slices.ContainsFunc(j.described, func(d *report.Job) bool { return has[d] })
	j.printed = slices.DeleteFunc(j.printed, func(p *report.Job) bool {
		return own && p.ID == "" && !has[p] && p.Fault == "" && p.Status == nil
	})
}

// unended says of jobs whose mark has no end that they did not complete, unless their status is known.
func (j *jobs) unended() {
	for _, b := range j.begun {
		if b.job.Status == nil && b.job.Fault == "" {
			b.job.Cut, b.job.Fault = true, "line "+itoa(b.line)+" ("+b.mark+") has no end: the job was ended, or the log was cut"
		}
	}
}

// dropCopies drops results of no job that a job has printed too. Some scripts print all outputs again at the end.
func (j *jobs) dropCopies() {
	seen := map[string]int{}
	out := &j.source.out
	out.Results = slices.DeleteFunc(out.Results, func(r report.Result) bool {
		print := r.Fingerprint()
		line, again := seen[print]
		if print == "" || !again || r.Job != nil {
			seen[print] = r.Line
			return false
		}
		j.source.lost(r.Line, "the output of "+r.Kind.Title+" is that of line "+itoa(line)+", printed again: it counts once")
		return true
	})
}

// number makes jobs of the outputs without marks: each time that a program printed again is a job. The time of a command
// belongs to what it ran, before it. Series over time and the times of the whole set belong to no job. If as many jobs are known without
// an output, the outputs are theirs, in order.
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
		for at >= len(numbered) {
			numbered = append(numbered, report.NewJob(""))
		}
		r.Job = numbered[at]
	}
	has := j.withOutput()
	for described, printed := range j.same {
		has[printed] = has[printed] || has[described]
	}
	silent := slices.DeleteFunc(slices.Clone(j.printed), func(p *report.Job) bool { return has[p] })
	switch {
	case len(silent) == len(numbered):
		for i := range silent {
			j.same[numbered[i]] = silent[i]
		}
	case j.next != nil && len(numbered) > 0:
		last := numbered[len(numbered)-1]
		last.Fault, last.Status = j.next.Fault, j.next.Status
		j.printed, j.next = append(j.printed, numbered...), nil
	case len(numbered)+len(j.printed) > 1:
		j.printed = append(j.printed, numbered...)
	case len(numbered) == 1:
		j.same[numbered[0]] = nil
	}
	if j.next != nil {
		j.printed = append(j.printed, j.next)
	}
}

// brokerTime is how the titles of logging.timed begin: fluxstart and fluxsubmit are times of the whole set.
const brokerTime = "flux"
