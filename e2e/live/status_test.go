//go:build e2e

package live

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestStatusOfFailure wants the status of the application, and exit status 1. Whether Flux prints a line of its own depends on timing.
func TestStatusOfFailure(t *testing.T) {
	t.Parallel()
	l := start(t, cluster("failing", `sh -c "echo it begins; sleep 2; exit 3"`, ""))
	_, last := untilStatus(t, l, "failing", "failing  MiniCluster of 2  failed")
	last.wants(t, 1, "failed       the application ended with status 3", "application  ended with status 3 at ")
	call(t, l, "", "logs", "failing", insecure).wants(t, 0, "it begins\n")
}

// TestWaits wants the reason for which each set waits.
func TestWaits(t *testing.T) {
	t.Parallel()
	big := strings.Replace(cluster("big", "hostname", ""), "cpu: 20m", `cpu: "1000"`, 1)
	image := strings.Replace(cluster("image", "hostname", ""), "library/ubuntu", "library/no-such-image", 1)
	l := start(t, big+"---\n"+image)
	for name, want := range map[string]string{
		"big":   "waits for    a node: 0/",
		"image": "waits for    the image docker.io/library/no-such-image:latest of the container image: ",
	} {
		_, last := untilStatus(t, l, name, want)
		last.wants(t, 0, "brokers      0 of 2 up\n", "application  waiting\n")
	}
	call(t, l, "", "logs", "big", insecure).wants(t, 1, "there is no output yet")
	all := call(t, l, "", "status", "-o", "json")
	all.wants(t, 0, `"state": "Waiting"`, `"name": "big"`, `"name": "image"`)
	call(t, l, "", "connect", "big", "--", "true").wants(t, 1, "big is not running")
}

// TestRefused wants the rule of Pod Security that refuses the pods.
func TestRefused(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	l.Must(t, "", "label", "namespace", l.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	l.Apply(t, l.RenderText(t, cluster("refused", "hostname", "")).Manifest)
	untilStatus(t, l, "refused", `waits for    the pods of refused-m-0, which cannot be created: violates PodSecurity "restricted:latest": `)
}

// TestNoKey wants the reason why no key can be made.
func TestNoKey(t *testing.T) {
	t.Parallel()
	text := strings.Replace(cluster("no-key", "hostname", ""), "spec:\n", "spec:\n  flux: {container: {image: docker.io/library/busybox:latest}}\n", 1)
	l := start(t, text)
	_, last := untilStatus(t, l, "no-key", "failed       no key: keygen in the pod no-key-keygen-0-")
	last.wants(t, 1, "there is no flux in this image")
}

// TestQuota wants the quota of Kueue that a set waits for.
func TestQuota(t *testing.T) {
	t.Parallel()
	l := lab.NeedQueue(t, "10m") // less than a set needs
	l.Apply(t, l.RenderText(t, cluster("held", "hostname", `latchkey.dev/queue: queue`)).Manifest)
	_, last := untilStatus(t, l, "held", "waits for    quota of the queue queue: ")
	last.wants(t, 0, "insufficient")
}

// TestNoCluster wants plain words about a cluster that is not there.
func TestNoCluster(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	for _, command := range [][]string{{"status"}, {"logs", "a"}, {"connect", "a"}} {
		call(t, l, "", append(command, "--context=nope")...).wants(t, 3, "nope")
		call(t, l, "", append(command, "--kubeconfig="+t.TempDir()+"/none")...).wants(t, 3, "latchkey: kubectl get ")
	}
	call(t, l, "", "status").wants(t, 0, "there is no set in the namespace \""+l.Namespace+"\"")
	call(t, l, "", "status", "nothing").wants(t, 2, `there is no set "nothing" in the namespace "`+l.Namespace+`"`)
	call(t, l, "", "logs", "nothing").wants(t, 2, `there is no set "nothing"`)
}
