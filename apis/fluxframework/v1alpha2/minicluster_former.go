package v1alpha2

// FormerFields says what became of the fields of v1alpha1, which published examples of v1alpha2 still have.
func (Container) FormerFields() map[string]string {
	const user = "it is one of v1alpha1: write the number of the user as securityContext.runAsUser"
	return map[string]string{
		"cores":    "it is one of v1alpha1: write the number of cores as resources.limits.cpu, and Flux gives out as many on each node",
		"fluxUser": user,
		"fluxuser": user,
	}
}
