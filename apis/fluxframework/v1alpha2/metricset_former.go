package v1alpha2

// FormerFields says what became of the fields of v1alpha1, which published examples of v1alpha2 still have.
func (MetricSetSpec) FormerFields() map[string]string {
	return map[string]string{
		"application": `it is one of v1alpha1: give the metric the addon "application", with image and command as its options`,
		"storage": `it is one of v1alpha1: give the metric an addon such as "volume-pvc" or "volume-hostpath", and commands as its options ` +
			`pre, prefix and post`,
		"completions": "it is one of v1alpha1: a metric runs once in each of its pods, so give the number as pods",
		"containers":  `a MetricSet has none: write what to watch as the addon "application" of the metric`,
		"volumes":     addonOfVolume,
		"hostPath":    addonOfVolume,
		"claimName":   addonOfVolume,
	}
}

const addonOfVolume = `give the metric an addon such as "volume-pvc" or "volume-hostpath"`

// FormerFields says what became of fields that published examples have and that no version of the operator read.
func (Metric) FormerFields() map[string]string {
	return map[string]string{
		"container":   "the image of a metric is image",
		"rate":        "it is an option of some metrics: write it under options",
		"completions": "it is an option of some metrics: write it under options",
		"command":     optionOrApplication,
		"workdir":     optionOrApplication,
		"workingDir":  optionOrApplication,
		"tasks":       "it is an option of some metrics: write it under options",
		"volumes":     addonOfVolume,
		"hostPath":    addonOfVolume,
		"claimName":   addonOfVolume,
	}
}

const optionOrApplication = `it is an option of some metrics, and of the addon "application": write it under options`
