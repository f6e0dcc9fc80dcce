package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func TestAppOptions(t *testing.T) {
	t.Parallel()
	cases := []optionCase{
		{name: "nothing", metric: "app-custom", errors: []string{"m.options.command"}},
		{name: "a blank", metric: "io-ior", options: values{"command": " "}, errors: []string{"m.options.command"}},
		{name: "no commands", metric: "sys-hwloc", lists: lists{"command": {}}, errors: []string{"m.listOptions.command"}},
		{name: "command", metric: "app-custom", options: values{"command": "true", "prefix": "time", "soleTenancy": "yes"}},
		{name: "ratio too large", metric: "app-hpl", options: values{"ratio": "1.5"}, errors: []string{"m.options.ratio"}},
		{name: "ratio is text", metric: "app-hpl", options: values{"ratio": "half"}, errors: []string{"m.options.ratio"}},
		{name: "ratio in quotes", metric: "app-hpl", options: values{"ratio": "0.5"}},
		{name: "broadcast", metric: "app-hpl", options: values{"bcast": "6"}, errors: []string{"m.options.bcast"}},
		{name: "alignment", metric: "app-hpl", options: values{"memAlignment": "5"}, errors: []string{"m.options.memAlignment"}},
		{name: "blocks of nothing", metric: "app-hpl", options: values{"blocksize": "0"}, errors: []string{"m.options.blocksize"}},
		{name: "command is no option", metric: "app-hpl", options: values{"command": "xhpl"}, errors: []string{"m.options.command"}},
		{
			name: "port", metric: "app-ldms", options: values{"port": "70000", "completions": "1"},
			errors: []string{"m.options.port"},
		},
		{name: "rate is text", metric: "app-ldms", options: values{"rate": "fast", "completions": "1"}, errors: []string{"m.options.rate"}},
	}
	for _, metric := range []string{
		"app-amg", "app-bdas", "app-cabanapic", "app-kripke", "app-laghos", "app-nekbone", "app-pennant", "app-quicksilver",
	} {
		cases = append(cases,
			optionCase{name: "all", metric: metric, options: values{
				"command": "true", "prefix": "", "workdir": "/tmp", "slots": "2", "wait": "60", "soleTenancy": "no",
			}},
			optionCase{name: "older name", metric: metric, options: values{"mpirun": "mpirun"}, warnings: []string{"m.options.mpirun"}},
			optionCase{name: "relative", metric: metric, options: values{"workdir": "opt"}, errors: []string{"m.options.workdir"}},
			optionCase{name: "no command", metric: metric, options: values{"command": ""}, errors: []string{"m.options.command"}},
			optionCase{name: "unknown", metric: metric, options: values{"tasks": "2"}, errors: []string{"m.options.tasks"}},
		)
	}
	checkOptions(t, cases)
}

func TestProblemScript(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		`echo "$HOME" 'a' \\`:      "#!/bin/bash\necho \"$HOME\" 'a' \\\\\n",
		"#!/bin/sh\ntrue\n":        "#!/bin/sh\ntrue\n",
		"one\ntwo $(hostname)\n\n": "#!/bin/bash\none\ntwo $(hostname)\n",
	} {
		said := options.Written{Options: values{"prefix": "mpirun -np 2"}}
		said.Options["command"] = valueOf(command)
		launcher := launcherOf(t, "app-amg", said, 2)
		if diff := cmp.Diff(want, launcher.Texts["problem"]); diff != "" {
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
			said.Options["command"] = valueOf(test.command)
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
	for _, line := range strings.Split(strings.TrimSpace(launcher.Texts["dat"]), "\n")[2:] {
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

func variable(container plan.Container, name string) string {
	for _, each := range container.Env {
		if each.Name == name {
			return each.Value
		}
	}
	return ""
}
