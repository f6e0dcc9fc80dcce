// Package v1 holds the VoteConfig of voting.example.com/v1, the group that the tutorial on VoteConfig begins with.
//
// The main entries are [VoteConfig.ConvertTo], since generators know the VoteConfig of voting.schoolofdevops.com alone,
// and [VoteConfig.Validate], which judges what that one has no field for.
//
// +kubebuilder:object:generate=true
// +groupName=voting.example.com
package v1
