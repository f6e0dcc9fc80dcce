package metrics

import (
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func perfSysstat() Metric {
	return define(About{
		Name:    "perf-sysstat",
		Summary: "pidstat samples of one watched process",
		URL:     "https://github.com/sysstat/sysstat",
		Image:   "ghcr.io/converged-computing/metric-sysstat:latest",
		Family:  "performance",

		Attached: "flux-perf-sysstat.sh",
		Watching: "pod-perf-sysstat.sh",
	}, perfSysstatOptions{sampling: sampling{Rate: 10}, Interval: 1}, buildPerfSysstat)
}

type perfSysstatOptions struct {
	Command   string            `option:"command" meta:"-" help:"command line of the process to watch; else that of the addon application"`
	Commands  map[string]string `option:"commands" help:"command line to watch per pod index; the key all is for every other index"`
	Pattern   string            `option:"pattern" meta:"-" help:"extended regular expression to find in the command line, in place of command"`
	Container string            `option:"container" meta:"-" help:"container to watch in the pods of a workload that the set is attached to; else all of them"`
	sampling
	Interval int  `option:"interval" meta:"-" min:"0" help:"seconds that the rates of a sample are of; 0 takes all since the node has booted, as the Metrics Operator does"`
	Color    bool `option:"color" meta:"-" help:"keep colour codes"`
	Pids     bool `option:"pids" help:"print all processes in each sample"`
	Threads  bool `option:"threads" help:"count threads one by one"`
	Timeout  int  `option:"timeout" meta:"-" min:"0" help:"seconds to wait for the process; 0 waits as long as the application lives"`
	tenancy
}

func (o *perfSysstatOptions) Validate(p *options.Problems) {
	checkWatch(p, o.Command, o.Pattern)
	withinRate(p, o.Interval, o.Rate)
	if o.Interval == 0 {
		p.Warn("interval", "with 0 each sample is an average since the node booted, which says little about this run: use 1 or more")
	}
	for key, command := range o.Commands {
		if strings.TrimSpace(command) == "" {
			p.Findings.Invalid(p.Place("commands").Key(key), command, "there is nothing to watch: write the command line of the process, or leave the index of this pod out")
		}
		if index, err := strconv.Atoi(key); key != allIndices && (err != nil || index < 0 || strconv.Itoa(index) != key) {
			p.Findings.Invalid(p.Place("commands").Key(key), key, "%q is not an index of a pod: use a number from 0, or all", key)
		}
	}
	slices.SortFunc(p.Errors, func(a, b *field.Error) int { return strings.Compare(a.Field, b.Field) })
}

// allIndices is the key for all pods without a key of their own.
const allIndices = "all"

// watched returns the files that say what to watch: one for all pods, and one for each index that has its own.
func (o perfSysstatOptions) watched() map[string]string {
	files := watchFiles(o.Command, o.Pattern)
	for key, command := range o.Commands {
		name := plan.WatchFile + "-" + key
		if key == allIndices {
			name = plan.WatchFile
		}
		files[name] = plan.CommandLine(command)
	}
	return files
}

func buildPerfSysstat(o perfSysstatOptions, t Target) plan.Plan {
	return single(t, plan.Container{
		Role:    plan.Watch,
		Watched: o.Container,
		Script:  "perf-sysstat.sh",
		Env: workload.Environment{}.
			Number("LATCHKEY_RATE", o.Rate).
			Number("LATCHKEY_COMPLETIONS", o.Completions).
			Number("LATCHKEY_INTERVAL", o.Interval).
			Number("LATCHKEY_TIMEOUT", o.Timeout).
			Flag("LATCHKEY_COLOR", o.Color).
			Flag("LATCHKEY_PIDS", o.Pids).
			Flag("LATCHKEY_THREADS", o.Threads),
		Files: o.watched(),
	})
}
