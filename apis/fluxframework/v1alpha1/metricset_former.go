package v1alpha1

// FormerFields says what became of fields that published examples have and no version of the operator read.
func (Metric) FormerFields() map[string]string {
	return map[string]string{
		"rate":        "it is an option of some metrics: write it under options",
		"completions": "it is an option of some metrics: write it under options",
	}
}

// FormerFields says where there are the fields that only v1alpha2 has.
func (MetricSetPod) FormerFields() map[string]string {
	return map[string]string{
		"labels":      "v1alpha1 has no labels of pods: use apiVersion flux-framework.org/v1alpha2",
		"annotations": "v1alpha1 has no annotations of pods: use apiVersion flux-framework.org/v1alpha2",
	}
}
