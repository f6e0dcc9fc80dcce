package v1alpha1

// Default fills the values that depend on other fields. v1alpha2 fills the others, after [MetricSet.ConvertTo]. A
// second call changes nothing.
func (ms *MetricSet) Default() {
	spec := &ms.Spec
	fill(&spec.Pods, new(int32(1)))
	fill(&spec.Completions, *spec.Pods)
	if application := spec.Application; application != nil {
		fill(&application.Entrypoint, application.Command)
	}
}
