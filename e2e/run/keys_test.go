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
	{Name: "existing-secret", Rare: true, Before: func(t *testing.T, r *lab.Run) {
		secret, err := exec.Command(lab.Binary, "keygen", "my-curve", "--namespace", r.Namespace).Output()
		if err != nil {
			t.Fatalf("latchkey keygen: %v", err)
		}
		r.Apply(t, secret)
	}, Says: []string{"with my own key\n"}},
	{Name: "inline-key", Rare: true, Before: func(t *testing.T, r *lab.Run) {
		r.Input = withCertificate(t, r.Input, makeCertificate(t, r))
	}, Says: []string{"with the key of the input\n"}},
	{Name: "keygen-half-way", Edit: func(_ *testing.T, r *lab.Run) {
		r.Whole = r.Set.Manifest
		r.Set.Manifest = []byte(strings.Replace(string(r.Whole), "  - patch\n", "", 1))
	}, During: failHalfWay, Says: []string{"with a late key\n"}},
}

// TestNoKey wants a set to end at once, with a reason in its pod, if another try to make the key would fail too.
func TestNoKey(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edit   func(*testing.T, *lab.Run)
		reason string
	}{
		"no-flux": {reason: "latchkey: error: there is no flux in this image, so no key can be made\n"},
		"no-right": {edit: withoutRight, reason: "latchkey: error: cannot use the Secret no-right-curve: HTTP status 403: " +
			"apply all objects of the set, and if it was rendered without a namespace, render it with --namespace "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := lab.NewRun(t, lab.Case{Name: name, End: "Failed", Edit: test.edit})
			r.Play(t)
			if took := time.Since(r.Began); took > 3*time.Minute { // the job that makes the key has ten minutes
				t.Errorf("it took %s", took)
			}
			const message = `jsonpath={.items[*].status.containerStatuses[0].state.terminated.message}`
			if said := r.Must(t, "", "get", "pods", "-o", message); !strings.Contains(said, test.reason) {
				t.Errorf("the pod's message is %q, not %q", said, test.reason)
			}
			if restarts := r.Must(t, "", "get", "jobset/"+r.Object, "-o", "jsonpath={.status.restarts}"); restarts != "" && restarts != "0" {
				t.Errorf("%s restarts", restarts)
			}
			if pods := r.Seen(); len(pods) != 1 {
				t.Errorf("%d pods", len(pods))
			}
		})
	}
}

// withoutRight leaves out the binding of the role, and lets the key job wait five seconds for it instead of 60.
func withoutRight(t *testing.T, r *lab.Run) {
	t.Helper()
	const first, added = "              - name: CURVE_SECRET\n", "              - name: LATCHKEY_RIGHT_SECONDS\n                value: \"5\"\n"
	var kept []string
	for document := range strings.SplitSeq(string(r.Set.Manifest), "\n---\n") {
		if !strings.Contains(document, "kind: RoleBinding\n") {
			kept = append(kept, strings.Replace(document, first, added+first, 1))
		}
	}
	r.Set.Manifest = []byte(strings.Join(kept, "\n---\n"))
	if !strings.Contains(string(r.Set.Manifest), added) {
		t.Fatal("there is no CURVE_SECRET in the manifest")
	}
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
				if strings.Contains(r.Output(pod.Name, "keygen"), "HTTP status 403") {
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
