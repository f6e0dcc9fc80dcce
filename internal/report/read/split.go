package read

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// parts are the results of a source by the job that printed them.
type parts struct {
	report.Source
	of   map[*report.Job][]report.Result
	none []report.Result // of no job
}

func newParts(sources []report.Source) []parts {
	var all []parts
	for _, s := range sources {
		p := parts{Source: s, of: map[*report.Job][]report.Result{}}
		for _, r := range s.Results {
			if r.Job == nil {
				p.none = append(p.none, r)
			} else {
				p.of[r.Job] = append(p.of[r.Job], r)
			}
		}
		all = append(all, p)
	}
	return all
}

// with returns the source with some results. It is false if there are none.
func (p *parts) with(results []report.Result) (report.Source, bool) {
	s := p.Source
	s.Results = results
	return s, len(results) > 0
}

// partOf returns what belongs to a job: what it printed, and the samples that were taken in its time.
func partOf(all []parts, job []*report.Job) (sources []report.Source) {
	for _, p := range all {
		var results []report.Result
		for _, one := range job {
			results = append(results, p.of[one]...)
		}
		for _, r := range p.none {
			r.Values, r.Curves, r.Tables, r.Texts = nil, nil, nil, nil
			if r = samplesIn(r, func(at float64, absolute bool) bool { return absolute && during(job[0], at) }); len(r.Series) > 0 {
				results = append(results, r)
			}
		}
		if s, found := p.with(results); found {
			sources = append(sources, s)
		}
	}
	return sources
}

// during tells whether a time is between the start and the end of a job.
func during(job *report.Job, at float64) bool {
	return at >= job.Times.Started && at <= job.Times.Ended
}

// without returns what belongs to none of several jobs.
func without(all []parts, jobs []*report.Job) (sources []report.Source) {
	for _, p := range all {
		var results []report.Result
		for _, r := range p.none {
			r = samplesIn(r, func(at float64, absolute bool) bool {
				return !absolute || !slices.ContainsFunc(jobs, func(job *report.Job) bool { return during(job, at) })
			})
			if len(r.Values)+len(r.Series)+len(r.Curves)+len(r.Tables) > 0 {
				results = append(results, r)
			}
		}
		if s, found := p.with(results); found {
			sources = append(sources, s)
		}
	}
	return sources
}

// share gives each sample to the run that had its job running then, and returns the other samples.
func share(watching []report.Source, runs []report.Run) []report.Source {
	if len(watching) == 0 {
		return nil
	}
	samples := newParts(watching)
	var jobs []*report.Job
	for i := range runs {
		if job := runs[i].Job; job != nil {
			jobs = append(jobs, job)
			runs[i].Sources = append(runs[i].Sources, partOf(samples, []*report.Job{job})...)
		}
	}
	return without(samples, jobs)
}

// samplesIn returns a result with the samples of wanted times only.
func samplesIn(r report.Result, wanted func(at float64, absolute bool) bool) report.Result {
	series := r.Series
	r.Series = nil
	for _, s := range series {
		if s = seriesIn(s, wanted); len(s.Times) > 0 {
			r.Series = append(r.Series, s)
		}
	}
	return r
}

func seriesIn(s report.Series, wanted func(at float64, absolute bool) bool) report.Series {
	part := report.Series{Process: s.Process, Absolute: s.Absolute}
	for _, c := range s.Columns {
		part.Columns = append(part.Columns, report.Column{Field: c.Field})
	}
	for i, at := range s.Times {
		if !wanted(at, s.Absolute) {
			continue
		}
		part.Times = append(part.Times, at)
		for c := range part.Columns {
			part.Columns[c].Values = append(part.Columns[c].Values, s.Columns[c].Values[i])
		}
	}
	return part
}
