package metricset

import "github.com/latchkey-dev/latchkey/generators/internal/shipped"

// Select returns the files of a set for one container: scripts that it starts, and the facts about it.
var Select = func(uses []shipped.Use) map[string]string {
	data, _ := scripts().Select(uses).With(nil)
	return data
}
