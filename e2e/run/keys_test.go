//go:build e2e

package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// keyCases are about where the brokers' key comes from.
var keyCases = []lab.Case{
	{Name: "existing-secret", Before: func(t *testing.T, r *lab.Run) {
		secret, err := exec.Command(lab.Binary, "keygen", "my-curve", "--namespace", r.Namespace).Output()
		if err != nil {
			t.Fatalf("latchkey keygen: %v", err)
		}
		r.Apply(t, secret)
	}, Says: []string{"with my own key\n"}},
	{Name: "inline-key", Before: func(t *testing.T, r *lab.Run) {
		r.Input = withCertificate(t, r.Input, makeCertificate(t, r))
	}, Says: []string{"with the key of the input\n"}},
	{Name: "keygen-half-way", Edit: func(_ *testing.T, r *lab.Run) {
		r.Whole = r.Set.Manifest
		r.Set.Manifest = []byte(strings.Replace(string(r.Whole), "  - patch\n", "", 1))
	}, During: failHalfWay, Says: []string{"with a late key\n"}},
}

// makeCertificate lets flux make a certificate, which may differ in form from ours, and leaves no log of it.
func makeCertificate(t *testing.T, r *lab.Run) string {
	t.Helper()
	const image = "ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"
	r.Must(t, "", "run", "maker", "--image="+image, "--image-pull-policy=IfNotPresent", "--restart=Never", "--", "sleep", "600")
	r.Must(t, "", "wait", "pod/maker", "--for=condition=Ready", "--timeout=60s")
	certificate := r.Must(t, "", "exec", "maker", "--", "sh", "-c", "/opt/view/bin/flux keygen /tmp/c && cat /tmp/c")
	r.Must(t, "", "delete", "pod", "maker", "--now", "--wait=false")
	if !lab.KeyInCertificate.MatchString(certificate) {
		t.Fatal("flux keygen has not made a certificate")
	}
	return certificate
}

// withCertificate copies a file and replaces the word CERTIFICATE with a certificate.
func withCertificate(t *testing.T, file, certificate string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block := "|\n      " + strings.ReplaceAll(strings.TrimSpace(certificate), "\n", "\n      ")
	path := filepath.Join(t.TempDir(), "input.yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "CERTIFICATE", block, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// failHalfWay lets the key job make the key without the right to write it, kills the job there, and then gives it the
// right.
func failHalfWay(t *testing.T, r *lab.Run) {
	waitForKeygen := func(pods int) {
		lab.Until(t, "a keygen pod that may not write", lab.PodLimit, func() bool {
			refused := 0
			for _, pod := range r.Seen() {
				if strings.Contains(r.Said(pod.Name, "keygen"), "HTTP status 403") {
					refused++
				}
			}
			return refused == pods
		})
	}
	waitForKeygen(1)
	if filled := r.NoteKeys(t); filled != 0 {
		t.Error("the Secret is filled already, so this shows nothing")
	}
	r.Must(t, "", "delete", "pods", "-l", "app.kubernetes.io/component=keygen", "--now", "--wait=false")
	waitForKeygen(2)
	time.Sleep(time.Second) // a moment in which it holds a key that it cannot hand on
	r.Apply(t, r.Whole)
}
