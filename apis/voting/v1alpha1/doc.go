// Package v1alpha1 contains the VoteConfig of voting.schoolofdevops.com/v1alpha1: the options that people may vote for.
//
// The VoteConfig of voting.example.com, from the same tutorial, is in package v1 beside this one and is converted to this one.
//
// +kubebuilder:object:generate=true
// +groupName=voting.schoolofdevops.com
package v1alpha1
