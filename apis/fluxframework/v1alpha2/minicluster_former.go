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
		"installRoot":     "it is one of v1alpha1: leave it out, and if the application's image has Flux, write container.disable: true",
		"curveCertSecret": "it is one of v1alpha1: write the name of the Secret as the annotation latchkey.dev/curve-secret of the MiniCluster",
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
