package metricset_test

import (
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// newLauncher makes a launcher with one worker, which answers at once.
func newLauncher(t *testing.T, metric, job string) *pod {
	t.Helper()
	p := newPod(t, "{pods: 2, metrics: ["+metric+"]}", latchkey.Options{}, job, "launcher")
	p.Stub("sshd", "exit 0")
	p.Stub("ssh", "[ -t 0 ] || cat >/dev/null; exit 0")
	p.Stub("ssh-keyscan", `echo "$7 ssh-ed25519 AAAA"`)
	p.Stub("ssh-keygen", `cat >/dev/null; touch "$LATCHKEY_PRIVATE/key" "$LATCHKEY_PRIVATE/key.pub"`)
	p.Mkdir("private")
	p.Stub("nproc", "echo 8")
	p.Write("hostname", "run-"+job+"-0-0\n")
	p.Write("hosts", "10.1.2.3 run-"+job+"-0-0.run.hpc.svc.cluster.local run-"+job+"-0-0\n")
	maps.Copy(p.Env, map[string]string{
		"LATCHKEY_PRIVATE": p.Path("private"), "LATCHKEY_HOSTNAME_FILE": p.Path("hostname"),
		"LATCHKEY_HOSTS_FILE": p.Path("hosts"), "LATCHKEY_CGROUP": p.Path("cgroup"), "LATCHKEY_MEMINFO": p.Path("meminfo"),
	})
	return p
}

func (p *pod) mustRun(want int) {
	p.T.Helper()
	if status := p.run(); status != want {
		p.T.Fatalf("status %d, want %d\n%s%s", status, want, p.Stdout.String(), p.Stderr.String())
	}
}

// limit gives the pod a limit of its group of processes.
func (p *pod) limit(file, text string) {
	p.T.Helper()
	if err := os.MkdirAll(p.Path("cgroup"), 0o755); err != nil {
		p.T.Fatal(err)
	}
	p.Write("cgroup/"+file, text+"\n")
}

// after cuts off the metadata of a log.
func after(log string) string {
	_, rest, _ := strings.Cut(log, "METADATA END\n")
	return rest
}

func TestOsuLog(t *testing.T) {
	t.Parallel()
	p := newLauncher(t, "{name: network-osu-benchmark, listOptions: {commands: [osu_bw, osu_bcast]}}", "l")
	p.limit("cpu.max", "300000 100000")
	p.Stub("mpirun", `echo "ran ${!###*/}"`)
	p.mustRun(0)
	const hosts = "run-l-0-0.run.hpc.svc.cluster.local%[1]s\nrun-w-0-0.run.hpc.svc.cluster.local%[1]s\n"
	const osu = "/opt/osu-benchmark/build.openmpi/libexec/osu-micro-benchmarks/mpi/"
	want := "Number of tasks (nproc on one node) is 3\nNumber of tasks total (across 2 nodes) is 6\n" +
		"Hostlist\n" + fmt.Sprintf(hosts, " slots=3") + "Hostlist for Pair to Pair\n" + fmt.Sprintf(hosts, "") +
		"METRICS OPERATOR COLLECTION START\nMETRICS OPERATOR TIMEPOINT\n" +
		"mpirun --hostfile ./hostlist-pairs.txt --allow-run-as-root -np 2 -map-by ppr:1:node " + osu + "pt2pt/osu_bw\nran osu_bw\n" +
		"METRICS OPERATOR TIMEPOINT\n" +
		"mpirun --hostfile ./hostlist.txt --allow-run-as-root -np 6 -map-by ppr:3:node -rank-by core " + osu + "collective/osu_bcast\nran osu_bcast\n" +
		"METRICS OPERATOR COLLECTION END\n"
	if diff := cmp.Diff(want, after(p.Stdout.String())); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if got := strings.Join(p.Calls("mpirun")[1], " "); !strings.HasPrefix(got, "--hostfile ./hostlist.txt --allow-run-as-root -np 6 -map-by ppr:3:node") {
		t.Errorf("mpirun was called with %s", got)
	}
}

func TestNetmarkLog(t *testing.T) {
	t.Parallel()
	p := newLauncher(t, "{name: network-netmark, options: {tasks: 3, trials: 1}}", "n")
	p.Stub("mpirun", "cd \"$HOME\" && echo 0.1,0.2 >RTT.csv; echo rank; exit 3")
	p.Stub("ls", "echo files")
	p.mustRun(3)
	want := "Number of tasks (nproc on one node) is 8\nNumber of tasks total (across 2 nodes) is 3\n" +
		"METRICS OPERATOR COLLECTION START\nrank\nfiles\nNETMARK RTT.CSV START\n0.1,0.2\nNETMARK RTT.CSV END\nMETRICS OPERATOR COLLECTION END\n"
	if diff := cmp.Diff(want, after(p.Stdout.String())); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if got := p.Read("hostlist.txt"); strings.Contains(got, "slots") || !strings.HasPrefix(got, "run-n-0-0.") {
		t.Errorf("hostlist.txt is\n%s", got)
	}
}

// TestHplSizes makes sure that the size of the problem is what its memory allows, and that the grid has all ranks.
func TestHplSizes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		options, limit      string
		size, rows, columns string
	}{
		{"{tasks: 4, memory: 2, ratio: '0.5', blocksize: 128}", "max", "16384", "2", "2"},
		{"{tasks: 6, ratio: '1', blocksize: 100}", "max", "16300", "2", "3"},
		{"{tasks: 7, ratio: '0.25', blocksize: 1}", "67108864", "2048", "1", "7"},
		{"{tasks: 1, memory: 1, ratio: '0.001', blocksize: 4000}", "max", "4000", "1", "1"},
	} {
		p := newLauncher(t, "{name: app-hpl, options: "+test.options+"}", "l")
		p.Write("meminfo", "MemTotal: 9 kB\nMemAvailable: 1048576 kB\n")
		p.limit("memory.max", test.limit)
		p.Stub("mpirun", "exit 0")
		p.mustRun(0)
		var got []string
		for i, line := range strings.Split(p.Read("HPL.dat"), "\n") {
			if i == 5 || i == 10 || i == 11 {
				got = append(got, strings.Fields(line)[0])
			}
		}
		if diff := cmp.Diff([]string{test.size, test.rows, test.columns}, got); diff != "" {
			t.Errorf("%s: N, P and Q (-want +got):\n%s", test.options, diff)
		}
	}
}

func TestLdmsWaitsForItsDaemon(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Skipf("cannot listen: %v", err)
	}
	defer func() { _ = listener.Close() }()
	port := listener.Addr().(*net.TCPAddr).Port
	p := newPod(t, fmt.Sprintf("{metrics: [{name: app-ldms, options: {port: %d, rate: 1, completions: 2}}]}", port), latchkey.Options{}, "m", "app")
	p.Stub("ldmsd", "echo noise")
	p.Stub("ldms_ls", "echo sample")
	p.Stub("chown", "exit 0")
	p.Stub("mkdir", "exit 1")
	p.mustRun(0)
	sample := "METRICS OPERATOR TIMEPOINT\nsample\n"
	want := "METRICS OPERATOR COLLECTION START\n" + sample + sample + "METRICS OPERATOR COLLECTION END\n"
	if diff := cmp.Diff(want, after(p.Stdout.String())); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(p.Stdout.String(), "METADATA START ") {
		t.Errorf("the log does not begin with the metadata:\n%s", p.Stdout.String())
	}
}

// TestLdmsSaysWhatIsMissing wants the message of the script for an image without LDMS.
func TestLdmsSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	p := newPod(t, "{metrics: [{name: app-ldms}]}", latchkey.Options{}, "m", "app")
	const want = "latchkey: error: there is no ldmsd in this image: use one with LDMS\n"
	if status := p.run(); status != 1 || p.Stderr.String() != want {
		t.Errorf("status %d, standard error %q", status, p.Stderr.String())
	}
}

const lammpsWith = "{name: app-lammps, options: {command: lmp 'a b', workdir: ''}, addons: [%s]}"

// TestView makes the copies of a view, once.
func TestView(t *testing.T) {
	t.Parallel()
	spec := "{pods: 2, metrics: [" + fmt.Sprintf(lammpsWith, "{name: perf-mpitrace}") + "]}"
	for _, job := range []string{"l", "w"} {
		p := newPod(t, spec, latchkey.Options{}, job, "mpitrace")
		p.Env["LATCHKEY_MOUNT"], p.Env["LATCHKEY_OPT"] = p.Path("mount"), p.Path("opt")
		for _, folder := range []string{"mount", "opt/views/._view/abc/bin", "opt/software/gcc"} {
			if err := os.MkdirAll(p.Path(folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		p.Write("opt/views/._view/abc/bin/tool", "x")
		p.mustRun(0)
		p.mustRun(0)
		for _, file := range []string{"view/bin/tool", "software/gcc", "metrics-operator-done.txt"} {
			if _, err := os.Stat(filepath.Join(p.Path("mount"), file)); err != nil {
				t.Errorf("job %s: %v", job, err)
			}
		}
	}
}

// TestFluxRun starts brokers that do nothing but run the program of the first.
func TestFluxRun(t *testing.T) {
	t.Parallel()
	p := newLauncher(t, fmt.Sprintf(lammpsWith, "{name: workload-flux, options: {tasks: 4, preCommand: export READY=yes, queuePolicy: easy}}"), "l")
	p.Stub("flux", `case $1 in
  R) echo '{}' ;;
  keygen) echo key >"$2" ;;
  start) "${!#}" ;;
  submit) echo "READY=$READY"; exit 5 ;;
esac`)
	p.Write("files/use-view.sh", "true")
	p.mustRun(5)
	want := "METRICS OPERATOR COLLECTION START\nMETRICS OPERATOR TIMEPOINT\nREADY=yes\nMETRICS OPERATOR COLLECTION END\n"
	_, log, _ := strings.Cut(p.Stdout.String(), "ADDON METADATA END\n")
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	calls := p.Calls("flux")
	if diff := cmp.Diff([]string{"submit", "-N", "2", "-n", "4", "--quiet", "--watch", "lmp", "a b"}, calls[len(calls)-1]); diff != "" {
		t.Errorf("the last call of flux (-want +got):\n%s", diff)
	}
	wantTOML := fmt.Sprintf(`[access]
allow-root-owner = true

[resource]
path = "%[1]s/R"
noverify = true

[bootstrap]
curve_cert = "%[1]s/curve.cert"
default_port = 8050
default_bind = "tcp://*:%%p"
default_connect = "tcp://%%h.run.hpc.svc.cluster.local:%%p"
hosts = [
  {host = "run-l-0-0"},
  {host = "run-w-0-0"},
]

[sched-fluxion-qmanager]
queue-policy = "easy"
`, p.Path("private/flux"))
	if diff := cmp.Diff(wantTOML, p.Read("private/flux/config/broker.toml")); diff != "" {
		t.Errorf("broker.toml (-want +got):\n%s", diff)
	}
}
