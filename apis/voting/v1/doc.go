// Package v1 contains the VoteConfig of voting.example.com/v1. The tutorial on VoteConfig begins with this group.
//
// The main entries are [VoteConfig.ConvertTo] and [VoteConfig.Validate]. Generators know only the VoteConfig of
// voting.schoolofdevops.com, so every object is converted to that. Validate checks the fields that have no place in it.
//
// +kubebuilder:object:generate=true
// +groupName=voting.example.com
package v1
