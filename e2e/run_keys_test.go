//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keyCases are about where the brokers' key comes from.
var keyCases = []runCase{
	{name: "existing-secret", before: func(t *testing.T, r *setRun) {
		secret, err := exec.Command(binary, "keygen", "my-curve", "--namespace", r.namespace).Output()
		if err != nil {
			t.Fatalf("latchkey keygen: %v", err)
		}
		r.apply(t, secret)
	}, says: []string{"with my own key\n"}},
	{name: "inline-key", before: func(t *testing.T, r *setRun) {
		r.input = withCertificate(t, r.input, r.makeCertificate(t))
	}, says: []string{"with the key of the input\n"}},
	{name: "keygen-half-way", edit: func(_ *testing.T, r *setRun) {
		r.whole = r.set.manifest
		r.set.manifest = []byte(strings.Replace(string(r.whole), "  - patch\n", "", 1))
	}, during: failHalfWay, says: []string{"with a late key\n"}},
}

// makeCertificate lets flux make one, which may look otherwise than ours, and leaves no log of it.
func (r *setRun) makeCertificate(t *testing.T) string {
	t.Helper()
	const image = "ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"
	r.must(t, "", "run", "maker", "--image="+image, "--image-pull-policy=IfNotPresent", "--restart=Never", "--", "sleep", "600")
	r.must(t, "", "wait", "pod/maker", "--for=condition=Ready", "--timeout=60s")
	certificate := r.must(t, "", "exec", "maker", "--", "sh", "-c", "/opt/view/bin/flux keygen /tmp/c && cat /tmp/c")
	r.must(t, "", "delete", "pod", "maker", "--now", "--wait=false")
	if !keyInCertificate.MatchString(certificate) {
		t.Fatal("flux keygen has not made a certificate")
	}
	return certificate
}

// withCertificate copies a file with a certificate in the place of the word CERTIFICATE.
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

// failHalfWay lets the job that makes the key do so without the right to write it, kills it there, and then
// gives it the right.
func failHalfWay(t *testing.T, r *setRun) {
	waitForKeygen := func(pods int) {
		until(t, "a keygen pod that may not write", podLimit, func() bool {
			refused := 0
			for _, pod := range r.seen() {
				if strings.Contains(r.said(pod.Name, "keygen"), "HTTP status 403") {
					refused++
				}
			}
			return refused == pods
		})
	}
	waitForKeygen(1)
	if filled := r.noteKeys(t); filled != 0 {
		t.Error("the Secret is filled already, so this shows nothing")
	}
	r.must(t, "", "delete", "pods", "-l", "app.kubernetes.io/component=keygen", "--now", "--wait=false")
	waitForKeygen(2)
	time.Sleep(time.Second) // a moment in which it holds a key that it cannot hand on
	r.apply(t, r.whole)
}
