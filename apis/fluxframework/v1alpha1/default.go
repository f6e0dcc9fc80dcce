package v1alpha1

import "cmp"

// The defaults of v1alpha1 that v1alpha2 does not have. They are those of the public CRD of
// flux-framework/flux-operator (v1alpha1).
const (
	// defaultHeadlessName is the name of a set's Service.
	defaultHeadlessName = "flux-service"
	// defaultInstallRoot is the prefix of Flux in the image.
	defaultInstallRoot = "/usr"
	// defaultStorageClass is the class of a volume that is a directory of the node.
	defaultStorageClass = "hostpath"
	// defaultCapacity is the capacity of a volume.
	defaultCapacity = "5Gi"
	// defaultSecretNamespace is the namespace of the Secret that a CSI driver uses.
	defaultSecretNamespace = "default"
)

// Default fills the values whose defaults v1alpha2 does not have. v1alpha2 fills the others, after
// [MiniCluster.ConvertTo]. Explicit values stay, also a zero in a pointer field. A second call changes nothing.
//
// The Flux user gets no default, although the CRD has one. v1alpha1 started the image as root and made user 1000
// itself, so the default does not say which user the image can run as.
func (mc *MiniCluster) Default() {
	spec := &mc.Spec
	fill(&spec.Network.HeadlessName, defaultHeadlessName)
	fill(&spec.Logging.Strict, new(true))
	fill(&spec.Flux.InstallRoot, defaultInstallRoot)

	for i := range spec.Containers {
		fill(&spec.Containers[i].RunFlux, new(len(spec.Containers) == 1))
	}
	for i := range spec.Services {
		fill(&spec.Services[i].RunFlux, new(false))
	}
	for name, volume := range spec.Volumes {
		fill(&volume.StorageClass, new(defaultStorageClass))
		fill(&volume.Capacity, defaultCapacity)
		fill(&volume.Delete, new(true))
		fill(&volume.SecretNamespace, defaultSecretNamespace)
		spec.Volumes[name] = volume
	}
}

// fill sets value to fallback when it is zero; a pointer is zero when it is nil.
func fill[T comparable](value *T, fallback T) { *value = cmp.Or(*value, fallback) }

// Default fills the values that depend on other fields. v1alpha2 fills the others, after [MetricSet.ConvertTo]. A
// second call changes nothing.
func (ms *MetricSet) Default() {
	spec := &ms.Spec
	fill(&spec.Pods, new(int32(1)))
	fill(&spec.Completions, *spec.Pods)
	if application := spec.Application; application != nil {
		fill(&application.Entrypoint, application.Command)
	}
}
