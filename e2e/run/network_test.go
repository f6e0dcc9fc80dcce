//go:build e2e

package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// nobody is a policy that somebody else has written. It shows whether the cluster enforces policies at all.
const nobody = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: nobody, namespace: NAMESPACE}
spec: {podSelector: {matchLabels: {app.kubernetes.io/name: open}}, policyTypes: [Ingress]}
`

// TestNetworkPolicy tries the ports of the sets of examples/network-policy from a pod of another set, and from their own pods.
func TestNetworkPolicy(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	input, err := os.ReadFile(filepath.Join(lab.ExamplesDir, "network-policy", "input.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	closed := strings.ReplaceAll(string(input), "hostname\n", "sleep 600\n")
	open, _, _ := strings.Cut(strings.NewReplacer("network-policy: Set", "network-policy: None", "name: closed", "name: open").Replace(closed), "---\n")
	l.Apply(t, l.RenderText(t, closed+"---\n"+open).Manifest)
	for from, to := range map[string]string{"open-m-0-1": "open-m-0-0", "closed-m-0-1": "closed-m-0-0"} {
		lab.Until(t, from+" reaches "+to, 2*time.Minute, func() bool { return reaches(t, l, from, to, "8050") })
	}
	lab.Until(t, "the launcher reaches its worker", 2*time.Minute, func() bool { return reaches(t, l, "launcher-l-0-0", "launcher-w-0-0", "22") })
	l.Apply(t, []byte(strings.ReplaceAll(nobody, "NAMESPACE", l.Namespace)))
	time.Sleep(10 * time.Second) // what enforces policies sees the new one
	if reaches(t, l, "open-m-0-1", "open-m-0-0", "8050") {
		lab.Missing(t, "networkpolicy", "the network of this cluster does not enforce policies")
	}
	for to, port := range map[string]string{"closed-m-0-0": "8050", "launcher-w-0-0": "22"} {
		if reaches(t, l, "open-m-0-1", to, port) {
			t.Errorf("a pod of another set reaches the port %s of %s", port, to)
		}
	}
}

// reaches tells whether a pod reaches a port of another pod.
func reaches(t *testing.T, l *lab.Lab, from, to, port string) bool {
	t.Helper()
	pod := func(name, field string) string {
		set, _, _ := strings.Cut(name, "-")
		return l.Must(t, "", "get", "pods", "-l", "jobset.sigs.k8s.io/jobset-name="+set, "-o", `jsonpath={range .items[?(@.spec.hostname=="`+name+`")]}{`+field+"}{end}")
	}
	_, err := l.Kubectl("", "exec", pod(from, ".metadata.name"), "--", "timeout", "3", "bash", "-c", "exec 3<>/dev/tcp/"+pod(to, ".status.podIP")+"/"+port)
	return err == nil
}
