package minicluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestSizeTakesNoBytes wants a set of any size to be as long as another, but for the digits of its numbers.
func TestSizeTakesNoBytes(t *testing.T) {
	t.Parallel()
	text := func(size int) string {
		var out strings.Builder
		for _, object := range expand(t, fmt.Sprintf("{size: %d, tasks: %d, containers: [{image: a, command: b}]}", size, size), latchkey.Options{}) {
			encoded, err := yaml.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(encoded)
		}
		return out.String()
	}
	const digits = 5 * 4 // size is in the hostlist, twice in the command, and in completions and parallelism
	for _, sizes := range [][2]int{{1, 1}, {2, 33}, {34, 10_000}} {
		smallest, largest := text(sizes[0]), text(sizes[1])
		if more := len(largest) - len(smallest); more > digits {
			t.Errorf("size %d takes %d bytes more than size %d", sizes[1], more, sizes[0])
		}
		if a, b := strings.Count(smallest, "\n"), strings.Count(largest, "\n"); a != b {
			t.Errorf("size %d has %d lines, and size %d has %d", sizes[0], a, sizes[1], b)
		}
	}
}

func TestLargeSetsAreTrees(t *testing.T) {
	t.Parallel()
	for spec, fanout := range map[string]string{
		"size: 33":                                 "",
		"size: 34":                                 "32",
		"size: 1, maxSize: 34":                     "32",
		"size: 9000, interactive: true":            "32",
		"size: 34, flux: {topology: binomial}":     "",
		"size: 34, flux: {minimalService: true}":   "",
		"size: 34, flux: {brokerConfig: '# mine'}": "",
		"size: 34, flux: {bursting: {clusters: [{name: b, size: 3}]}}":             "",
		"size: 34, flux: {bursting: {leadBroker: {address: x, name: a, size: 1}}}": "",
	} {
		all := expand(t, "{"+spec+", containers: [{image: a}]}", latchkey.Options{})
		got := ""
		for _, variable := range podtest.Container(t, all.brokers(t).Template.Spec, "lammps").Env {
			if variable.Name == "LATCHKEY_FANOUT" {
				got = variable.Value
			}
		}
		if got != fanout {
			t.Errorf("%s: LATCHKEY_FANOUT is %q, want %q", spec, got, fanout)
		}
	}
}

// In a large set flux looks at its host once, not once for each host of the set.
func TestResourcesOfLargeSets(t *testing.T) {
	t.Parallel()
	const own = `{"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"gpu": "0", "core": "2-3,6"}}]}}`
	for name, test := range map[string]struct{ env, want []string }{
		"lead":        {want: []string{"--cores=2-3,6", "--gpus=0"}},
		"worker":      {env: []string{"JOB_COMPLETION_INDEX=1", "LATCHKEY_PARENT_SECONDS=0"}, want: []string{"--cores=0"}},
		"limits":      {env: []string{"LATCHKEY_CORES=3"}, want: []string{"--cores=0-2"}},
		"unknown R":   {env: []string{"STUB_R={}"}, want: []string{"--local"}},
		"without GPU": {env: []string{`STUB_R={"core": "0"}`}, want: []string{"--cores=0"}},
	} {
		p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_FANOUT=32", "STUB_R="+own).with(test.env...)
		if status := p.broker(); status != 0 {
			t.Errorf("%s: status is %d\n%s", name, status, p.Stderr.String())
		}
		want := append([]string{"R", "encode", "--hosts=app-m-0-[0-1]"}, test.want...)
		if !slices.ContainsFunc(p.Calls("flux"), func(call []string) bool { return slices.Equal(call, want) }) {
			t.Errorf("%s: %q is not called; calls are %q", name, want, p.Calls("flux"))
		}
		if !slices.Contains(p.call("start"), "-o-Stbon.topo=kary:32") {
			t.Errorf("%s: no tree in %q", name, p.call("start"))
		}
	}
}

// A worker asks for its parent ever more rarely, and starts its broker when the parent listens.
func TestWorkersOfLargeSetsAwaitTheirParents(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ index, parent string }{
		"below the lead":  {"32", "app-m-0-0.net.hpc.svc.example.org."},
		"below a worker":  {"33", "app-m-0-1.net.hpc.svc.example.org."},
		"the last of all": {"9999", "app-m-0-312.net.hpc.svc.example.org."},
	} {
		p := newPod(t, nil).with("LATCHKEY_FANOUT=32", "JOB_COMPLETION_INDEX="+test.index)
		p.Mkdir("bin")
		p.Stub("timeout", `[ "$(grep -c tcp "$STUB_DIR/timeout")" -gt 6 ]`)
		stubs := strings.Split(p.Env["PATH"], ":")[0]
		p.with("PATH=" + p.Path("bin") + ":" + stubs + "/sleepless:" + p.Env["PATH"])
		if status := p.broker(); status != 0 {
			t.Errorf("%s: status is %d\n%s", name, status, p.Stderr.String())
		}
		for _, call := range p.Calls("timeout") {
			if want := ": <>'/dev/tcp/" + test.parent + "/8050'"; !slices.Contains(call, want) {
				t.Errorf("%s: it asks by %q, want %s", name, call, want)
			}
		}
		var pauses []string
		for pause := range strings.FieldsSeq(p.Read("stub/sleeps")) {
			pauses = append(pauses, strings.Split(pause, ".")[0])
		}
		if diff := cmp.Diff(strings.Fields("0 1 3 5 5 5"), pauses); diff != "" {
			t.Errorf("%s: pauses (-want +got):\n%s", name, diff)
		}
		p.call("start")
	}
}
