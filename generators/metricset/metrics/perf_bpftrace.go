package metrics

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// perfBpftrace counts what the kernel sees of the processes of a pod. The process namespace, which the containers of the pod
// share, is the filter, so nothing of other pods counts and nothing runs on the node itself.
func perfBpftrace() Metric {
	return define(About{
		Name:    "perf-bpftrace",
		Summary: "what the kernel sees of a pod: processor time, waits, system calls, files, TCP, locks, faults",
		URL:     "https://github.com/bpftrace/bpftrace",
		Image:   "quay.io/iovisor/bpftrace:v0.17.0",
		Family:  "performance",

		Attached: "perf-bpftrace.sh",
	}, perfBpftraceOptions{Rate: 10}, buildPerfBpftrace)
}

type perfBpftraceOptions struct {
	Programs  []string `option:"programs" help:"what to count: cpu, offcpu, syscalls, files, tcp, futex, faults, runqueue; cpu if there is no script"`
	Script    string   `option:"script" meta:"-" help:"text of a bpftrace program of your own, in place of programs; $1 is the process namespace of the pod"`
	Rate      int      `option:"rate" min:"1" help:"seconds from one sample to the next"`
	Command   string   `option:"command" meta:"-" help:"program, or command line of a process: only processes with the name of its program count, of which the kernel keeps 15 characters"`
	Pattern   string   `option:"pattern" meta:"-" help:"extended regular expression to find in the command line, in place of command"`
	Container string   `option:"container" meta:"-" help:"container to count, in the pods of a workload that the set is attached to; else all of them"`
	tenancy
}

// BpftracePrograms are the programs of the metric perf-bpftrace. Each has a file bpftrace-<name>.bt among the scripts.
var BpftracePrograms = []string{"cpu", "faults", "files", "futex", "offcpu", "runqueue", "syscalls", "tcp"}

// programs returns the names of the programs to run, sorted, because their order does not matter. Beside a script there are none.
func (o perfBpftraceOptions) programs() []string {
	if len(o.Programs) == 0 && o.Script == "" {
		return []string{"cpu"}
	}
	return slices.Compact(slices.Sorted(slices.Values(o.Programs)))
}

func (o *perfBpftraceOptions) Validate(p *options.Problems) {
	checkWatch(p, o.Command, o.Pattern)
	if o.Script != "" && len(o.Programs) > 0 {
		p.Invalid("script", "script and programs exclude each other: leave one of the two out, or put them into two metrics")
	}
	for i, name := range o.Programs {
		if !slices.Contains(BpftracePrograms, name) {
			p.Findings.Invalid(p.Place("programs").Index(i), name, "%q is not a program of perf-bpftrace: %s", name, suggest.Remedy(name, BpftracePrograms))
		}
	}
}

func buildPerfBpftrace(o perfBpftraceOptions, t Target) plan.Plan {
	texts := watchFiles(o.Command, o.Pattern)
	if o.Script != "" {
		texts["script"] = o.Script
	}
	container := plan.Container{
		Role:    plan.Watch,
		Watched: o.Container,
		Script:  "perf-bpftrace.sh",
		Kernel:  true,
		Env: workload.Environment{}.
			Set("LATCHKEY_PROGRAMS", strings.Join(o.programs(), " ")).
			Number("LATCHKEY_RATE", o.Rate).
			Set("LATCHKEY_WATCHED", o.Container),
		Files: texts,
	}
	for _, name := range o.programs() {
		container.Sources = append(container.Sources, "bpftrace-"+name+".bt")
	}
	return single(t, container)
}
