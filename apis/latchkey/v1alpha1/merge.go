package v1alpha1

// Merge returns the options of two levels as one: what the nearer level says wins, field by field.
//
// A nearer word also takes back what it excludes of the farther level: curveSecret the farther curve, curve (other
// than Secret) the farther curveSecret, and workload Job the farther maxRestarts.
// Levels from far to near: what the custom resource's own fields say, functionConfig or flags, annotations.
func (o Options) Merge(nearer Options) Options {
	if nearer.CurveSecret != "" && nearer.Curve == "" {
		nearer.Curve = CurveSecret
	}
	if nearer.Curve != "" && nearer.Curve != CurveSecret {
		o.CurveSecret = ""
	}
	if nearer.Workload == WorkloadJob {
		o.MaxRestarts = nil
	}
	for _, option := range table {
		if option.isSet(&nearer) {
			option.copyTo(&o, &nearer)
		}
	}
	return o
}

// Default fills in the defaults of the table; doing it twice changes nothing.
// Merge all levels before, those fields of the custom resource included that say the same as an option.
// TTLSeconds, MaxRestarts, Queue and CurveSecret have no default and stay as they are.
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
