// Package v1alpha1 holds the VoteConfig of voting.schoolofdevops.com/v1alpha1: what people may vote for.
//
// The main entries are [VoteConfig.Default] and [VoteConfig.Validate]. The VoteConfig of voting.example.com, which the
// same tutorial begins with, is in package v1 beside this one and is converted to this one.
//
// +kubebuilder:object:generate=true
// +groupName=voting.schoolofdevops.com
package v1alpha1
