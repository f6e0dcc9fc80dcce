package v1alpha2

// FormerFields says what became of the fields of v1alpha1, which published examples of v1alpha2 still have.
func (MiniClusterSpec) FormerFields() map[string]string {
	return map[string]string{
		"fluxRestful": "it is one of v1alpha1: nothing is downloaded as pods run, so leave it out, or run a REST server from an image, as a sidecar",
		"users":       "it is one of v1alpha1: a set belongs to one user, so leave them out",
	}
}

// FormerFields says what became of the fields of v1alpha1.
func (FluxSpec) FormerFields() map[string]string {
	return map[string]string{
		"installRoot":     "this is a field of v1alpha1: leave it out, and if the application's image has Flux, write container.disable: true",
		"curveCertSecret": "this is a field of v1alpha1: name the Secret in the annotation latchkey.dev/curve-secret of the MiniCluster",
	}
}

// FormerFields says what became of the fields of v1alpha1, which published examples of v1alpha2 still have.
func (Container) FormerFields() map[string]string {
	const user = "it is one of v1alpha1: write the number of the user as securityContext.runAsUser"
	return map[string]string{
		"diagnostics": "it is one of v1alpha1, where facts about Flux are printed in place of the command: leave it out",

		"cores":    "it is one of v1alpha1: write the number of cores as resources.limits.cpu, and Flux gives out as many on each node",
		"fluxUser": user,
		"fluxuser": user,
	}
}

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

// RequiredFields says which fields the definition of the kind requires.
func (FluxBroker) RequiredFields() map[string]string {
	return map[string]string{
		"address": "there is no address: say at which host name or IPv4 address the lead broker is reached",
		"name":    "there is no name: name the lead's set, its host names are made from it",
		"size":    "there is no size: write the number of pods of the lead's set",
	}
}

// OlderPlaces says where fields of the releases 0.2.0 and 0.2.1 of the Flux Operator belong. Those releases also called
// their version v1alpha2, see flux-framework/flux-operator, config/crd/bases.
func (*Container) OlderPlaces() map[string]string {
	return map[string]string{"securityContext.addCapabilities": "securityContext.capabilities.add"}
}

// TakeOlder notes a field of an older release that was read.
func (c *Container) TakeOlder(place string) { c.Older = append(c.Older, place) }

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
	Path string
	// Labels of the PersistentVolume.
	Labels map[string]string
	// Annotations of the PersistentVolume.
	Annotations map[string]string
	// ClaimAnnotations are annotations of the PersistentVolumeClaim.
	ClaimAnnotations map[string]string
	// Attributes are passed to the CSI driver.
	Attributes map[string]string
	// VolumeHandle is the volume's name for the CSI driver. If empty, it is the storage class.
	VolumeHandle string
	// StorageClass is hostpath, or the class of a CSI volume.
	StorageClass string
	// Driver is the name of the CSI driver.
	Driver string
	// Delete chooses the reclaim policy: true Delete, false Retain.
	Delete bool
	// Secret names the Secret that the CSI driver uses.
	Secret string
	// SecretNamespace is the namespace of the Secret.
	SecretNamespace string
	// Capacity is a quantity of bytes, for example 5Gi.
	Capacity string
}

// ClaimName returns the name of the PersistentVolumeClaim of a volume in spec.volumes, for example
// data-claim. The form follows flux-framework/flux-operator (v1alpha1), controllers/flux/volumes.go.
func ClaimName(volume string) string { return volume + "-claim" }
