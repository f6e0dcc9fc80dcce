//go:build e2e

package e2e

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// keyInCertificate is the private half of a CURVE certificate: 32 bytes in Z85.
var keyInCertificate = regexp.MustCompile(`secret-key = "([^"]{40})"`)

// check does what every case does at its end: it compares the lead's end with what the case says, looks for the
// key in all logs, and leaves the evidence in the test's output.
func (r *setRun) check(t *testing.T) {
	t.Helper()
	until(t, "the end of all logs", time.Minute, r.settled)
	r.report(t)
	if lead, ok := r.broker(0); ok && r.end != gone {
		if code := exitCode(lead, lead.Spec.Containers[0].Name); code != r.code && r.code != anyCode {
			t.Errorf("the lead's container ended with status %d, not %d", code, r.code)
		}
	}
	inOrder(t, r.runner(0), r.says...)
	inOrder(t, r.runner(0), r.errs...)
	r.noteKeys(t)
	r.keepsSecret(t)
}

// inOrder expects a log to hold all texts, one after the other.
func inOrder(t *testing.T, log string, texts ...string) {
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

// noteKeys reads the CURVE keys from the Secrets of the namespace, and returns how many Secrets are filled.
func (r *setRun) noteKeys(t *testing.T) int {
	t.Helper()
	const template = `go-template={{range .items}}{{with .data}}{{with index . "curve.cert"}}{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	filled := 0
	for encoded := range strings.FieldsSeq(r.must(t, "", "get", "secrets", "-o", template)) {
		certificate, err := base64.StdEncoding.DecodeString(encoded)
		match := keyInCertificate.FindSubmatch(certificate)
		if err != nil || match == nil {
			t.Errorf("a Secret holds something else than a certificate (%v)", err)
			continue
		}
		r.secret[string(match[1])] = true
		filled++
	}
	return filled
}

// keepsSecret expects that nothing a pod said, and no event, holds a key.
func (r *setRun) keepsSecret(t *testing.T) {
	t.Helper()
	if needed := strings.Contains(string(r.set.manifest), "name: latchkey-curve\n"); needed != (len(r.secret) > 0) {
		t.Errorf("the set mounts a key: %t; keys found in Secrets: %d", needed, len(r.secret))
	}
	texts := map[string]string{"events": r.must(t, "", "get", "events", "-o", "yaml")}
	containers := 0
	for _, pod := range r.seen() {
		for _, status := range statuses(pod) {
			texts[pod.Name+"/"+status.Name] = r.said(pod.Name, status.Name)
			containers++
		}
	}
	for where, text := range texts {
		if strings.Contains(text, "secret-key") {
			t.Errorf("%s holds the word secret-key", where)
		}
		for key := range r.secret {
			if strings.Contains(text, key) {
				t.Errorf("%s holds the key itself", where)
			}
		}
	}
	t.Logf("no key in the logs of %d containers and in events (%d keys looked for)", containers, len(r.secret))
}

// report logs how every container ended and what each said, but for the chatter of flux.
func (r *setRun) report(t *testing.T) {
	t.Helper()
	for _, pod := range r.seen() {
		for _, status := range statuses(pod) {
			lines := essential(r.lines(pod.Name, status.Name), r.began)
			t.Logf("%s/%s %s\n%s", pod.Name, status.Name, stateOf(pod, status), lines)
		}
	}
}

func stateOf(pod corev1.Pod, status corev1.ContainerStatus) string {
	state := "was not seen to end"
	if ended := status.State.Terminated; ended != nil {
		state = "ended with status " + itoa(ended.ExitCode)
	}
	if pod.DeletionTimestamp != nil {
		state += ", deleted"
	}
	return state
}

var chatter = regexp.MustCompile(`^<\d>[\w.-]+\.(info|debug|notice)\[\d+\]: `)

// essential is a log as a reader wants it: seconds since the set was applied, and of a long one its two ends.
func essential(lines []logLine, began time.Time) string {
	const most = 30
	var all []string
	for _, line := range lines {
		if !chatter.MatchString(line.text) {
			all = append(all, seconds(line.at.Sub(began))+" "+line.text)
		}
	}
	if left := len(all) - most; left > 0 {
		all = slices.Concat(all[:most/2], []string{"    ... " + itoa(left) + " lines ..."}, all[len(all)-most/2:])
	}
	return strings.Join(all, "\n")
}

// dump logs what the cluster knows about a set that did not do as it should.
func (r *setRun) dump(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{
		{"get", "jobsets,jobs,pods,secrets", "-o", "wide"},
		{"describe", "pods"},
		{"get", "events", "--sort-by=.lastTimestamp"},
	} {
		out, _ := r.kubectl("", args...)
		t.Logf("kubectl %s:\n%s", strings.Join(args, " "), out)
	}
	for rank := range 2 {
		t.Logf("whole log of rank %d:\n%s", rank, r.runner(rank))
	}
}
