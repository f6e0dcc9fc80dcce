package lab

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// containerd is the socket of the lab's container runtime.
const containerd = "/run/lab-containerd/containerd.sock"

// NeedLatchkey gives the lab's node the image that waits for the turns of studies, with the program under test, or skips the
// test.
func (l *Lab) NeedLatchkey(t *testing.T) {
	t.Helper()
	const name = "ghcr.io/latchkey-dev/latchkey:v0.1.0" // the default of spec.order.image
	ctr, err := exec.LookPath("ctr")
	if err != nil {
		Missing(t, "images", "ctr, which gives the node of the lab an image, is not on PATH")
	}
	program, err := os.ReadFile(Binary)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "image.tar")
	WriteFile(t, file, string(archive(t, name, program)))
	if out, err := exec.Command(ctr, "--address", containerd, "--namespace", "k8s.io", "images", "import", file).CombinedOutput(); err != nil {
		Missing(t, "images", "the node takes no image: "+strings.TrimSpace(string(out)))
	}
}

// archive returns an image with one file, as "docker save" writes it. The file is where the Dockerfile puts it.
func archive(t *testing.T, name string, program []byte) []byte {
	t.Helper()
	const path = "usr/local/bin/latchkey"
	layer := packed(t, entry{path, 0o755, program})
	config := encoded(t, map[string]any{
		"architecture": "amd64", "os": "linux",
		"config": map[string]any{"Entrypoint": []string{"/" + path}},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}},
	})
	manifest := encoded(t, []map[string]any{{"Config": "config.json", "RepoTags": []string{name}, "Layers": []string{"layer.tar"}}})
	return packed(t, entry{"manifest.json", 0o644, manifest}, entry{"config.json", 0o644, config}, entry{"layer.tar", 0o644, layer})
}

type entry struct {
	path string
	mode int64
	data []byte
}

func packed(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		if err := w.WriteHeader(&tar.Header{Name: e.path, Mode: e.mode, Size: int64(len(e.data))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(e.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encoded(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
