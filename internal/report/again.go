package report

// A plannedRun is one run that a study plans: a cell and a number. A run of another template is another one, in a cell of its own.
type plannedRun struct {
	cell, number int
	rendered     string
}

func (s *Study) plannedOf(run *Run) plannedRun {
	return plannedRun{s.cellOf(run), run.Place.Number, run.Facts[FactRendered]}
}

// latestRuns returns of each planned run the completed one that started last. With equal times it is the last of the report.
func (s *Study) latestRuns(r *Report) map[plannedRun]*Run {
	latest := map[plannedRun]*Run{}
	for i := range r.Runs {
		run := &r.Runs[i]
		if !run.Counts() || s.aside(run) != "" {
			continue
		}
		planned := s.plannedOf(run)
		if before := latest[planned]; before == nil || !run.Start.Before(before.Start) {
			latest[planned] = run
		}
	}
	return latest
}

// madeAgain returns the run that counts in place of a completed one of a planned cell, or nil. All jobs of one set count.
func (s *Study) madeAgain(run *Run) *Run {
	latest := s.latest[s.plannedOf(run)]
	if latest == nil || latest.Path == run.Path || run.Place.Number == 0 || !run.Counts() {
		return nil
	}
	return latest
}
