package lab

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// KeyInCertificate is the private half of a CURVE certificate: 32 bytes in Z85.
var KeyInCertificate = regexp.MustCompile(`secret-key = "([^"]{40})"`)

// Check runs at the end of every case. It compares the lead's status with the case's, and looks for the key in all logs.
func (r *Run) Check(t *testing.T) {
	t.Helper()
	Until(t, "the end of all logs", time.Minute, r.Settled)
	if lead, ok := r.Broker(0); ok && r.End != Gone {
		if code := ExitCode(lead, lead.Spec.Containers[0].Name); code != r.Code && r.Code != AnyCode {
			t.Errorf("the lead's container ended with status %d, not %d", code, r.Code)
		}
	}
	InOrder(t, r.Runner(0), r.Says...)
	InOrder(t, r.Runner(0), r.Errs...)
	r.NoteKeys(t)
	r.keepsSecret(t)
	r.keepsToken(t)
}

// keepsToken expects a token of the API server in no container but the one that makes the key. Pods without an owner are the
// case's own.
func (r *Run) keepsToken(t *testing.T) {
	t.Helper()
	for _, pod := range r.Seen() {
		if len(pod.OwnerReferences) == 0 {
			continue
		}
		for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			mounted := slices.ContainsFunc(container.VolumeMounts, func(mount corev1.VolumeMount) bool {
				return mount.MountPath == "/var/run/secrets/kubernetes.io/serviceaccount"
			})
			if mounted != (container.Name == "keygen") {
				t.Errorf("%s/%s has a token: %t", pod.Name, container.Name, mounted)
			}
		}
	}
}

// InOrder expects a log to hold all strings, one after the other.
func InOrder(t *testing.T, log string, texts ...string) {
	t.Helper()
	rest := log
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Errorf("%q is not in the log, or not where it should be:\n%s", text, log)
			return
		}
		rest = after
	}
}

// NoteKeys reads the CURVE keys from the Secrets of the namespace, and returns how many Secrets are filled.
func (r *Run) NoteKeys(t *testing.T) int {
	t.Helper()
	const template = `go-template={{range .items}}{{with .data}}{{with index . "curve.cert"}}{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	filled := 0
	for encoded := range strings.FieldsSeq(r.Must(t, "", "get", "secrets", "-o", template)) {
		certificate, err := base64.StdEncoding.DecodeString(encoded)
		match := KeyInCertificate.FindSubmatch(certificate)
		if err != nil || match == nil {
			t.Errorf("a Secret holds something else than a certificate (%v)", err)
			continue
		}
		r.Secret[string(match[1])] = true
		filled++
	}
	return filled
}

// keepsSecret expects no key in any log or event.
func (r *Run) keepsSecret(t *testing.T) {
	t.Helper()
	if needed := strings.Contains(string(r.Set.Manifest), "name: latchkey-curve\n"); needed != (len(r.Secret) > 0) {
		t.Errorf("the set mounts a key: %t; keys found in Secrets: %d", needed, len(r.Secret))
	}
	texts := map[string]string{"events": r.Must(t, "", "get", "events", "-o", "yaml")}
	containers := 0
	for _, pod := range r.Seen() {
		for _, status := range Statuses(pod) {
			texts[pod.Name+"/"+status.Name] = r.Output(pod.Name, status.Name)
			containers++
		}
	}
	for where, text := range texts {
		if strings.Contains(text, "secret-key") {
			t.Errorf("%s holds the word secret-key", where)
		}
		for key := range r.Secret {
			if strings.Contains(text, key) {
				t.Errorf("%s holds the key itself", where)
			}
		}
	}
	t.Logf("no key in the logs of %d containers and in events (%d keys looked for)", containers, len(r.Secret))
}

// Report logs the end and the log of every container.
func (r *Run) Report(t *testing.T) {
	t.Helper()
	for _, pod := range r.Seen() {
		for _, status := range Statuses(pod) {
			t.Logf("%s/%s %s\n%s", pod.Name, status.Name, StateOf(pod, status), r.Output(pod.Name, status.Name))
		}
	}
}

// StateOf tells in words how a container ended.
func StateOf(pod corev1.Pod, status corev1.ContainerStatus) string {
	state := "was not seen to end"
	if ended := status.State.Terminated; ended != nil {
		state = fmt.Sprint("ended with status ", ended.ExitCode)
	}
	if pod.DeletionTimestamp != nil {
		state += ", deleted"
	}
	return state
}

// dump logs what is known about a set that failed its case.
func (r *Run) dump(t *testing.T) {
	t.Helper()
	t.Log(r.describe())
	r.Report(t)
}
