package voteconfig

import "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"

func configMapName(vote *v1alpha1.VoteConfig) string { return vote.Name + "-config" }
