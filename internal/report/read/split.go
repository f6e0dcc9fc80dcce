package read

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// partOf returns what belongs to a job: what it printed, and the samples that were taken in its time.
func partOf(sources []report.Source, job []*report.Job) []report.Source {
	return cutSources(sources, func(r report.Result) report.Result {
		switch {
		case r.Job != nil && slices.Contains(job, r.Job):
			return r
		case r.Job != nil:
			return report.Result{}
		}
		r.Values, r.Curves, r.Tables, r.Texts = nil, nil, nil, nil
		return samplesIn(r, func(at float64, absolute bool) bool { return absolute && during(job[0], at) })
	})
}

// during tells whether a time is in that of a job.
func during(job *report.Job, at float64) bool {
	return at >= job.Times.Started && at <= job.Times.Ended
}

// without returns what belongs to none of several jobs.
func without(sources []report.Source, jobs []*report.Job) []report.Source {
	return cutSources(sources, func(r report.Result) report.Result {
		if r.Job != nil {
			return report.Result{}
		}
		return samplesIn(r, func(at float64, absolute bool) bool {
			return !absolute || !slices.ContainsFunc(jobs, func(job *report.Job) bool { return during(job, at) })
		})
	})
}

// share gives samples to the runs in whose time they were taken, and returns the others.
func share(watching []report.Source, runs []report.Run) []report.Source {
	var jobs []*report.Job
	for i := range runs {
		if job := runs[i].Job; job != nil {
			jobs = append(jobs, job)
			runs[i].Sources = append(runs[i].Sources, partOf(watching, []*report.Job{job})...)
		}
	}
	return without(watching, jobs)
}

// cutSources returns sources with a part of each result. Sources without a result are left out.
func cutSources(sources []report.Source, part func(report.Result) report.Result) []report.Source {
	var all []report.Source
	for _, s := range sources {
		results := s.Results
		s.Results = nil
		for _, r := range results {
			if r = part(r); len(r.Values)+len(r.Series)+len(r.Curves)+len(r.Tables) > 0 {
				s.Results = append(s.Results, r)
			}
		}
		if len(s.Results) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// samplesIn returns a result without the samples whose time is not wanted.
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
