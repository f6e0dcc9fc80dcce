package v1alpha1

// FormerFields says what became of fields that published examples have and no version of the operator read.
func (Metric) FormerFields() map[string]string {
	return map[string]string{
		"rate":        "it is an option of some metrics: write it under options",
		"completions": "it is an option of some metrics: write it under options",
	}
}
