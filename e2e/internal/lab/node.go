package lab

import (
	"os"
	"strings"
	"testing"
)

// OnHost gives the set a folder of the node, which must be this machine.
func OnHost(t *testing.T, r *Run) {
	NeedNode(t, r.Lab)
	r.Folder = t.TempDir()
	r.Set.Manifest = AtFolder(r.Set.Manifest, r.Folder)
}

// AtFolder replaces the word /HOSTFOLDER of a manifest.
func AtFolder(manifest []byte, folder string) []byte {
	return []byte(strings.ReplaceAll(string(manifest), "/HOSTFOLDER", folder))
}

// NeedNode skips the test unless the nodes' containers are processes of this machine, as in a one-node lab.
func NeedNode(t *testing.T, l *Lab) {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id") // without it nothing matches
	const template = `{range .items[*]}{.status.nodeInfo.bootID}{"\n"}{end}`
	for id := range strings.Lines(l.Must(t, "", "get", "nodes", "-o", "jsonpath="+template)) {
		if id != string(boot) {
			Missing(t, "node", "a node of the cluster is not this machine, "+host)
		}
	}
}
