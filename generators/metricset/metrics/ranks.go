package metrics

import (
	"slices"
	"strconv"
	"strings"
)

// ranksPerHost returns how many ranks each host has to take for an mpirun command line, or 0 where one is enough or the
// line does not say it. Open MPI puts one on each line of a host list that says nothing about slots, and refuses more.
func ranksPerHost(line string, pods int32) int {
	words := strings.Fields(line)
	if each := flagNumber(words, "-N", "-npernode", "--npernode"); each > 1 {
		return each
	}
	all := flagNumber(words, rankFlags...)
	if all <= int(pods) {
		return 0
	}
	return (all-1)/int(pods) + 1
}

// rankFlags are those behind which mpirun is told how many ranks there are on all hosts.
var rankFlags = []string{"-np", "-n", "--np"}

// namesRanks tells whether arguments of mpirun say how many ranks there are on all hosts.
func namesRanks(arguments string) bool {
	return slices.ContainsFunc(strings.Fields(arguments), func(word string) bool {
		flag, _, _ := strings.Cut(word, "=")
		return slices.Contains(rankFlags, flag)
	})
}

// flagNumber returns the number behind the first of some flags, 0 where there is none.
func flagNumber(words []string, flags ...string) int {
	for i, word := range words[:max(len(words)-1, 0)] {
		if slices.Contains(flags, word) {
			number, err := strconv.Atoi(words[i+1])
			if err != nil {
				return 0
			}
			return number
		}
	}
	return 0
}
