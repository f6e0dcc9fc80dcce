package live

import (
	"strings"
	"testing"
)

// TestStatusOfMPIRun wants no signal alone to be blamed for a status with which mpirun ends if it could not start a program.
func TestStatusOfMPIRun(t *testing.T) {
	t.Parallel()
	for status, want := range map[int32]string{
		132: "ended with status 132 (killed by SIGILL, or mpirun could not execute a program)",
		134: "ended with status 134 (killed by SIGABRT, or mpirun found no program)",
	} {
		failure := change(t, "faults/segv", func(o *Objects) {
			podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.ExitCode = status
		}).Status().Failure
		if !strings.HasSuffix(failure, want) {
			t.Errorf("the failure is %q", failure)
		}
	}
}
