package metrics

import (
	"slices"
	"strconv"
	"strings"
)

// ranksPerHost returns the number of ranks that each host has to take for an mpirun command line. It is 0 if one rank
// is enough or the line gives no number. Open MPI puts one rank on each host of a list without slots, and refuses more.
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

// rankFlags are the options of mpirun for the number of ranks on all hosts.
var rankFlags = []string{"-np", "-n", "--np"}

// namesRanks tells whether arguments of mpirun give the number of ranks on all hosts.
func namesRanks(arguments string) bool {
	return slices.ContainsFunc(strings.Fields(arguments), func(word string) bool {
		flag, _, _ := strings.Cut(word, "=")
		return slices.Contains(rankFlags, flag)
	})
}

// flagNumber returns the number after the first of some flags. It is 0 if there is none.
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
