//go:build e2e

package hosts

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

const (
	// functionImage is built by the test. No registry knows it, so nothing can be pulled by mistake.
	functionImage = "localhost/latchkey:e2e"
	// largestImage is the size in bytes that the image may have.
	largestImage = 25_000_000
)

// TestImage builds the image without a registry and runs it as a function of kpt and of kustomize.
func TestImage(t *testing.T) {
	podman := lab.Tool(t, "podman")
	if out, err := exec.Command(podman, "info").CombinedOutput(); err != nil {
		lab.Missing(t, "podman", strings.TrimSpace(string(out)))
	}
	build := exec.Command("../../hack/image.sh", functionImage, "e2e")
	build.Env = append(os.Environ(), "DOCKER="+podman)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("hack/image.sh: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command(podman, "image", "rm", functionImage).CombinedOutput(); err != nil {
			t.Errorf("podman image rm: %v\n%s", err, out)
		}
	})
	if out, err := exec.Command(podman, "run", "--rm", "--network", "none", "--pull", "never", functionImage, "version").CombinedOutput(); err != nil {
		lab.Missing(t, "podman", "it builds images but cannot run them: "+strings.TrimSpace(string(out)))
	}
	t.Run("contents", func(t *testing.T) { checkImage(t, podman) })
	t.Run("kpt", kptImage)
	t.Run("kustomize", func(t *testing.T) { kustomizeImage(t, podman) })
}

// checkImage looks at the image itself.
func checkImage(t *testing.T, podman string) {
	out, err := exec.Command(podman, "image", "inspect", functionImage).Output()
	var images []struct {
		Size   int64
		Config struct {
			User   string
			Labels map[string]string
		}
	}
	if err == nil {
		err = json.Unmarshal(out, &images)
	}
	if err != nil || len(images) != 1 {
		t.Fatalf("podman image inspect: %v\n%s", err, out)
	}
	found := images[0]
	t.Logf("the image has %d bytes", found.Size)
	if found.Size > largestImage {
		t.Errorf("the image has %d bytes, more than %d", found.Size, largestImage)
	}
	if found.Config.User != "65534:65534" {
		t.Errorf("the image runs as %q", found.Config.User)
	}
	if got := found.Config.Labels["org.opencontainers.image.version"]; got != "e2e" {
		t.Errorf("the image calls itself version %q", got)
	}
	for _, user := range []string{"nobody", "12345:0"} {
		cmd := exec.Command(podman, "run", "--rm", "--network", "none", "--user", user, "--pull", "never", functionImage, "version")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "latchkey ") {
			t.Errorf("as user %s: %v\n%s", user, err, out)
		}
	}
}

// kptImage runs the image with kpt fn eval and expects the output of the program.
func kptImage(t *testing.T) {
	program := lab.Tool(t, "kpt")
	// Newer versions of kpt read the second of these.
	t.Setenv("KPT_FN_RUNTIME", "podman")
	t.Setenv("KRM_FN_RUNTIME", "podman")
	work := newPackage(t, map[string]string{"second.yaml": second})
	lab.OnPath(t, program, "fn", "eval", work, "--image", functionImage, "--image-pull-policy", "Never", "--", "maxRestarts=3")
	byImage := lab.FilesOf(t, work)
	lab.Holds(t, byImage["minicluster-default-hello.latchkey.yaml"], "kind: JobSet\n", "maxRestarts: 3\n")
	lab.OnPath(t, program, "fn", "eval", work, "--exec", "latchkey", "--", "maxRestarts=3")
	if diff := cmp.Diff(byImage, lab.FilesOf(t, work)); diff != "" {
		t.Errorf("the program gives something else (-image +program):\n%s", diff)
	}
}

// kustomizeImage runs the image as kustomize's container function. kustomize calls the command docker and no other.
func kustomizeImage(t *testing.T, podman string) {
	program := lab.Tool(t, "kustomize")
	shims := t.TempDir()
	programtest.Write(t, filepath.Join(shims, "docker"), "#!/bin/sh\nexec "+podman+" \"$@\"\n")
	t.Setenv("PATH", shims+string(os.PathListSeparator)+os.Getenv("PATH"))
	config, err := os.ReadFile("../../functionconfig.yaml")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	lab.WriteFile(t, filepath.Join(work, "second.yaml"), second)
	lab.WriteFile(t, filepath.Join(work, "kustomization.yaml"), "resources: [second.yaml]\ntransformers: [functionconfig.yaml]\n")
	const byExec = "exec:\n        path: latchkey\n"
	lab.WriteFile(t, filepath.Join(work, "functionconfig.yaml"), strings.Replace(string(config), byExec, "container:\n        image: "+functionImage+"\n", 1))
	byImage := lab.OnPath(t, program, "build", "--enable-alpha-plugins", work)
	lab.WriteFile(t, filepath.Join(work, "functionconfig.yaml"), string(config))
	byProgram := lab.OnPath(t, program, "build", "--enable-alpha-plugins", "--enable-exec", work)
	lab.Holds(t, byImage, "kind: JobSet\n")
	if diff := cmp.Diff(byImage, byProgram); diff != "" {
		t.Errorf("the program gives something else (-image +program):\n%s", diff)
	}
}
