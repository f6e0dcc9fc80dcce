package v1alpha1

// OlderPlaces says where fields belong that releases 0.0.1 to 0.0.17.2 of the Metrics Operator had under the name v1alpha1,
// see converged-computing/metrics-operator, config/crd/bases.
func (*Metric) OlderPlaces() map[string]string {
	return map[string]string{"rate": "options.rate", "completions": "options.completions"}
}

// TakeOlder notes a field of an older release that was read.
func (m *Metric) TakeOlder(place string) { m.Older = append(m.Older, place) }
