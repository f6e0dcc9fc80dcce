package metricset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

type (
	values = map[string]v1alpha2.OptionValue
	lists  = map[string][]v1alpha2.OptionValue
)

func metricNamed(t *testing.T, name string) metrics.Metric {
	t.Helper()
	metric, known := metrics.Named(name)
	if !known {
		t.Fatalf("there is no metric %s", name)
	}
	return metric
}

// launcherOf returns the first container of a metric's plan for a number of pods.
func launcherOf(t *testing.T, name string, said options.Written, pods int32) plan.Container {
	t.Helper()
	metric := metricNamed(t, name)
	opts, problems := metric.Decode(said, field.NewPath("m"))
	if len(problems.Errors) > 0 {
		t.Fatal(problems.Errors)
	}
	return metric.Build(opts, metrics.Target{Pods: pods, Completions: pods}).Jobs[0].Containers[0]
}

// TestDefaultsAreInOrder builds every metric that needs no option.
func TestDefaultsAreInOrder(t *testing.T) {
	t.Parallel()
	built := 0
	for _, metric := range metrics.List() {
		needs := false
		for _, option := range options.Describe(metric.Options()) {
			if option.Schema.Description == "" || option.Schema.Kind() == "" {
				t.Errorf("%s: the option %s has no meaning or type", metric.Name, option.Name)
			}
			needs = needs || option.Required && option.Default() == ""
		}
		if needs {
			continue
		}
		built++
		opts, problems := metric.Decode(options.Written{}, field.NewPath("m"))
		if len(problems.Errors) > 0 {
			t.Errorf("%s: %v", metric.Name, problems.Errors)
		}
		made := metric.Build(opts, metrics.Target{Pods: 2, Completions: 2})
		if _, found := made.Container(plan.Measures); !found {
			t.Errorf("%s: nothing measures", metric.Name)
		}
	}
	if built < 18 {
		t.Errorf("%d metrics were built, want 18 or more", built)
	}
}

func variable(container plan.Container, name string) string {
	for _, each := range container.Env {
		if each.Name == name {
			return each.Value
		}
	}
	return ""
}

func TestProblemScript(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		`echo "$HOME" 'a' \\`:      "#!/bin/bash\necho \"$HOME\" 'a' \\\\\n",
		"#!/bin/sh\ntrue\n":        "#!/bin/sh\ntrue\n",
		"one\ntwo $(hostname)\n\n": "#!/bin/bash\none\ntwo $(hostname)\n",
	} {
		said := options.Written{Options: values{"prefix": "mpirun -np 2"}}
		said.Options["command"] = v1alpha2.OptionValue(command)
		launcher := launcherOf(t, "app-amg", said, 2)
		if diff := cmp.Diff(want, launcher.Files["problem"]); diff != "" {
			t.Errorf("problem.sh (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"mpirun -np 2 ./problem.sh"}, launcher.Measured); diff != "" {
			t.Errorf("measured (-want +got):\n%s", diff)
		}
	}
}

// TestDefaultRanks wants as many slots as the default commands start ranks.
func TestDefaultRanks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		metric, command string
		pods            int32
		slots           string
	}{
		{"app-laghos", "", 2, "2"},
		{"app-laghos", "", 3, "2"},
		{"app-bdas", "", 4, ""},
		{"app-lammps", "", 1, "2"},
		{"app-lammps", "", 2, ""},
		{"app-bdas", "mpirun -np 4 true", 2, ""},
		{"app-amg", "", 2, ""},
	} {
		said := options.Written{Options: values{}}
		if test.command != "" {
			said.Options["command"] = v1alpha2.OptionValue(test.command)
		}
		if got := variable(launcherOf(t, test.metric, said, test.pods), "LATCHKEY_SLOTS"); got != test.slots {
			t.Errorf("%s %q with %d pods: %q slots, want %q", test.metric, test.command, test.pods, got, test.slots)
		}
	}
}

func TestHplDat(t *testing.T) {
	t.Parallel()
	launcher := launcherOf(t, "app-hpl", options.Written{Options: values{
		"blocksize": "128", "pfact": "1", "nbmin": "3", "ndiv": "4", "rfact": "2", "bcast": "5", "depth": "6", "swap": "2",
		"swappingThreshold": "70", "l1transposed": "1", "utransposed": "0", "memAlignment": "16", "row_or_colmajor_pmapping": "1",
	}}, 2)
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(launcher.Files["dat"]), "\n")[2:] {
		got = append(got, strings.Fields(line)[0])
	}
	want := strings.Fields("HPL.out 6 1 @N@ 1 128 1 1 @P@ @Q@ 16.0 1 1 1 3 1 4 1 2 1 5 1 6 2 70 1 0 1 16")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values of HPL.dat (-want +got):\n%s", diff)
	}
}

func TestLdmsPort(t *testing.T) {
	t.Parallel()
	container := launcherOf(t, "app-ldms", options.Written{Options: values{"port": "411"}}, 1)
	if diff := cmp.Diff([]string{"ldms_ls -h localhost -x sock -p 411 -l -v"}, container.Measured); diff != "" {
		t.Errorf("measured (-want +got):\n%s", diff)
	}
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
	metric := metricNamed(t, "network-netmark")
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
