package v1alpha1

// Default does nothing, because no field has a default.
func (*VoteConfig) Default() {}
