package parse

import (
	_ "embed"
	"strings"
)

//go:embed beside.txt
var besideNames string

// rank is 0 for a command of the application, and what it did, and 1 for one of Flux or of a sidecar.
func rank(name string) int {
	command, _, _ := strings.Cut(name, " ")
	for line := range strings.Lines(besideNames) {
		stem, isStart := strings.CutSuffix(strings.TrimSpace(line), "*")
		if command == stem || isStart && strings.HasPrefix(command, stem) {
			return 1
		}
	}
	return 0
}
