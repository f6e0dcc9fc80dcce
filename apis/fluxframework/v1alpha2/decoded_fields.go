package v1alpha2

// Legacy contains the values of a v1alpha1 object for which v1alpha2 has no field. It is never read from or written to
// YAML.
type Legacy struct {
	// CurveCertSecret names an existing Secret with the key curve.cert.
	CurveCertSecret string
	// InstallRoot is where the application's image has Flux, v1alpha1's default /usr.
	InstallRoot string
	// Cores is the number of cores per node that Flux advertises, if above 1. With 0 or 1 Flux advertises the cores
	// that it finds.
	Cores int32
	// Volumes are the PersistentVolumes to make, by name, each with a claim <name>-claim.
	Volumes map[string]PersistentVolume
}

// PersistentVolume is a volume that v1alpha1 made for a set. Its defaults are filled in.
type PersistentVolume struct {
	// Path on the node, for the storage class hostpath.
	Path string `json:"path,omitempty"`
	// Labels of the PersistentVolume.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the PersistentVolume.
	Annotations map[string]string `json:"annotations,omitempty"`
	// ClaimAnnotations are annotations of the PersistentVolumeClaim.
	ClaimAnnotations map[string]string `json:"claimAnnotations,omitempty"`
	// Attributes are passed to the CSI driver.
	Attributes map[string]string `json:"attributes,omitempty"`
	// VolumeHandle is the volume's name for the CSI driver. If empty, it is the storage class.
	VolumeHandle string `json:"volumeHandle,omitempty"`
	// StorageClass is hostpath, or the class of a CSI volume.
	StorageClass string `json:"storageClass,omitempty"`
	// Driver is the name of the CSI driver.
	Driver string `json:"driver,omitempty"`
	// Delete chooses the reclaim policy: true Delete, false Retain.
	Delete bool `json:"delete,omitempty"`
	// Secret names the Secret that the CSI driver uses.
	Secret string `json:"secret,omitempty"`
	// SecretNamespace is the namespace of the Secret.
	SecretNamespace string `json:"secretNamespace,omitempty"`
	// Capacity is a quantity of bytes, for example 5Gi.
	Capacity string `json:"capacity,omitempty"`
}

// ClaimName returns the name of the PersistentVolumeClaim of a volume in spec.volumes, for example
// data-claim. The form follows flux-framework/flux-operator (v1alpha1), controllers/flux/volumes.go.
func ClaimName(volume string) string { return volume + "-claim" }
