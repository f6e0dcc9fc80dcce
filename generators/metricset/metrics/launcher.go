package metrics

import (
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// launching has the options of every metric with a launcher.
type launching struct {
	Slots int `option:"slots" meta:"-" min:"0" help:"ranks that MPI may put on each host of hostlist.txt; 0 leaves it to MPI"`
	Wait  int `option:"wait" meta:"-" min:"1" help:"seconds to wait until all pods answer"`
}

// defaultWait is in seconds. It is long enough to pull a large image on every node. The scripts take it by themselves.
const defaultWait = 1800

// waiting is what launcher and workers read.
func (l launching) waiting() workload.Environment {
	if l.Wait == defaultWait {
		return nil
	}
	return workload.Environment{}.Number("LATCHKEY_WAIT_SECONDS", l.Wait)
}

// launchers returns the containers of a launcher and its workers, with the same working directory. problem is the script
// of ./problem.sh, which all of them get. It may be empty.
func (l launching) launchers(command, problem, workdir string) (launcher, worker plan.Container) {
	files := map[string]string{}
	if problem != "" {
		files["problem"] = problem
	}
	launcher = plan.Container{
		Script: "launcher.sh", WorkingDir: workdir, Env: l.waiting().Number("LATCHKEY_SLOTS", l.Slots), Measured: nonEmpty(command), Files: files,
	}
	worker = plan.Container{Script: "worker.sh", WorkingDir: workdir, Env: l.waiting(), Files: files}
	return launcher, worker
}

// leading has the options of metrics that take the whole launch command as one option.
type leading struct {
	Prefix      string `option:"prefix" meta:"-" help:"put before the command"`
	Workdir     string `option:"workdir" help:"working directory of launcher and workers"`
	SoleTenancy bool   `option:"soleTenancy" alias:"sole-tenancy" help:"ask for one pod per node"`
	launching
}

func (l *leading) Validate(p *options.Problems) { p.Directory("workdir") }

func (l *leading) wantsNodes() bool { return l.SoleTenancy }

// lead returns the plan of such a metric.
func (l leading) lead(command string, t Target) plan.Plan {
	launcher, worker := l.launchers(plan.Words(l.Prefix, command), "", l.Workdir)
	return launched(t, "l", launcher, worker)
}

// ranksPerHost returns the number of ranks that each host has to take for an mpirun command line. It is 0 if one rank
// is enough or the line gives no number. Without slots in the list Open MPI refuses more ranks than the hosts have cores.
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
