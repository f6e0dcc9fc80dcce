package read

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// divide gives each job what it printed, and the samples that were taken in its time. at says which job a job of a log is. rest is what
// belongs to none.
func divide(sources []report.Source, jobs []*report.Job, at map[*report.Job]int) (of [][]report.Source, rest []report.Source) {
	of = make([][]report.Source, len(jobs)+1)
	for _, s := range sources {
		parts := make([][]report.Result, len(of))
		for _, r := range s.Results {
			if r.Job != nil {
				if i, known := at[r.Job]; known {
					parts[i] = append(parts[i], r)
				}
				continue
			}
			for i, part := range shared(r, jobs) {
				if len(part.Values)+len(part.Series)+len(part.Curves)+len(part.Tables) > 0 {
					parts[i] = append(parts[i], part)
				}
			}
		}
		for i, results := range parts {
			if s.Results = results; len(results) > 0 {
				of[i] = append(of[i], s)
			}
		}
	}
	return of[:len(jobs)], of[len(jobs)]
}

// shared cuts a result of no job: the samples in the time of each job, and last the result with the other samples.
func shared(r report.Result, jobs []*report.Job) []report.Result {
	during := func(job *report.Job, at float64) bool { return at >= job.Times.Started && at <= job.Times.Ended }
	var all []report.Result
	for _, job := range jobs {
		part := samplesIn(r, func(at float64, absolute bool) bool { return absolute && during(job, at) })
		part.Values, part.Curves, part.Tables, part.Texts = nil, nil, nil, nil
		all = append(all, part)
	}
	return append(all, samplesIn(r, func(at float64, absolute bool) bool {
		return !absolute || !slices.ContainsFunc(jobs, func(job *report.Job) bool { return during(job, at) })
	}))
}

// share gives each sample to the run that had its job running then, and returns the other samples.
func share(watching []report.Source, runs []report.Run) []report.Source {
	var jobs []*report.Job
	var with []*report.Run
	for i := range runs {
		if job := runs[i].Job; job != nil {
			jobs, with = append(jobs, job), append(with, &runs[i])
		}
	}
	of, rest := divide(watching, jobs, nil) // what watches printed nothing of a job
	for i, sources := range of {
		with[i].Sources = append(with[i].Sources, sources...)
	}
	return rest
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
	var kept []int
	for i, at := range s.Times {
		if wanted(at, s.Absolute) {
			kept = append(kept, i)
		}
	}
	part := report.Series{Process: s.Process, Absolute: s.Absolute, Times: s.Times.At(kept), Lengths: s.Lengths.At(kept)}
	for _, c := range s.Columns {
		part.Columns = append(part.Columns, report.Column{Field: c.Field, Values: c.Values.At(kept)})
	}
	return part
}

// fillRates gives each log of a run, as 0, the rates that only other logs have. Programs whose samples have lengths print no 0.
func fillRates(sources []report.Source) {
	type rate struct{ metric, process, field string }
	var all []rate
	columns, has := map[rate]report.Series{}, map[rate]map[int]bool{}
	watched := map[int]*report.Result{} // by source
	for i := range sources {
		for j, r := range sources[i].Results {
			for _, s := range r.Series {
				for _, c := range s.Columns {
					of := rate{sources[i].Metric, s.Process.Name, c.Name}
					if s.Lengths == nil || !c.IsRate() {
						continue
					}
					if has[of] == nil {
						all, has[of] = append(all, of), map[int]bool{}
						columns[of] = report.Series{Process: s.Process, Absolute: s.Absolute, Columns: []report.Column{{Field: c.Field}}}
					}
					has[of][i], watched[i] = true, &sources[i].Results[j]
				}
			}
		}
	}
	for i, r := range watched {
		first := r.Series[0]
		zeros := make(report.Numbers, len(first.Times))
		for _, of := range all {
			if s := columns[of]; of.metric == sources[i].Metric && !has[of][i] {
				s.Times, s.Lengths, s.Columns = first.Times, first.Lengths, []report.Column{{Field: s.Columns[0].Field, Values: zeros}}
				r.Series = append(r.Series, s)
			}
		}
	}
}
