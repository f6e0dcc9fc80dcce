//go:build e2e

package large

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// fluxPrefix is where a flux-core for processes of this machine is.
const fluxPrefix = "/opt/software/flux-core"

// TestBrokers runs one instance of Flux. Its brokers are processes of this machine. The rendered scripts start them, with
// the bootstrap by configuration of pods. Each broker has a network and a host name of its own.
func TestBrokers(t *testing.T) {
	lab.Rare(t)
	size := number(t, "LATCHKEY_LARGE_BROKERS", 40)
	if _, err := os.Stat(fluxPrefix + "/bin/flux"); err != nil {
		lab.Missing(t, "brokers", err.Error())
	}
	if err := exec.Command("unshare", "-n", "-m", "ip", "link", "add", "hub", "type", "bridge").Run(); err != nil {
		lab.Missing(t, "brokers", "no networks can be made here: "+err.Error())
	}
	folder := brokerFolder(t, size)
	before := freeMemory(t)
	cmd := exec.Command("unshare", "-n", "-m", "--propagation", "private", "testdata/brokers.sh", folder, strconv.Itoa(size))
	cmd.Env = append(os.Environ(), "PATH="+fluxPrefix+"/bin:"+os.Getenv("PATH"))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	least := before
	for done := false; !done; {
		select {
		case err := <-ended:
			if done = true; err != nil {
				t.Errorf("brokers.sh: %v\n%s", err, said.String())
			}
		case <-time.After(time.Second):
			least = min(least, freeMemory(t))
		}
	}
	judge(t, folder, size)
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("%d brokers: %s; processor time %.1f s, %.1f s each; memory %d MiB at most, %.1f MiB each", size, times(t, folder),
		used.Seconds(), used.Seconds()/float64(size), (before-least)>>10, float64(before-least)/1024/float64(size))
}

// judge expects that each broker ended with status 0, and that the job ran once on each host.
func judge(t *testing.T, folder string, size int) {
	t.Helper()
	failed := 0
	for i := range size {
		status := strings.TrimSpace(read(t, folder, strconv.Itoa(i), "status"))
		if status != "0" && failed < 3 {
			failed++
			t.Errorf("broker %d ended with status %s:\n%.3000s", i, status, read(t, folder, strconv.Itoa(i), "log"))
		}
	}
	seen := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^ran on (\S+) at`).FindAllStringSubmatch(read(t, folder, "0", "log"), -1) {
		seen[line[1]] = true
	}
	if len(seen) != size {
		t.Errorf("the job ran on %d hosts of %d:\n%.3000s", len(seen), size, read(t, folder, "0", "log"))
	}
}

// times says when the first and the last task ran, and when the last broker had ended.
func times(t *testing.T, folder string) string {
	t.Helper()
	began := parseSeconds(t, read(t, folder, "began"))
	first, last := 0.0, 0.0
	for _, line := range regexp.MustCompile(`(?m)^ran on \S+ at (\S+)`).FindAllStringSubmatch(read(t, folder, "0", "log"), -1) {
		at := parseSeconds(t, line[1]) - began
		if first == 0 || at < first {
			first = at
		}
		last = max(last, at)
	}
	return fmt.Sprintf("first task after %.1f s, last task after %.1f s, all ended after %.1f s", first, last,
		float64(time.Now().UnixNano())/1e9-began)
}

func parseSeconds(t *testing.T, text string) float64 {
	t.Helper()
	seconds, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return seconds
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// freeMemory returns MemAvailable of this machine in KiB.
func freeMemory(t *testing.T) int64 {
	t.Helper()
	found := regexp.MustCompile(`MemAvailable: +(\d+) kB`).FindStringSubmatch(read(t, "/proc/meminfo"))
	if found == nil {
		t.Fatal("no MemAvailable in /proc/meminfo")
	}
	free, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return free
}

// brokerFolder writes what testdata/brokers.sh reads.
func brokerFolder(t *testing.T, size int) string {
	t.Helper()
	folder := t.TempDir()
	source := filepath.Join(folder, "large.yaml")
	text := strings.ReplaceAll(read(t, "testdata", "brokers.yaml"), "SIZE", strconv.Itoa(size))
	lab.WriteFile(t, source, text)
	set := lab.RenderSet(t, lab.Input{Name: "large", Path: source})
	var runner corev1.Container
	for document := range strings.SplitSeq("\n"+string(set.Manifest), "\n---\n") {
		var files corev1.ConfigMap
		var jobs struct {
			Kind string
			Spec struct {
				ReplicatedJobs []struct {
					Name     string
					Template batchv1.JobTemplateSpec
				}
			}
		}
		if err := yaml.Unmarshal([]byte(document), &jobs); err != nil {
			t.Fatal(err)
		}
		switch jobs.Kind {
		case "ConfigMap":
			if err := yaml.Unmarshal([]byte(document), &files); err != nil {
				t.Fatal(err)
			}
			for name, text := range files.Data {
				lab.WriteFile(t, filepath.Join(folder, "files", name), text)
			}
		case "JobSet":
			for _, job := range jobs.Spec.ReplicatedJobs {
				if job.Name == "m" {
					runner = job.Template.Spec.Template.Spec.Containers[0]
				}
			}
		}
	}
	var environment, hosts strings.Builder
	for _, variable := range runner.Env {
		if variable.Name == "LATCHKEY_CURVE" {
			variable.Value = filepath.Join(folder, "curve.cert")
		}
		fmt.Fprintf(&environment, "%s=%s\n", variable.Name, variable.Value)
	}
	hosts.WriteString("127.0.0.1 localhost\n")
	for i := range size {
		// the scripts ask for names with a dot at the end too, which DNS knows and a file of hosts does not
		fmt.Fprintf(&hosts, "10.99.%d.%d\tlarge-m-0-%[3]d.large.default.svc.cluster.local\tlarge-m-0-%[3]d large-m-0-%[3]d.large.default.svc.cluster.local.\n",
			1+i/250, 1+i%250, i)
	}
	lab.WriteFile(t, filepath.Join(folder, "environment"), environment.String())
	lab.WriteFile(t, filepath.Join(folder, "hosts"), hosts.String())
	if out, err := exec.Command(fluxPrefix+"/bin/flux", "keygen", filepath.Join(folder, "curve.cert")).CombinedOutput(); err != nil {
		t.Fatalf("flux keygen: %v\n%s", err, out)
	}
	return folder
}
