package parse

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

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

// join joins what describes a job with its output: by name, by a host in the name, or by order. Flux lists the newest job first.
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
	has := j.withOutput()
	left := slices.DeleteFunc(slices.Clone(j.described), func(d *report.Job) bool {
		names := []string{d.Name}
		for _, host := range HostsOf(d.Hosts) {
			names = append(names, d.Name+" "+host)
		}
		for i, name := range names {
			if named := byName[name]; len(named) > 0 && (i == 0 || has[named[0]]) {
				byName[name] = named[1:]
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
	if len(silent) == len(without) {
		for i := range silent {
			j.complete(without[i], silent[i])
		}
		left = slices.DeleteFunc(left, func(d *report.Job) bool { return !has[d] })
	}
	j.printed = append(j.printed, left...)
}

// HostsOf returns the hosts of a list as Flux writes it: "osu-[0,17-18],login".
func HostsOf(list string) (all []string) {
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

// unended says of jobs without a mark of their end that they did not complete, unless their status is known.
func (j *jobs) unended() {
	for _, b := range j.begun {
		if b.job.Status == nil && b.job.Fault == "" {
			b.job.Cut, b.job.Fault = true, "line "+itoa(b.line)+" ("+b.mark+") has no end: the job was ended, or the log was cut"
		}
	}
}

// dropCopies drops results of no job that were printed before: some scripts print all outputs again, or the log of the program.
func (j *jobs) dropCopies() {
	var executions report.Executions
	out := &j.source.out
	out.Results = slices.DeleteFunc(out.Results, func(r report.Result) bool {
		first := executions.First(report.RunOf(r), r.Line, func(int) bool { return true })
		if first < 0 || r.Job != nil {
			return false
		}
		j.source.lost(r.Line, "the output of "+r.Kind.Title+" is the output at line "+itoa(first)+", printed again: it counts once")
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
		if r.Kind == kindOf("time") && len(numbered) > 0 {
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
