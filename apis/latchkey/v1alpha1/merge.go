package v1alpha1

// Merge returns the options of two levels as one. For each field the nearer level wins.
//
// A nearer value also removes what it excludes on the farther level. curveSecret removes the farther curve. curve
// (other than Secret) removes the farther curveSecret. workload Job removes the farther maxRestarts and onDisruption.
// Levels from far to near: the custom resource's own fields, functionConfig or flags, annotations.
func (o Options) Merge(nearer Options) Options {
	if nearer.CurveSecret != "" && nearer.Curve == "" {
		nearer.Curve = CurveSecret
	}
	if nearer.Curve != "" && nearer.Curve != CurveSecret {
		o.CurveSecret = ""
	}
	if nearer.Workload == WorkloadJob {
		o.MaxRestarts, o.OnDisruption = nil, ""
	}
	for _, option := range table {
		if option.isSet(&nearer) {
			option.copyTo(&o, &nearer)
		}
	}
	return o
}

// Default fills in the defaults of the table. A second call changes nothing. Merge all levels before, including the
// fields of the custom resource with the meaning of an option. TTLSeconds, MaxRestarts, Queue, Priority,
// Topology and CurveSecret have no default and stay as they are.
func (o *Options) Default() {
	if o.Curve == "" && o.CurveSecret != "" {
		o.Curve = CurveSecret
	}
	o.Include = ParseInclude(o.Include...)
	for _, option := range table {
		if option.Default != "" && !option.isSet(o) {
			option.parse(o, option.Default)
		}
	}
}
