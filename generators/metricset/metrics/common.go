package metrics

import (
	"regexp"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// tenancy has the option soleTenancy. Metrics that have this option in their metadata line declare it themselves.
type tenancy struct {
	SoleTenancy bool `option:"soleTenancy" alias:"sole-tenancy" meta:"-" help:"ask for one pod per node"`
}

func (t tenancy) wantsNodes() bool { return t.SoleTenancy }

// noRules is for structs of options with all rules in their tags.
type noRules struct{}

// Validate finds nothing.
func (noRules) Validate(*options.Problems) {}

// sampling has the options of metrics that take samples: seconds between samples, and their number.
type sampling struct {
	Rate        int `option:"rate" min:"1" help:"seconds from one sample to the next"`
	Completions int `option:"completions" min:"0" help:"number of samples; 0 for no end"`
}

// withinRate reports an interval that is longer than the time from one sample to the next.
func withinRate(p *options.Problems, interval, rate int) {
	if interval > rate && !p.Failed("interval") && !p.Failed("rate") {
		p.Invalid("interval", "%d is longer than rate, which is %d: use at most the rate", interval, rate)
	}
}

// nonEmpty returns the strings that are not empty.
func nonEmpty(all ...string) []string {
	var present []string
	for _, text := range all {
		if text != "" {
			present = append(present, text)
		}
	}
	return present
}

// checkWatch reports options that cannot say what to watch: both at once, or a pattern that is not a regular expression.
func checkWatch(p *options.Problems, command, pattern string) {
	if pattern != "" && command != "" {
		p.Invalid("pattern", "pattern and command exclude each other: leave one of the two out")
	}
	if _, err := regexp.CompilePOSIX(pattern); err != nil {
		p.Invalid("pattern", "%q is not an extended regular expression: write a backslash before each character that stands for itself", pattern)
	}
}

// watchFiles returns the files that tell a watcher which process to find, the same in all pods.
func watchFiles(command, pattern string) map[string]string {
	files := map[string]string{}
	if command != "" {
		files[plan.WatchFile] = plan.CommandLine(command)
	}
	if pattern != "" {
		files[plan.PatternFile] = pattern
	}
	return files
}
