package v1alpha1

// The defaults of the fields.
const (
	// DefaultReplicas is the number of pods.
	DefaultReplicas int32 = 1
	// DefaultImage is the image of the container.
	DefaultImage = "docker.io/library/alpine:3"
	// DefaultRunAsUser is the user called nobody.
	DefaultRunAsUser int64 = 65534
)

// Default fills every empty value that generation needs. A second call changes nothing.
func (s *PodSet) Default() {
	spec := &s.Spec
	if spec.Replicas == nil {
		spec.Replicas = new(DefaultReplicas)
	}
	if spec.Image == "" {
		spec.Image = DefaultImage
	}
	if len(spec.Command) == 0 {
		spec.Command = []string{"sleep", "3600"}
	}
	if spec.RunAsUser == nil {
		spec.RunAsUser = new(DefaultRunAsUser)
	}
}
