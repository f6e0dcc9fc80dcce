package v1alpha1

// Volume is a PersistentVolume to make for the set. With the storage class hostpath it is a directory of the node. With
// any other class it is a CSI volume.
type Volume struct {
	// Path of the directory on the node, for the storage class hostpath. The mount point is the path in the container's
	// volumes.
	Path string `json:"path"`
	// StorageClass of the volume and its claim, default hostpath. Any other class needs secret.
	// +kubebuilder:default="hostpath"
	StorageClass *string `json:"storageClass,omitempty"`
	// Capacity is a quantity of bytes, default 5Gi. An empty text also means the default.
	// +kubebuilder:default="5Gi"
	Capacity string `json:"capacity,omitempty"`
	// Delete selects the reclaim policy: Delete if it is true (default), otherwise Retain.
	// +kubebuilder:default=true
	Delete *bool `json:"delete,omitempty"`
	// Labels of the PersistentVolume.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the PersistentVolume.
	Annotations map[string]string `json:"annotations,omitempty"`
	// ClaimAnnotations are annotations of the PersistentVolumeClaim.
	ClaimAnnotations map[string]string `json:"claimAnnotations,omitempty"`

	// Driver is the name of the CSI driver. It has no effect with hostpath.
	Driver string `json:"driver,omitempty"`
	// VolumeHandle is the volume's name for the CSI driver, default the storage class. It has no effect with
	// hostpath.
	VolumeHandle string `json:"volumeHandle,omitempty"`
	// Attributes are passed to the CSI driver. They have no effect with hostpath.
	Attributes map[string]string `json:"attributes,omitempty"`
	// Secret names the Secret that the CSI driver uses. It has no effect with hostpath.
	Secret string `json:"secret,omitempty"`
	// SecretNamespace is the namespace of secret, default "default". An empty text also means the default.
	// +kubebuilder:default="default"
	SecretNamespace string `json:"secretNamespace,omitempty"`
}

// ContainerVolume mounts a volume of the set into a container.
type ContainerVolume struct {
	// Path in the container at which the volume is mounted.
	Path string `json:"path"`
	// ReadOnly mounts the volume read-only, default false.
	// +kubebuilder:default=false
	ReadOnly bool `json:"readOnly,omitempty"`
}

// ExistingVolume mounts a volume that exists already. It has exactly one source: configMapName,
// claimName or secretName.
type ExistingVolume struct {
	// Path in the container at which the volume is mounted.
	Path string `json:"path,omitempty"`
	// ReadOnly mounts the volume read-only, default false.
	// +kubebuilder:default=false
	ReadOnly bool `json:"readOnly,omitempty"`
	// ConfigMapName names a ConfigMap in the set's namespace.
	ConfigMapName string `json:"configMapName,omitempty"`
	// Items are the keys of the ConfigMap or Secret to mount, each with its path below path, default all.
	Items map[string]string `json:"items,omitempty"`
	// ClaimName names a PersistentVolumeClaim in the set's namespace.
	ClaimName string `json:"claimName,omitempty"`
	// SecretName names a Secret in the set's namespace.
	SecretName string `json:"secretName,omitempty"`
}
