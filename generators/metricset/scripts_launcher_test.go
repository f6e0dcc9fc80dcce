package metricset_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// launchPod is a container of app-lammps on three pods, with programs of ssh that answer at once.
func launchPod(t *testing.T, options, job, container, host string) *pod {
	t.Helper()
	p := newPod(t, "{pods: 3, metrics: [{name: app-lammps, options: "+options+"}]}", latchkey.Options{}, job, container)
	p.Write("hostname", host+"\n")
	p.Write("hosts", "127.0.0.1\tlocalhost\n10.1.2.3\t"+host+".net.hpc.svc.example.org\t"+host+"\n")
	p.Env["LATCHKEY_HOSTNAME_FILE"], p.Env["LATCHKEY_HOSTS_FILE"] = p.Path("hostname"), p.Path("hosts")
	p.Env["LATCHKEY_PRIVATE"], p.Env["LATCHKEY_WAIT_SECONDS"] = p.Path("private"), "60"
	p.Stub("id", "echo 1000")
	p.Stub("ssh-keygen", `while [ $# -gt 0 ]; do [ "$1" != -f ] || echo secret >"$2"; [ "$1" != -f ] || echo "ssh-ed25519 AAAA$$ latchkey" >"$2.pub"; shift; done`)
	p.Stub("ssh-keyscan", keyscan)
	p.Mkdir("private")
	p.Stub("getent", `case $2 in *.*) echo "10.1.2.9        $2" ;; *) exit 2 ;; esac`)
	p.Stub("ssh", "")
	p.Stub("sshd", "")
	return p
}

// keyscan answers as ssh-keyscan of OpenSSH 9.8 and later does. Earlier ones print comments on standard error.
const keyscan = `while [ "${1#-}" != "$1" ]; do shift 2; done
for host; do printf '# %s:2222 SSH-2.0-OpenSSH_10.0\n[%s]:2222 ssh-ed25519 AAAAhost\n' "$host" "$host"; done`

var threeHosts = []string{
	"run-l-0-0.net.hpc.svc.example.org", "run-w-0-0.net.hpc.svc.example.org", "run-w-0-1.net.hpc.svc.example.org",
}

func TestLauncher(t *testing.T) {
	t.Parallel()
	p := launchPod(t, "{slots: 2, command: 'cat hostlist.txt; command -v ssh; exit 6'}", "l", "launcher", "run-l-0-0")
	if status := p.run(); status != 6 {
		t.Errorf("status %d, want 6, the status of the measured command\n%s", status, p.Stderr.String())
	}
	log := readLog(t, p.Stdout.String())
	want := strings.Join(threeHosts, " slots=2\n") + " slots=2\n" + p.Path("private/ssh") + "\n"
	if diff := cmp.Diff([]string{want}, log.Samples); diff != "" {
		t.Errorf("hosts, and the ssh that MPI finds (-want +got):\n%s", diff)
	}
	want = "-T 3 -t ed25519 -p 2222 " + strings.Join(threeHosts, " ")
	if calls := p.Calls("ssh-keyscan"); len(calls) != 1 || strings.Join(calls[0], " ") != want {
		t.Errorf("ssh-keyscan is called with %q, want one call for all hosts", calls)
	}
	config := p.Read("private/ssh_config")
	if !strings.Contains(config, "StrictHostKeyChecking yes") || !strings.Contains(config, "BatchMode yes") {
		t.Errorf("ssh may ask, or trust anyone:\n%s", config)
	}
	if !strings.Contains(config, "GlobalKnownHostsFile /dev/null\n") || !strings.Contains(config, "IdentitiesOnly yes\n") {
		t.Errorf("ssh knows hosts or keys of the image:\n%s", config)
	}
	want = ""
	for _, host := range threeHosts {
		want += "[" + host + "]:2222 ssh-ed25519 AAAAhost\n"
	}
	if diff := cmp.Diff(want, p.Read("private/known_hosts")); diff != "" {
		t.Errorf("hosts with known keys (-want +got):\n%s", diff)
	}
}

// TestLostWorker wants status 75 of a launcher that failed because a worker's host is lost, and no other.
func TestLostWorker(t *testing.T) {
	t.Parallel()
	const lost = "bash: connect: No route to host"
	for name, test := range map[string]struct {
		command, host, linger string
		want                  int
	}{
		"a lost host":                      {"exit 3", lost, "0", 75},
		"a host whose sshd ended":          {"exit 3", "bash: connect: Connection refused", "0", 3},
		"a status that would start again":  {"exit 75", "bash: connect: Connection refused", "0", 1},
		"the command succeeded":            {"exit 0", lost, "0", 0},
		"a set that does not start again":  {"exit 3", lost, "", 3},
		"a set that does not, and says 75": {"exit 75", lost, "", 75},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := launchPod(t, "{command: '"+test.command+"'}", "l", "launcher", "run-l-0-0")
			p.Env["LATCHKEY_LINGER"] = test.linger
			p.Stub("timeout", `case $* in *run-w-0-1*) echo "`+test.host+`" >&2; exit 1 ;; esac`)
			if status := p.run(); status != test.want {
				t.Errorf("status %d, want %d\n%s", status, test.want, p.Stderr.String())
			}
			said := strings.Contains(p.Stderr.String(), "the worker "+threeHosts[2]+" is lost: its host does not answer. The status 3 of the command becomes 75")
			if said != (test.want == 75 && test.linger != "") {
				t.Errorf("it says that a worker is lost: %t\n%s", said, p.Stderr.String())
			}
		})
	}
}

func TestLauncherWithSilentWorkers(t *testing.T) {
	t.Parallel()
	p := launchPod(t, "{command: echo never}", "l", "launcher", "run-l-0-0")
	p.Env["LATCHKEY_WAIT_SECONDS"] = "2"
	p.Stub("ssh-keyscan", "("+keyscan+") | grep -v run-w-0-1")
	if status := p.run(); status != 1 || strings.Contains(p.Stdout.String(), "COLLECTION") {
		t.Errorf("status %d, output\n%s", status, p.Stdout.String())
	}
	if want := "did not answer in 2 s: run-w-0-1.net.hpc.svc.example.org\n"; !strings.Contains(p.Stderr.String(), want) {
		t.Errorf("standard error says %q, want %q", p.Stderr.String(), want)
	}
}

// TestLauncherAsksTheRestAgain has a worker that answers the second call only.
func TestLauncherAsksTheRestAgain(t *testing.T) {
	t.Parallel()
	p := launchPod(t, "{command: echo all}", "l", "launcher", "run-l-0-0")
	p.Env["FIRST"] = p.Path("first")
	p.Stub("ssh-keyscan", "("+keyscan+`) | if [ -f "$FIRST" ]; then cat; else : >"$FIRST"; grep -v run-w-0-0; fi`)
	if status := p.run(); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	var asked [][]string
	for _, call := range p.Calls("ssh-keyscan") {
		asked = append(asked, call[slices.Index(call, "2222")+1:])
	}
	if diff := cmp.Diff([][]string{threeHosts, threeHosts[1:2]}, asked); diff != "" {
		t.Errorf("hosts that were asked for their keys (-want +got):\n%s", diff)
	}
}

func TestLauncherAlone(t *testing.T) {
	t.Parallel()
	p := newPod(t, "{metrics: [{name: app-lammps, options: {workdir: /tmp, command: cat hostlist.txt}}]}", latchkey.Options{}, "l", "launcher")
	p.Write("hostname", "run-l-0-0\n")
	p.Write("hosts", "10.1.2.3\trun-l-0-0.net.hpc.svc.example.org\trun-l-0-0\n")
	p.Env["LATCHKEY_HOSTNAME_FILE"], p.Env["LATCHKEY_HOSTS_FILE"] = p.Path("hostname"), p.Path("hosts")
	p.Stub("sshd", "exit 1") // is not needed
	if status := p.run(); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if diff := cmp.Diff([]string{threeHosts[0] + "\n"}, readLog(t, p.Stdout.String()).Samples); diff != "" {
		t.Errorf("hosts (-want +got):\n%s", diff)
	}
}

// TestHostsAreWrittenAnew starts a worker while the kubelet writes /etc/hosts again, as it does for each container.
func TestHostsAreWrittenAnew(t *testing.T) {
	t.Parallel()
	p := launchPod(t, "{command: lmp}", "w", "workers", "run-w-0-1")
	hosts := p.Read("hosts")
	p.Write("hosts", "")
	running := p.start()
	time.Sleep(500 * time.Millisecond)
	p.Write("hosts", hosts)
	if status := p.Wait(running); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if calls := p.Calls("ssh-keyscan"); len(calls) != 1 || !slices.Contains(calls[0], threeHosts[0]) {
		t.Errorf("ssh-keyscan is called with %q", calls)
	}
}

// TestSSHDConfiguration wants PATH and LD_LIBRARY_PATH of the image in the configuration, and no penalties, as far as sshd
// knows these.
func TestSSHDConfiguration(t *testing.T) {
	t.Parallel()
	const environment = "SetEnv \"PATH=%s\" \"LD_LIBRARY_PATH=/one:/two\"\n"
	for name, row := range map[string]struct{ sshd, end string }{
		"OpenSSH 9.8": {"", "Subsystem sftp internal-sftp\n" + environment + "PerSourcePenalties no\n"},
		"OpenSSH 7.8": {`! grep -q PerSource "${*: -1}"`, "Subsystem sftp internal-sftp\n" + environment},
		"OpenSSH 7.4": {`! grep -q 'SetEnv\|PerSource' "${*: -1}"`, "Subsystem sftp internal-sftp\n\n"},
	} {
		p := launchPod(t, "{command: lmp}", "w", "workers", "run-w-0-1")
		p.Env["LD_LIBRARY_PATH"] = "/one:/two"
		p.Stub("sshd", row.sshd)
		if status := p.run(); status != 0 {
			t.Fatalf("%s: status %d\n%s", name, status, p.Stderr.String())
		}
		got := p.Read("private/sshd_config")
		if want := strings.Replace(row.end, "%s", p.Env["PATH"], 1); !strings.HasPrefix(got, "Port 2222\nHostKey "+p.Path("private/key")+"\n") || !strings.HasSuffix(got, want) {
			t.Errorf("%s: the configuration does not end with %q:\n%s", name, want, got)
		}
		login := "AuthenticationMethods publickey\nAuthorizedKeysFile " + p.Path("private/authorized_keys") + "\n" +
			"AuthorizedKeysCommand none\nAuthorizedPrincipalsCommand none\nTrustedUserCAKeys none\n"
		if !strings.Contains(got, login) {
			t.Errorf("%s: the launcher's key is not the only way to log in:\n%s", name, got)
		}
	}
}

// TestWorker wants metadata alone in the log, the launcher trusted, and sshd in the end.
func TestWorker(t *testing.T) {
	t.Parallel()
	p := launchPod(t, "{command: lmp}", "w", "workers", "run-w-0-1")
	if status := p.run(); status != 0 {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	if out := p.Stdout.String(); !strings.HasPrefix(out, "METADATA START {") || !strings.HasSuffix(out, "}\nMETADATA END\n") {
		t.Errorf("the log of a worker is %q", out)
	}
	if got := p.Read("private/authorized_keys"); got != "ssh-ed25519 AAAAhost\n" {
		t.Errorf("trusted are %q", got)
	}
	if got := p.Read("hosts"); strings.Count(got, "\n10.1.2.9\trun-l-0-0\n") != 1 {
		t.Errorf("the bare name of the launcher is not known:\n%s", got)
	}
	calls := p.Calls("sshd")
	if last := calls[len(calls)-1]; last[0] != "-D" {
		t.Errorf("sshd is called with %q", calls)
	}
}
