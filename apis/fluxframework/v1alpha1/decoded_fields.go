package v1alpha1

// FormerFields says how to write what is not a field of a set, but of a volume.
func (MiniClusterSpec) FormerFields() map[string]string {
	return map[string]string{"hostPath": `write it as the "path" of a volume, as in volumes: {data: {path: /data}}`}
}

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

// RequiredFields says what the definition of the kind asks for.
func (User) RequiredFields() map[string]string {
	return map[string]string{"name": "the user has no name: write one, or leave the user out"}
}

// RequiredFields says what the definition of the kind asks for.
func (ContainerSecurity) RequiredFields() map[string]string {
	return map[string]string{"privileged": "it is missing: write true or false, or leave the securityContext out"}
}

// RequiredFields says what the definition of the kind asks for, of volumes of every class.
func (Volume) RequiredFields() map[string]string {
	return map[string]string{"path": "there is no path: name the directory of the node, for example /data; for another storageClass than hostpath any text will do"}
}

// OlderPlaces says where fields belong that releases 0.0.1 to 0.0.17.2 of the Metrics Operator had under the name v1alpha1,
// see converged-computing/metrics-operator, config/crd/bases.
func (*Metric) OlderPlaces() map[string]string {
	return map[string]string{"rate": "options.rate", "completions": "options.completions"}
}

// TakeOlder notes a field of an older release that was read.
func (m *Metric) TakeOlder(place string) { m.Older = append(m.Older, place) }
