package v1alpha1

// The defaults of the fields.
const (
	// defaultReplicas is the number of pods.
	defaultReplicas int32 = 1
	// defaultImage is the image of the container.
	defaultImage = "docker.io/library/alpine:3"
	// defaultRunAsUser is the user called nobody.
	defaultRunAsUser int64 = 65534
)

// Default fills every empty value that generation needs. A second call changes nothing.
func (s *PodSet) Default() {
	spec := &s.Spec
	if spec.Replicas == nil {
		spec.Replicas = new(defaultReplicas)
	}
	if spec.Image == "" {
		spec.Image = defaultImage
	}
	if len(spec.Command) == 0 {
		spec.Command = []string{"sleep", "3600"}
	}
	if spec.RunAsUser == nil {
		spec.RunAsUser = new(defaultRunAsUser)
	}
}
