package v1alpha2

// ContainerVolume mounts a volume into a container. It has exactly one source: hostPath, configMapName,
// claimName, secretName, emptyDir or csiDriver.
type ContainerVolume struct {
	// Path in the container at which the volume is mounted. It is required, except with emptyDir: the default is then
	// /dev/shm.
	// +optional
	Path string `json:"path,omitempty"`
	// ReadOnly mounts the volume read-only, default false.
	// +optional
	// +kubebuilder:default=false
	ReadOnly bool `json:"readOnly,omitempty"`

	// HostPath is a directory of the node. It must exist.
	// +optional
	HostPath string `json:"hostPath,omitempty"`
	// ConfigMapName names a ConfigMap in the set's namespace.
	// +optional
	ConfigMapName string `json:"configMapName,omitempty"`
	// Items are the keys of the ConfigMap or Secret to mount, default all. Each has its path below path. They have no
	// effect on other sources.
	// +optional
	Items map[string]string `json:"items,omitempty"`
	// ClaimName names a PersistentVolumeClaim in the set's namespace.
	// +optional
	ClaimName string `json:"claimName,omitempty"`
	// SecretName names a Secret in the set's namespace.
	// +optional
	SecretName string `json:"secretName,omitempty"`

	// EmptyDir makes an empty directory for the life of the pod, default false.
	// +optional
	// +kubebuilder:default=false
	EmptyDir bool `json:"emptyDir,omitempty"`
	// EmptyDirMedium is Memory, in any case, or empty for the node's disk. It has no effect without emptyDir.
	// +optional
	EmptyDirMedium string `json:"emptyDirMedium,omitempty"`
	// EmptyDirSizeLimit is a quantity of bytes, for example 64Gi, default no limit. It has no effect
	// without emptyDir.
	// +optional
	EmptyDirSizeLimit string `json:"emptyDirSizeLimit,omitempty"`

	// CSIDriver names a driver for an inline CSI volume.
	// +optional
	CSIDriver string `json:"csiDriver,omitempty"`
	// CSIDriverAttributes are passed to the CSI driver. They have no effect without csiDriver.
	// +optional
	CSIDriverAttributes map[string]string `json:"csiDriverAttributes,omitempty"`
}
