package report

// A Comparison of runs. Runs whose facts are equal are repetitions and make one group.
type Comparison struct {
	Varies []string // names of the facts that differ between the runs, sorted; "size" first
	Groups []Group  // sorted by the facts that differ, numbers as numbers
	// Measures are what at least two groups have.
	Measures []Measure
}

// A Group is runs with equal facts.
type Group struct {
	Name  string            // the facts that differ, for example "size=2, image=b"
	Facts map[string]string // only those that differ
	Scale float64           // what speed-up is drawn over: tasks, or else size; NaN if neither is known
	Runs  []int             // indexes in Report.Runs
}

// A Measure is one quantity in all groups.
type Measure struct {
	Metric string
	Kind   *Kind
	Title  string // of the results
	Field  Field
	Cells  []Cell // one for each group
}

// A Cell is a quantity in the runs of a group.
type Cell struct {
	Stats // over runs; each run gives one value. Count is 0 if the group has no value
	// Speedup is how much better the mean is than that of the first group that has one: 2 means half the time, or twice
	// the bandwidth. NaN if the field has no better direction.
	Speedup float64
	// Ideal is Scale divided by the Scale of the first group. NaN if the scale is not known or does not differ.
	Ideal float64
}
