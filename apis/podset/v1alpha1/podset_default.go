package v1alpha1

import "cmp"

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
	spec.Replicas = cmp.Or(spec.Replicas, new(defaultReplicas))
	spec.Image = cmp.Or(spec.Image, defaultImage)
	if len(spec.Command) == 0 {
		spec.Command = []string{"sleep", "3600"}
	}
	spec.RunAsUser = cmp.Or(spec.RunAsUser, new(defaultRunAsUser))
}
