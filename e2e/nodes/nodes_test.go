//go:build e2e

package nodes

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestNodes plays what can happen to a node, on sets with a broker on each of two nodes. They share the losses of the node, because
// Kubernetes takes its time: 40 seconds until a node that says nothing is lost, and as much until the pods of a deleted node are gone.
func TestNodes(t *testing.T) {
	l := lab.Need(t)
	l.NeedFlux(t)
	needSecondNode(t, l)
	sets := cluster("stays", "") + cluster("drained", restart) + cluster("lead", restart) + cluster("worker", restart) + cluster("fails", "")
	start(t, l, sets, map[string]string{"stays": first, "drained": first, "lead": second, "worker": first, "fails": first})
	startOthers(t, l)
	saved := collect(t, l, "lead", "worker")
	defer func() {
		if t.Failed() {
			for _, set := range []string{"stays", "drained", "lead", "worker", "fails", "launched", "alone"} {
				t.Log(latchkey(l, "status", set))
			}
			t.Log(l.Kubectl("", "get", "pods", "-o", "wide"))
			t.Log(l.Kubectl("", "get", "events", "--sort-by=.lastTimestamp"))
		}
	}()

	killKubelet(t)
	untilStatus(t, l, "stays", lost, "and the set fails (pod stays-m-0-1-")
	untilStatus(t, l, "worker", lost, "and the set starts again (pod worker-m-0-1-")
	join(t, l)
	finish(t, l, "stays")
	logsAreWhole(t, l, "stays")

	l.Must(t, "", "drain", second, "--force", "--delete-emptydir-data", "--ignore-daemonsets", "--pod-selector="+brokers("drained"))
	untilStatus(t, l, "drained", "restarts     1, of which 0 count towards the 0 of maxRestarts", "waits for    a node: 0/2 nodes are available")

	cut(t)
	untilStatus(t, l, "fails", "failed       the node "+second+" of the pod fails-m-0-1-", "onDisruption: Restart", remedy)
	untilStatus(t, l, "lead", "application  on the node "+second+", which does not answer", "its pod to leave the node "+second+", which is lost since 20", remedy)
	untilStatus(t, l, "worker", "its pod to leave the node "+second+", which is lost since 20", remedy)
	untilStatus(t, l, "launched", "its pod to leave the node "+second, remedy)
	l.Must(t, "", "taint", "node", second, "node.kubernetes.io/out-of-service=nodeshutdown:NoExecute")
	for _, set := range []string{"lead", "worker"} {
		untilStatus(t, l, set, "restarts     1, of which 0 count towards the 0 of maxRestarts", "Before: the node "+second+" of the pod "+set+"-m-0-", "waits for    a node: 0/2 nodes are available")
	}
	untilStatus(t, l, "launched", "restarts     1, of which 0 count towards the 0 of maxRestarts", "waits for    a node: 0/2 nodes are available")
	untilStatus(t, l, "alone", "application  on the node "+second+", which does not answer") // it tolerates every taint
	l.Must(t, "", "delete", "node", second)
	untilStatus(t, l, "alone", "restarts     1, of which 0 count towards the 0 of maxRestarts", "waits for    a node: 0/1 nodes are available")
	repair(t)
	killKubelet(t) // a kubelet does not tell twice of its node
	join(t, l)
	finish(t, l, "lead", "worker", "drained", "alone") // the new node is not cordoned
	untilStatus(t, l, "launched", "2 of 2 up", "application  running")
	untilStatus(t, l, "fails", "failed       the node "+second+" of the pod fails-m-0-1-")
	saved.check(t)
}

const (
	lost   = "waits for    the node " + second + ", which is lost since 20"
	remedy = "kubectl delete node " + second + ", or kubectl taint node " + second + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"
)

// logsAreWhole saves the logs of a set that has completed, and wants the logs of both nodes.
func logsAreWhole(t *testing.T, l *lab.Lab, set string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), set)
	said := latchkey(l, "logs", set, "-o", folder, insecure)
	lab.Holds(t, textsOf(t, folder), "begun on "+set+"-m-0-0", "begun on "+set+"-m-0-1", "done on "+set+"-m-0-0", "done on "+set+"-m-0-1",
		"starting the broker of worker 1", "latchkey: ends with status 0")
	if strings.Contains(said, "missing: ") {
		t.Errorf("logs says\n%s", said)
	}
}

// textsOf returns the content of all files of a folder.
func textsOf(t *testing.T, folder string) string {
	t.Helper()
	return strings.Join(slices.Collect(maps.Values(lab.FilesOf(t, folder))), "\n")
}

// A collection follows the logs of sets from their first life to their end.
type collection struct {
	folders map[string]string
	said    map[string]chan string
}

func collect(t *testing.T, l *lab.Lab, sets ...string) collection {
	c := collection{map[string]string{}, map[string]chan string{}}
	for _, set := range sets {
		folder := filepath.Join(t.TempDir(), set)
		c.folders[set], c.said[set] = folder, make(chan string, 1)
		go func() { c.said[set] <- latchkey(l, "logs", set, "--wait", "-o", folder, insecure) }()
	}
	return c
}

// check wants the output of both lives of each set, and to be told of the pod that has a log without an end. The lead has the output of both pods.
func (c collection) check(t *testing.T) {
	t.Helper()
	for set, said := range c.said {
		select {
		case text := <-said:
			lab.Holds(t, text, "latchkey: missing: "+set+" of "+set+"-m-0-") // of the pod on the lost node
		case <-time.After(30 * time.Second):
			t.Errorf("logs %s --wait does not end", set)
			continue
		}
		texts := textsOf(t, c.folders[set])
		for _, host := range []string{set + "-m-0-0", set + "-m-0-1"} {
			if lives := strings.Count(texts, "begun on "+host); lives != 2 {
				t.Errorf("the logs of %s have %d lives of %s", set, lives, host)
			}
		}
	}
}
