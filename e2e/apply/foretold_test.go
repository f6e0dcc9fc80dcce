//go:build e2e

package apply

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// The objects that change, in the place HERE. No node fits the pods.
const (
	onePod   = "apiVersion: v1, kind: Pod, spec: {nodeSelector: {none: x}, containers: [{name: a, image: b}]HERE}"
	template = "template: {metadata: {labels: {a: b, c: d}}, spec: {nodeSelector: {none: x}, containers: [{name: a, image: bHERE}]POLICY}}"
	oneJob   = "apiVersion: batch/v1, kind: Job, spec: {suspend: true, " + template + "}"
	oneSet   = "apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, spec: {suspend: true, replicatedJobs: " +
		"[{name: m, template: {spec: {completionMode: Indexed, " + template + "}}}]SPEC}" // without the mode a second client-side apply is refused
	oneReplica  = "apiVersion: apps/v1, kind: ReplicaSet, spec: {replicas: 0, selector: {matchLabels: {a: bSPEC}}, " + template + "}"
	oneStateful = "apiVersion: apps/v1, kind: StatefulSet, spec: {replicas: 0, serviceName: a, selector: {matchLabels: {a: b}}, " + template +
		", volumeClaimTemplates: [{metadata: {name: c}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]SPEC}"
	oneService = "apiVersion: v1, kind: Service, spec: {selector: {a: b}, ports: [{port: 80}]HERE}"
	oneClaim   = "apiVersion: v1, kind: PersistentVolumeClaim, spec: {storageClassName: none, accessModes: [ReadWriteOnce], resources: {requests: {storage: HERE}}}"
)

// TestForetold changes objects in a cluster. It wants of diff --live what the server says of each: that nothing changes,
// that something does, or that the change is refused.
func TestForetold(t *testing.T) {
	l := lab.Need(t)
	for at, row := range []struct{ object, place, old, changed string }{
		{onePod, "HERE", "", ", hostNetwork: false, tolerations: []"},
		{onePod, "HERE", ", tolerations: [{key: a, operator: Exists}]", ", tolerations: [{key: a, operator: Exists}, {key: b, operator: Exists}]"},
		{onePod, "HERE", ", tolerations: [{key: a, operator: Exists}]", ", tolerations: [{key: b, operator: Exists}]"},
		{onePod, "HERE", "", ", hostname: other"},
		{onePod, "HERE", "", ", restartPolicy: Never"},
		{onePod, "HERE", "", ", restartPolicy: Always"},
		{onePod, "HERE", "", ", activeDeadlineSeconds: 1000"},
		{onePod, "HERE", ", activeDeadlineSeconds: 1000", ", activeDeadlineSeconds: 2000"},
		{onePod, "HERE", "", ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]"},
		{onePod, "HERE", ", schedulingGates: [{name: a/b}]", ""},
		{oneReplica, "SPEC", "", ", c: d"},
		{oneReplica, "HERE", "", ", args: [x]"},
		{oneStateful, "SPEC", "", ", podManagementPolicy: Parallel"},
		{oneStateful, "SPEC", "", ", minReadySeconds: 5"},
		{oneStateful, "1Gi", "1Gi", "1024Mi"},
		{oneStateful, "1Gi", "1Gi", "2Gi"},
		{oneJob, "HERE", ", resources: {limits: {cpu: '1', memory: 1Gi}}", ", resources: {limits: {cpu: 1000m, memory: 1024Mi}}"},
		{oneJob, "HERE", "", ", args: [x]"},
		{oneJob, "HERE", "", ", resources: {limits: {cpu: 2}}"},
		{oneSet, "HERE", "", ", args: [x]"},
		{oneSet, "SPEC", "", ", failurePolicy: {maxRestarts: 2}"},
		{oneSet, "SPEC", ", failurePolicy: {maxRestarts: 1}", ", failurePolicy: {maxRestarts: 2}"},
		{oneSet, "SPEC", "", ", network: {subdomain: a}"},
		{oneSet, "SPEC", "", ", ttlSecondsAfterFinished: 5"},
		{oneService, "HERE", "", ", clusterIP: ''"},
		{oneService, "HERE", "", ", clusterIP: None"},
		{oneService, "HERE", ", clusterIP: None", ""},
		{oneService, "HERE", "", ", type: ExternalName, externalName: a.b"},
		{oneService, "HERE", "", ", sessionAffinity: ClientIP"},
		{oneClaim, "HERE", "2Gi", "2048Mi"},
		{oneClaim, "HERE", "2Gi", "1Gi"},
		{"apiVersion: v1, kind: Secret, stringData: {a: HERE}", "HERE", "b", "b"},
		{"apiVersion: v1, kind: Secret, stringData: {a: HERE}", "HERE", "b", "c"},
		{"apiVersion: v1, kind: Secret, immutable: true, data: {HERE: Yg==}", "HERE", "a", "b"},
		{"apiVersion: v1, kind: ConfigMap, data: {a: b}HERE", "HERE", ", immutable: true", ""},
		{"apiVersion: v1, kind: ResourceQuota, spec: {hard: {pods: 1k}, scopes: [HERE]}", "HERE", "Terminating", "NotTerminating"},
		{"apiVersion: v1, kind: ResourceQuota, spec: {hard: {services: HERE}}", "HERE", "1k", "1000"},
	} {
		name := fmt.Sprintf("n%d", at)
		policy := ""
		if row.object == oneJob || row.object == oneSet {
			policy = ", restartPolicy: Never"
		}
		manifest := func(part string) string {
			text := strings.NewReplacer("HERE", "", "SPEC", "", "POLICY", policy).Replace(strings.Replace(row.object, row.place, part, 1))
			return fmt.Sprintf("---\n{%s, metadata: {name: %s, namespace: %s}}\n", text, name, l.Namespace)
		}
		l.Must(t, manifest(row.old), "apply", "-f", "-")
		path := filepath.Join(t.TempDir(), name+".yaml")
		lab.WriteFile(t, path, manifest(row.changed))
		want, why := verdict(l, "kubectl", "diff", "-f", path)
		if got, said := verdict(l, lab.Binary, "diff", "--live", path); got != want {
			t.Errorf("%s: latchkey says %s, and the server says %s\n%s\n%s", manifest(row.changed), got, want, said, why)
		}
	}
}

// verdict runs a program that exits as diff does.
func verdict(l *lab.Lab, program string, args ...string) (verdict, said string) {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+l.Kubeconfig())
	out, _ := cmd.CombinedOutput() // the status says it
	said = string(out)
	switch {
	case cmd.ProcessState.ExitCode() == 0:
		return "unchanged", said
	case cmd.ProcessState.ExitCode() > 1 || strings.Contains(said, "a server refuses it") || strings.Contains(said, "is invalid: "):
		return "refused", said
	}
	return "changed", said
}
