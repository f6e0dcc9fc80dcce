package minicluster_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

func TestBrokerConfig(t *testing.T) {
	t.Parallel()
	const (
		port    = "default_port = 8050\ndefault_bind = \"tcp://*:%p\"\n"
		usual   = "default_connect = \"tcp://%h.net.hpc.svc.example.org:%p\"\n"
		fluxion = "[sched-fluxion-qmanager]\nqueue-policy = \"fcfs\"\n"
		hosts   = "[bootstrap]\nhosts = [{host=\"app-m-0-[0-1]\"}]\n"
	)
	tests := map[string]struct {
		env   []string
		hosts string // /etc/hosts instead of the usual
		want  string // from [resource] on, after the path
	}{
		"usual": {want: hosts + port + usual + fluxion},
		"limits, other policy": {
			env:  []string{"LATCHKEY_CORES=4", `LATCHKEY_QUEUE_POLICY=a"b\c` + "\n"},
			want: "noverify = true\n" + hosts + port + usual + "[sched-fluxion-qmanager]\nqueue-policy = \"a\\\"b\\\\c\\n\"\n",
		},
		"IPv6": {
			hosts: "fe00::0\tip6-localnet\nfd00:10:244::5\tapp-m-0-0.net.hpc.svc.cluster.local\tapp-m-0-0\n",
			want:  hosts + port + "default_connect = \"tcp://%h.net.hpc.svc.cluster.local:%p\"\nenable_ipv6 = true\n" + fluxion,
		},
		"no subdomain": {
			hosts: "10.1.2.3\tapp-m-0-0\n",
			want:  hosts + port + "default_connect = \"tcp://%h:%p\"\n" + fluxion,
		},
		"bursting, simple scheduler": {
			env: []string{
				"LATCHKEY_SIMPLE_SCHEDULER=true",
				`LATCHKEY_HOSTS_TOML=[{host="lead-m-0-0", connect="tcp://10.9.8.7:8050"},{host="%H-[0-1]"}]`,
			},
			want: "[bootstrap]\nhosts = [{host=\"lead-m-0-0\", connect=\"tcp://10.9.8.7:8050\"},{host=\"app-m-0-[0-1]\"}]\n" +
				port + usual + "[modules]\nalternatives.sched = \"sched-simple\"\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, map[string]string{"app.command": "true"}).with(test.env...)
			if test.hosts != "" {
				p.Write("hosts", test.hosts)
			}
			want := "[access]\nallow-root-owner = true\n[resource]\npath = \"" + p.Path("mnt/config/etc/flux/system/R") + "\"\n" + test.want
			for range 2 { // a second run writes the same file, and does not add to it
				if status := p.broker(); status != 0 {
					t.Fatalf("status is %d\n%s", status, p.Stderr.String())
				}
				got := p.Read("mnt/config/etc/flux/config/broker.toml")
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("broker.toml (-want +got):\n%s", diff)
				}
				if err := toml.Unmarshal([]byte(got), &map[string]any{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestBrokerConfigOfTheUserIsKept(t *testing.T) {
	t.Parallel()
	text := "[bootstrap]\n# $HOME `x` \\ %H\nhosts = [{host=\"app-m-0-[0-1]\"}]\n\n"
	p := newPod(t, map[string]string{"app.command": "true", "broker.toml": text})
	p.broker()
	if diff := cmp.Diff(text, p.Read("mnt/config/etc/flux/config/broker.toml")); diff != "" {
		t.Errorf("broker.toml (-want +got):\n%s", diff)
	}
	if got := p.Read("mnt/config/etc/flux/system/hostlist"); got != "app-m-0-[0-1]\n" {
		t.Errorf("hostlist is %q", got)
	}
}

func TestResources(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env  []string
		want []string
	}{
		"what the pod sees":  {want: []string{"--local"}},
		"limits":             {env: []string{"LATCHKEY_CORES=3", "LATCHKEY_GPUS=2"}, want: []string{"--cores=0-2", "--gpus=0-1"}},
		"one core":           {env: []string{"LATCHKEY_CORES=1"}, want: []string{"--cores=0"}},
		"GPUs and all cores": {env: []string{"LATCHKEY_GPUS=1"}, want: []string{"--cores=0-3", "--gpus=0"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPod(t, map[string]string{"app.command": "true"}).with(test.env...)
			p.broker()
			want := append([]string{"R", "encode", "--hosts=app-m-0-[0-1]"}, test.want...)
			if !slices.ContainsFunc(p.Calls("flux"), func(call []string) bool { return slices.Equal(call, want) }) {
				t.Errorf("%q is not called; calls are %q", want, p.Calls("flux"))
			}
			if !p.Exists("mnt/config/etc/flux/shell.d/affinity.lua") {
				t.Error("there is no affinity.lua")
			}
		})
	}
}

// A pre hook may write R itself, or bring flux into PATH.
func TestPreHookMayMakeTheResources(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{
		"app.init":    `STUBS=${PATH%%:*} PATH=${PATH#*:}`,
		"app.pre":     `PATH=$STUBS:$PATH; echo mine >"$LATCHKEY_MOUNT/config/etc/flux/system/R"`,
		"app.command": "true",
	})
	if status := p.broker(); status != 0 || p.Read("mnt/config/etc/flux/system/R") != "mine\n" {
		t.Errorf("status %d, R is %q\n%s", status, p.Read("mnt/config/etc/flux/system/R"), p.Stderr.String())
	}
}

const certificate = "metadata\n    name = \"app\"\ncurve\n    public-key = \"pppp$%pppppppppppppppppppppppppppppppppp\"\n    secret-key = \"s3cr3t`x`$(id)01234567890123456789012345\"\n"

func TestKeyIsCopiedAndNeverShown(t *testing.T) {
	t.Parallel()
	for _, env := range [][]string{nil, {"LATCHKEY_DEBUG=true"}, {"LATCHKEY_STRICT=true"}, {"SHELLOPTS=xtrace"}} {
		p := newPod(t, map[string]string{"app.command": "true", "app.init": "set -x"}).with(env...)
		p.Write("curve.cert", certificate)
		p.with("LATCHKEY_CURVE=" + p.Path("curve.cert"))
		for range 2 {
			if status := p.broker(); status != 0 {
				t.Fatalf("status is %d\n%s", status, p.Stderr.String())
			}
		}
		if diff := cmp.Diff(certificate, p.Read("private/curve.cert")); diff != "" {
			t.Errorf("the copy (-want +got):\n%s", diff)
		}
		if info, err := os.Stat(p.Path("private/curve.cert")); err != nil || info.Mode() != 0o600 {
			t.Errorf("the copy: %v, %v", info, err)
		}
		if p.Read("mnt/config/curve/curve.cert") != certificate {
			t.Error("the place that the Flux Operator uses does not lead to the key")
		}
		if !strings.Contains(p.Read("mnt/config/etc/flux/config/broker.toml"), `curve_cert = "`+p.Path("private/curve.cert")+`"`) {
			t.Error("broker.toml does not name the key")
		}
		p.noSecret("s3cr3t", "secret-key")
	}
}

// noSecret looks for words in the output, and in all files but the key's.
func (p *pod) noSecret(words ...string) {
	p.T.Helper()
	texts := map[string]string{"standard output": p.Stdout.String(), "standard error": p.Stderr.String()}
	err := filepath.WalkDir(p.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && entry.Name() != "curve.cert" && filepath.Dir(path) != p.Path("files") {
			text, err := os.ReadFile(path)
			texts[path] = string(text)
			return err
		}
		return err
	})
	if err != nil {
		p.T.Fatal(err)
	}
	for name, text := range texts {
		for _, word := range words {
			if strings.Contains(text, word) {
				p.T.Errorf("%s holds %q", name, word)
			}
		}
	}
}

func TestMissingKeyIsAnError(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"})
	p.with("LATCHKEY_CURVE=" + p.Path("none/curve.cert"))
	if status := p.broker(); status != 1 || !strings.Contains(p.Stderr.String(), "is the Secret filled") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
}

func TestGarbageKeyIsAnError(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"})
	p.Write("curve.cert", strings.Replace(certificate, "(id)", "", 1))
	p.with("LATCHKEY_CURVE=" + p.Path("curve.cert"))
	if status := p.broker(); status != 1 || !strings.Contains(p.Stderr.String(), "holds no CURVE certificate: put what") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
	p.noSecret("s3cr3t", "secret-key =")
}

func TestFilesForConnecting(t *testing.T) {
	t.Parallel()
	awkward := "it's \"$HOME\" `x`\n\\ %s"
	p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_VIEW=true", "LATCHKEY_ENVIRONMENT=GREETING EMPTY MISSING",
		"GREETING="+awkward, "EMPTY=")
	p.Mkdir("mnt/view/lib/python3.11/site-packages")
	p.broker()
	delete(p.Env, "GREETING")
	p.with("PYTHONPATH=/mine")
	script := `. "$LATCHKEY_MOUNT/flux-view.sh"; . "$LATCHKEY_MOUNT/flux-view.sh"
		printf '%s|' "$GREETING" "${EMPTY-unset}" "${MISSING-unset}" "${PATH##*:}" "$PYTHONPATH" "$LD_LIBRARY_PATH" "$fluxsocket"`
	if status := p.Run("bash", "-c", script); status != 0 {
		t.Fatalf("status is %d: %s", status, p.Stderr.String())
	}
	view := p.Path("mnt/view")
	want := strings.Join([]string{
		awkward, "", "unset", view + "/bin", "/mine:" + view + "/lib/python3.11/site-packages", view + "/lib",
		"local://" + p.Path("mnt/config/run/flux/local"), "",
	}, "|")
	if diff := cmp.Diff(want, p.Stdout.String()); diff != "" {
		t.Errorf("flux-view.sh (-want +got):\n%s", diff)
	}
	uri := "local://" + p.Path("mnt/config/run/flux/local")
	p.Run("bash", p.Path("mnt/flux-connect.sh"))
	if diff := cmp.Diff([]string{"proxy", uri, "exec 'bash'"}, p.call("proxy")); diff != "" {
		t.Errorf("flux-connect.sh (-want +got):\n%s", diff)
	}
	words := []string{"a   b; id", "it's", "", "$HOME `id` & \\", "new\nline", "-x"}
	p.Run("bash", append([]string{p.Path("mnt/flux-connect.sh"), "printf", "%s|"}, words...)...)
	if diff := cmp.Diff(strings.Join(words, "|")+"|", p.Stdout.String()); diff != "" {
		t.Errorf("the words of flux-connect.sh (-want +got):\n%s", diff)
	}
}

// environment returns a variable of the broker's environment.
func (p *pod) environment(name string) string {
	for line := range strings.Lines(p.Read("stub/environment")) {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return strings.TrimSuffix(value, "\n")
		}
	}
	return ""
}

func TestEnvironmentOfTheBroker(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_VIEW=true", "HOME=/")
	p.with("LATCHKEY_HOME=" + p.Path("home"))
	p.Mkdir("mnt/view/lib/python3.11/site-packages")
	p.broker()
	view := p.Path("mnt/view")
	for name, want := range map[string]string{
		"HOME":                      p.Path("home"),
		"USER":                      "flux-operator",
		"PATH":                      p.Env["PATH"] + ":" + view + "/bin",
		"PYTHONPATH":                view + "/lib/python3.11/site-packages",
		"LD_LIBRARY_PATH":           "",
		"FLUX_RC_EXTRA":             view + "/etc/flux",
		"FLUX_MODPROBE_PATH_APPEND": "",
		"FLUX_SHELL_RC_PATH":        p.Path("mnt/config/etc/flux/shell.d"),
		"FLUX_OUTPUT_DIR":           p.Path("out"),
		"STATE_DIR":                 p.Path("mnt/config/var/lib/flux"),
	} {
		if got := p.environment(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestFluxionOfTheView(t *testing.T) {
	t.Parallel()
	for simple, want := range map[string]string{"": "mnt/view/etc/flux/modprobe", "true": ""} {
		p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_VIEW=true", "LATCHKEY_SIMPLE_SCHEDULER="+simple)
		p.Mkdir("mnt/view/lib/flux/modules")
		p.Write("mnt/view/lib/flux/modules/sched-fluxion-qmanager.so", "")
		p.broker()
		if want != "" {
			want = p.Path(want)
		}
		if got := p.environment("FLUX_MODPROBE_PATH_APPEND"); got != want {
			t.Errorf("simple %q: FLUX_MODPROBE_PATH_APPEND is %q, want %q", simple, got, want)
		}
	}
}

func TestPathWithoutView(t *testing.T) {
	t.Parallel()
	p := newPod(t, map[string]string{"app.command": "true"}).with("LATCHKEY_INSTALL_ROOT=/opt/my flux")
	p.broker()
	if got, want := p.environment("PATH"), p.Env["PATH"]+":/opt/my flux/bin"; got != want {
		t.Errorf("PATH is %q, want %q", got, want)
	}
	if got := p.environment("FLUX_RC_EXTRA"); got != "" {
		t.Errorf("FLUX_RC_EXTRA is %q", got)
	}
}
