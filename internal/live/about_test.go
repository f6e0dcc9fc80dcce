package live

import (
	"strings"
	"testing"
)

// TestAbout wants in the record what the logs of the application say of what ran.
func TestAbout(t *testing.T) {
	t.Parallel()
	logs := lammpsLogs()
	for name := range logs {
		if strings.HasSuffix(name, ".lammps") && strings.Contains(name, "-m-0-0-") {
			logs[name] = "latchkey: with flux 0.81.0, 3 CPUs (A CPU (R) @ 2 GHz), 2048 kB of memory\n" +
				"built with Open MPI v4.1.2, package: x\n" + logs[name]
		}
	}
	for said, want := range map[string]string{
		"Open MPI v4.1.2, package: x": "Open MPI 4.1.2", "mpirun (Open MPI) 5.0.3": "Open MPI 5.0.3", "MPICH Version:\t3.4.2": "MPICH 3.4.2",
		"MVAPICH2 Version      :\t2.3.7": "MVAPICH 2.3.7", "Intel(R) MPI Library 2021.6 for Linux* OS": "Intel MPI 2021.6",
		"Intel(R) MPI Library for Linux* OS, Version 2018": "Intel MPI 2018",
	} {
		var all []string
		for name, version := range libraries {
			if found := version().FindStringSubmatch(said); found != nil {
				all = append(all, name+" "+found[1])
			}
		}
		if len(all) != 1 || all[0] != want {
			t.Errorf("%q is read as %q", said, all)
		}
	}
	stub, _ := stubLogs(t, logs, theSet(t, "completed"))
	record, _, err := stub.Collect(t.Context(), t.TempDir(), false)
	if err != nil || record.Flux != "0.81.0" || record.MPI != "Open MPI 4.1.2" {
		t.Fatalf("flux %q, MPI %q (%v)", record.Flux, record.MPI, err)
	}
	if n := record.Nodes[0]; n.CPUModel != "A CPU (R) @ 2 GHz" || n.CPUs != 3 || n.Memory != 2<<20 {
		t.Errorf("%+v", n)
	}
}
