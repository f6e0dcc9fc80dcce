// Package voteconfig turns a validated VoteConfig into the ConfigMap that a voting application reads.
//
// [Expand] is its entry. It is pure, as all generators are.
package voteconfig
