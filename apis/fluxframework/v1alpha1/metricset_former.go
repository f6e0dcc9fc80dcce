package v1alpha1

// FormerFields says what to write instead of fields that are in published examples and that no version of the operator
// read.
func (Metric) FormerFields() map[string]string {
	return map[string]string{
		"rate":        "it is an option of some metrics: write it under options",
		"completions": "it is an option of some metrics: write it under options",
	}
}

// FormerFields says that some fields exist in v1alpha2 only.
func (MetricSetPod) FormerFields() map[string]string {
	return map[string]string{
		"labels":      "v1alpha1 has no labels of pods: use apiVersion flux-framework.org/v1alpha2",
		"annotations": "v1alpha1 has no annotations of pods: use apiVersion flux-framework.org/v1alpha2",
	}
}
