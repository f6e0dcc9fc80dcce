package metricset_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestWatchFindsTheApplication runs the command of the addon as it is rendered, and the metric that is not told what to watch.
func TestWatchFindsTheApplication(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"/bin/sh", "/bin/bash"} {
		for _, command := range []string{
			"sleep LIFE", "sleep LIFE >/dev/null", "exec sleep LIFE", "exec sleep LIFE >/dev/null", "sleep $NOTHING LIFE",
			"cd / && sleep LIFE", "cd /; sleep LIFE", "A=1 sleep LIFE", "A=1 exec sleep LIFE >/dev/null", "if true; then sleep LIFE; fi", "sleep LIFE\nsleep 1 # \\",
		} {
			t.Run(shell+" "+command, func(t *testing.T) {
				t.Parallel()
				if _, err := os.Stat(shell); err != nil {
					t.Skip(err)
				}
				written := strings.ReplaceAll(command, "LIFE", unique(60))
				all := expand(t, fmt.Sprintf("{metrics: [{name: perf-sysstat, options: {completions: 1}, addons: [{name: application, options: {image: 'a:1', shell: %s, command: %q}}]}]}", shell, written), contained)
				p := newPodOf(t, all.container(t, "m", "perf-sysstat"), podtest.One[*corev1.ConfigMap](t, all).Data)
				p.Stub("pidstat", pidstat)
				argv := all.container(t, "m", "app-addon").Command
				for i := range argv {
					argv[i] = strings.ReplaceAll(argv[i], "$$", "$")
				}
				application := beside(t, argv[0], argv[1:]...)
				if status := p.run(); status != 0 {
					t.Fatalf("status %d\n%s", status, p.Stderr.String())
				}
				if calls := p.Calls("pidstat"); len(calls) < 2 || calls[1][1] != strconv.Itoa(application.Process.Pid) {
					t.Errorf("pidstat is called with %q, the process is %d, which began as %q", calls, application.Process.Pid, argv)
				}
			})
		}
	}
}
