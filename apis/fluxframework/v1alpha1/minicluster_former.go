package v1alpha1

// FormerFields says how to write what is not a field of a set, but of a volume.
func (MiniClusterSpec) FormerFields() map[string]string {
	return map[string]string{"hostPath": `write it as the "path" of a volume, as in volumes: {data: {path: /data}}`}
}
