package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/options"

// tenancy has the option soleTenancy. Metrics whose metadata line contains this option declare it themselves.
type tenancy struct {
	SoleTenancy bool `option:"soleTenancy" alias:"sole-tenancy" meta:"-" help:"ask for one pod per node"`
}

func (t tenancy) wantsNodes() bool { return t.SoleTenancy }

// noRules is for structs of options whose tags express all rules.
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
		p.Invalid("interval", "%d is longer than rate, which is %d: use a number up to that", interval, rate)
	}
}

// texts returns the texts that are not empty.
func texts(all ...string) []string {
	var present []string
	for _, text := range all {
		if text != "" {
			present = append(present, text)
		}
	}
	return present
}
