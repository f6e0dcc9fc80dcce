package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/options"

// tenancy is the option that every metric has. Of some the metadata line tells it: those declare it themselves.
type tenancy struct {
	SoleTenancy bool `option:"soleTenancy" alias:"sole-tenancy" meta:"-" help:"ask for one pod per node"`
}

func (t tenancy) wantsNodes() bool { return t.SoleTenancy }

// noRules is for options whose tags say all rules.
type noRules struct{}

// Validate finds nothing.
func (noRules) Validate(*options.Problems) {}

// sampling is how often and how many times a metric looks.
type sampling struct {
	Rate        int `option:"rate" min:"1" help:"seconds from one sample to the next"`
	Completions int `option:"completions" min:"0" help:"number of samples; 0 for no end"`
}

// endless tells whether nothing but a deadline ends the samples.
func (s sampling) endless() bool { return s.Completions == 0 }

// texts returns those that are there.
func texts(all ...string) []string {
	var present []string
	for _, text := range all {
		if text != "" {
			present = append(present, text)
		}
	}
	return present
}
