package metricset_test

import (
	"cmp"
	"os"
	"os/exec"
	"testing"
)

// TestCommandLinesOfScripts compares command lines with the command "run.sh 3", or with another one.
func TestCommandLinesOfScripts(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		line, wanted string
		want         bool
	}{
		{"/bin/bash /opt/run.sh 3", "", true},
		{"/bin/bash run.sh 3", "", true},
		{"/usr/bin/python3.11 -u -W ignore /opt/run.sh 3", "", true},
		{"/usr/bin/perl -w --flag=1 - /opt/run.sh 3", "", true},
		{"ksh -o errexit /opt/run.sh 3", "", true},
		{"/bin/mksh /opt/run.sh 3", "", true},
		{"/bin/tcsh /opt/run.sh 3", "", true},
		{"/bin/rush /opt/run.sh 3", "", false},
		{"/bin/bash /opt/run.sh 3", "/opt/run.sh 3", true},
		{"/bin/bash /opt/run.sh 3", "/run.sh 3", false},
		{"/bin/bash /opt/a.sh 3", "?.sh 3", false},
		{"/bin/bash /opt/rerun.sh 3", "", false},
		{"/bin/bash /opt/run.sh 3 4", "", false},
		{"/bin/bash /opt/other.sh run.sh 3", "", false},
		{"/bin/bash -c run.sh 3", "", false},
		{"/bin/bash -ec run.sh 3", "", false},
		{"/usr/bin/grep run.sh 3", "", false},
		{"/usr/bin/rebash run.sh 3", "", false},
	} {
		command := exec.Command("bash", "-euc", `. scripts/match.sh; lk_line=$1 lk_wanted=$2; lk_is_script`, "bash", row.line, cmp.Or(row.wanted, "run.sh 3"))
		command.Env = []string{"PATH=" + os.Getenv("PATH")}
		if out, err := command.CombinedOutput(); (err == nil) != row.want || len(out) > 0 {
			t.Errorf("%q is the script %q: %t, want %t\n%s", row.line, row.wanted, err == nil, row.want, out)
		}
	}
}
