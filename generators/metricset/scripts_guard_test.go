package metricset_test

import (
	"slices"
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// guarded is the pod of a metric in an ordinary container beside a broker, with a script in place of the metric's.
func guarded(t *testing.T, script string) *pod {
	t.Helper()
	added, errs, _ := attached(t, watches, contained, lammps())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p := newPodOf(t, added.Sidecars[0].Container, added.Files.Data)
	p.Write("files/flux-perf-sysstat.sh", script)
	return p
}

// TestGuard wants an ordinary container to end with 0, even if the sampling fails: otherwise the pod would fail.
func TestGuard(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"exit 0":        "",
		"exit 3":        "status 3;",
		"kill -KILL $$": "status 137;",
	} {
		p := guarded(t, script)
		if status := p.run(); status != 0 || !strings.Contains(p.Stderr.String(), want) || (len(p.Stderr.String()) == 0) != (want == "") {
			t.Errorf("%s: status %d, standard error %q", script, status, p.Stderr.String())
		}
	}
}

func TestGuardPassesTermination(t *testing.T) {
	t.Parallel()
	p := guarded(t, "trap 'echo stopped; exit 0' TERM\necho started\nwhile :; do sleep 0.1; done\n")
	running := p.start()
	p.awaitOutput("started")
	if status := p.Terminate(running); status != 0 || p.Stdout.String() != "started\nstopped\n" {
		t.Errorf("status %d, output %q\n%s", status, p.Stdout.String(), p.Stderr.String())
	}
}

// TestGuardIsForOrdinaryContainers wants native sidecars to have no guard, because their status does not count for the pod.
func TestGuardIsForOrdinaryContainers(t *testing.T) {
	t.Parallel()
	for style, want := range map[latchkey.Sidecars]string{latchkey.SidecarsNative: "flux-perf-sysstat.sh", latchkey.SidecarsContainer: "guard.sh"} {
		added, _, _ := attached(t, watches, latchkey.Options{Sidecars: style}, lammps())
		if command := added.Sidecars[0].Container.Command; !slices.Equal(command, []string{"/bin/bash", "/metrics_operator/" + want}) {
			t.Errorf("%s: the command is %q", style, command)
		}
		if added.Files.Data[want] == "" || added.Files.Data["flux-perf-sysstat.sh"] == "" {
			t.Errorf("%s: a script is not among the files", style)
		}
	}
}
