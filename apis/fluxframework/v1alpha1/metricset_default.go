package v1alpha1

// Default fills what depends on other fields. What both versions fill alike is left to v1alpha2, after
// [MetricSet.ConvertTo]. Running it again changes nothing.
func (ms *MetricSet) Default() {
	spec := &ms.Spec
	fill(&spec.Pods, new(int32(1)))
	fill(&spec.Completions, *spec.Pods)
	if application := spec.Application; application != nil {
		fill(&application.Entrypoint, application.Command)
	}
}
