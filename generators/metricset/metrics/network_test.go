package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

func valueOf(text string) v1alpha2.OptionValue { return v1alpha2.OptionValue(text) }

func TestNetworkOptions(t *testing.T) {
	t.Parallel()
	checkOptions(t, []optionCase{
		{
			name: "unknown benchmark", metric: "network-osu-benchmark", lists: lists{"commands": {"osu_latency", "osu_latancy"}},
			errors: []string{"m.listOptions.commands[1]"},
		},
		{name: "no benchmark", metric: "network-osu-benchmark", lists: lists{"commands": {}}, errors: []string{"m.listOptions.commands"}},
		{
			name: "older name", metric: "network-osu-benchmark", options: values{"sole-tenancy": "false"},
			warnings: []string{"m.options.sole-tenancy"},
		},
		{
			name: "in the wrong list", metric: "network-osu-benchmark", options: values{"commands": "osu_latency"},
			errors: []string{"m.options.commands"},
		},
		{name: "tasks is text", metric: "network-osu-benchmark", options: values{"tasks": "all"}, errors: []string{"m.options.tasks"}},
		{name: "tasks in quotes", metric: "network-netmark", options: values{"tasks": "2", "storeEachTrial": "no"}},
		{name: "no trials", metric: "network-netmark", options: values{"trials": "0"}, errors: []string{"m.options.trials"}},
		{name: "unknown proxy", metric: "network-chatterbug", options: values{"command": "stencil5d"}, errors: []string{"m.options.command"}},
		{name: "proxy", metric: "network-chatterbug", options: values{"command": "ping-pong", "args": "", "mpirun": "-N 1"}},
		{name: "proxy without arguments", metric: "network-chatterbug", options: values{"command": "ping-pong"}, errors: []string{"m.options.args"}},
		{name: "ranks per host beside tasks", metric: "network-chatterbug", options: values{"tasks": "8", "mpirun": "-N 2"}},
		{name: "ranks beside the default grid", metric: "network-chatterbug", options: values{"tasks": "4"}, warnings: []string{"m.options.args"}},
		{name: "ranks of mpirun beside the default grid", metric: "network-chatterbug", options: values{"mpirun": "-np 2"}, warnings: []string{"m.options.args"}},
		{name: "ranks with a grid of their own", metric: "network-chatterbug", options: values{"tasks": "4", "args": "2 2 1 10 10 10 4 1"}},
		{name: "the same ranks twice", metric: "network-chatterbug", options: values{"tasks": "8", "mpirun": "-np 8 --map-by node"}},
		{name: "ranks twice", metric: "network-chatterbug", options: values{"tasks": "4", "args": "", "mpirun": "--map-by node -np 8"}, warnings: []string{"m.options.tasks"}},
		{name: "ranks twice with an equals sign", metric: "network-chatterbug", options: values{"tasks": "4", "args": "", "mpirun": "--np=8"}, warnings: []string{"m.options.tasks"}},
	})
}

// TestOsuCommands wants each line to end with the path of its program, and the lines in the order of the catalogue.
func TestOsuCommands(t *testing.T) {
	t.Parallel()
	said := options.Written{
		Options:     values{"all": "true", "timed": "true"},
		ListOptions: lists{"commands": {"osu_init", "osu_latency"}},
	}
	lines := launcherOf(t, "network-osu-benchmark", said, 2).Measured
	if len(lines) != 44 {
		t.Errorf("%d benchmarks, want 44", len(lines))
	}
	want := []string{"startup/osu_init", "pt2pt/osu_latency", "one-sided/osu_get_acc_latency"}
	for i, path := range want {
		if !strings.HasPrefix(lines[i], "time mpirun --hostfile ./hostlist") || !strings.HasSuffix(lines[i], "/mpi/"+path) {
			t.Errorf("benchmark %d is %q, want it to end in %q", i, lines[i], path)
		}
	}
	seen := map[string]bool{}
	for _, line := range lines {
		if seen[line] {
			t.Errorf("twice: %s", line)
		}
		seen[line] = true
	}
}

func TestOsuFlags(t *testing.T) {
	t.Parallel()
	said := options.Written{Options: values{"flags": "-np $np"}, ListOptions: lists{"commands": {"osu_bw"}}}
	want := []string{"mpirun --hostfile ./hostlist-pairs.txt --allow-run-as-root -np $np " +
		"/opt/osu-benchmark/build.openmpi/libexec/osu-micro-benchmarks/mpi/pt2pt/osu_bw"}
	if diff := cmp.Diff(want, launcherOf(t, "network-osu-benchmark", said, 2).Measured); diff != "" {
		t.Errorf("measured (-want +got):\n%s", diff)
	}
}

func TestChatterbugCommand(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		options     values
		want, slots string
	}{
		{values{}, "-np 8 --map-by node /root/chatterbug/stencil3d/stencil3d.x 2 2 2 10 10 10 4 1", "4"},
		{values{"tasks": "4"}, "-np 4 --map-by node /root/chatterbug/stencil3d/stencil3d.x 2 2 2 10 10 10 4 1", "2"},
		{values{"mpirun": "-np 2"}, "-np 2 /root/chatterbug/stencil3d/stencil3d.x 2 2 2 10 10 10 4 1", ""},
		{values{"command": "ping-pong", "args": "", "mpirun": "-N 1"}, "-N 1 /root/chatterbug/ping-ping/ping-ping.x", ""},
		{values{"command": "pairs", "args": "1", "mpirun": "-N 4"}, "-N 4 /root/chatterbug/pairs/pairs.x 1", "4"},
		{values{"executable": "/opt/a b", "args": "", "mpirun": "", "tasks": "3"}, "-np 3 '/opt/a b'", "2"},
	} {
		launcher := launcherOf(t, "network-chatterbug", options.Written{Options: test.options}, 2)
		want := []string{"mpirun --hostfile ./hostlist.txt --allow-run-as-root " + test.want}
		if diff := cmp.Diff(want, launcher.Measured); diff != "" {
			t.Errorf("measured (-want +got):\n%s", diff)
		}
		if got := variable(launcher, "LATCHKEY_SLOTS"); got != test.slots {
			t.Errorf("%v: %q slots, want %q", test.options, got, test.slots)
		}
	}
}

// TestNetmark wants the launcher's own job name, and no option that the mpirun of MPICH refuses.
func TestNetmark(t *testing.T) {
	t.Parallel()
	metric := named(t, "network-netmark")
	opts, _ := metric.Decode(options.Written{Options: values{"storeEachTrial": "false", "tasks": "4"}}, nil)
	made := metric.Build(opts, metrics.Target{Pods: 2, Completions: 2})
	launcher := made.Jobs[0].Containers[0]
	if made.Jobs[0].Name != "n" || made.Jobs[1].Name != "w" || launcher.Name != "launcher" {
		t.Errorf("jobs %s and %s, container %s, want n, w and launcher", made.Jobs[0].Name, made.Jobs[1].Name, launcher.Name)
	}
	want := []string{`mpirun -f ./hostlist.txt -np "$np" /usr/local/bin/netmark.x -w 10 -t 20 -c 20 -b 0`}
	if diff := cmp.Diff(want, launcher.Measured); diff != "" {
		t.Errorf("measured (-want +got):\n%s", diff)
	}
	if got := variable(launcher, "LATCHKEY_TASKS"); got != "4" {
		t.Errorf("%q tasks, want 4", got)
	}
}
