package v1alpha1

// Default does nothing: all that a VoteConfig says has to be said.
func (*VoteConfig) Default() {}
