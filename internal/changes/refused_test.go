package changes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/changes"
)

// TestRefused wants the fields that a server refuses to change, and none that it accepts. e2e/apply asks a server about
// changes of all kinds.
func TestRefused(t *testing.T) {
	t.Parallel()
	const pod = "kind: Pod, apiVersion: v1, spec: {containers: [{name: a, image: b}]%s}"
	const claim = "kind: PersistentVolumeClaim, apiVersion: v1, spec: {resources: {requests: {storage: %s}}}"
	const service = "kind: Service, apiVersion: v1, spec: {selector: {a: b}%s}"
	const jobSet = "kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, spec: {replicatedJobs: []%s}"
	const suspended = "kind: Job, apiVersion: batch/v1, spec: {suspend: true, template: {spec: {containers: [{name: a}]%s}}}"
	for name, row := range map[string]struct{ kind, old, changed, refused string }{
		"ReplicaSet":                  {"kind: ReplicaSet, apiVersion: apps/v1, spec: {selector: {matchLabels: {a: %s}}}", "b", "c", "spec.selector"},
		"StatefulSet":                 {"kind: StatefulSet, apiVersion: apps/v1, spec: {serviceName: a%s}", ", podManagementPolicy: Parallel, replicas: 1", ", replicas: 2, template: {}, minReadySeconds: 3", "spec.podManagementPolicy"},
		"Pod's labels":                {"kind: Pod, apiVersion: v1, metadata: {labels: {a: %s}}", "b", "c", ""},
		"Pod's image":                 {"kind: Pod, apiVersion: v1, spec: {containers: [{name: a, image: %s}]}", "b", "c", ""},
		"Pod's command":               {"kind: Pod, apiVersion: v1, spec: {containers: [{name: a, args: [%s]}]}", "b", "c", "spec.containers"},
		"Pod's host":                  {pod, "", ", hostname: x, dnsPolicy: Default", "spec.dnsPolicy spec.hostname"},
		"Pod's toleration":            {pod, ", tolerations: [{key: a}]", ", tolerations: [{key: b}, {key: a}]", ""},
		"Pod's tolerations":           {pod, ", tolerations: [{key: a}]", ", tolerations: [{key: b}]", "spec.tolerations"},
		"Pod's deadline":              {pod, ", activeDeadlineSeconds: 3", ", activeDeadlineSeconds: 2", ""},
		"Pod's later deadline":        {pod, ", activeDeadlineSeconds: 3", ", activeDeadlineSeconds: 4", "spec.activeDeadlineSeconds"},
		"Pod's gate":                  {pod, ", schedulingGates: [{name: a}]", ", nodeSelector: {a: b}", ""},
		"Pod's gates":                 {pod, "", ", schedulingGates: [{name: a}]", "spec.schedulingGates"},
		"Pod's node":                  {pod, "", ", nodeSelector: {a: b}", "spec.nodeSelector"},
		"larger claim":                {claim, "1Gi", "1025Mi", ""},
		"smaller claim":               {claim, "1Gi", "1023Mi", "spec.resources.requests.storage"},
		"claim's modes":               {"kind: PersistentVolumeClaim, apiVersion: v1, spec: {accessModes: [%s]}", "a", "b", "spec.accessModes"},
		"volume of a claim":           {"kind: PersistentVolumeClaim, apiVersion: v1, spec: {accessModes: [a]%s}", "", ", volumeName: b", ""},
		"volume's source":             {"kind: PersistentVolume, apiVersion: v1, spec: {capacity: {storage: 1Gi}, %s: {}}", "nfs", "rbd", "spec.nfs spec.rbd"},
		"Service's address":           {service, "", ", clusterIP: 10.0.0.1", "spec.clusterIP"},
		"Service without address":     {service, ", clusterIP: 10.0.0.1", ", clusterIP: ''", ""},
		"Service elsewhere":           {service, ", clusterIP: 10.0.0.1", ", type: ExternalName, externalName: a.b", ""},
		"Service's families":          {service, ", ipFamilies: [IPv4]", ", ipFamilies: [IPv4, IPv6]", ""},
		"Service's first family":      {service, ", ipFamilies: [IPv4]", ", ipFamilies: [IPv6]", "spec.ipFamilies"},
		"failure policy":              {jobSet, ", failurePolicy: {maxRestarts: 1}", ", failurePolicy: {maxRestarts: 2}", "spec.failurePolicy"},
		"new failure policy":          {jobSet, "", ", failurePolicy: {maxRestarts: 2}", ""},
		"network of a set":            {jobSet, "", ", network: {subdomain: a}", "spec.network"},
		"other network of a set":      {jobSet, ", network: {subdomain: a}", ", network: {subdomain: a, enableDNSHostnames: false}", "spec.network"},
		"Job's node while suspended":  {suspended, "", ", affinity: {nodeAffinity: {}}, nodeSelector: {a: b}", ""},
		"Job's image while suspended": {suspended, "", ", initContainers: [{name: b}]", "spec.template"},
		"Secret that is frozen":       {"kind: Secret, apiVersion: v1, immutable: true, stringData: {a: %s}", "b", "c", "data"},
		"thawed ConfigMap":            {"kind: ConfigMap, apiVersion: v1, immutable: %s", "true", "false", "immutable"},
		"PriorityClass":               {"kind: PriorityClass, apiVersion: scheduling.k8s.io/v1, value: %s", "1", "2", "value"},
		"PodGroup":                    {"kind: PodGroup, apiVersion: scheduling.k8s.io/v1alpha2, spec: {schedulingPolicy: {gang: {minCount: %s}}}", "1", "2", "spec.schedulingPolicy"},
		"PodGroup's later version":    {"kind: PodGroup, apiVersion: scheduling.k8s.io/v1beta1, spec: {schedulingPolicy: {gang: {minCount: %s}}}", "1", "2", ""},
		"PodGroup's placement":        {"kind: PodGroup, apiVersion: scheduling.k8s.io/v1beta1, spec: {schedulingConstraints: {topology: [{key: %s}]}}", "a", "b", "spec.schedulingConstraints"},
	} {
		before, after := changes.New(object("{"+fmt.Sprintf(row.kind, row.old)+"}")), changes.New(object("{"+fmt.Sprintf(row.kind, row.changed)+"}"))
		found := changes.Compare([]changes.Object{before}, []changes.Object{after})
		if len(found) != 1 || strings.Join(found[0].Refused, " ") != row.refused {
			t.Errorf("%s: %v, want %q refused", name, found, row.refused)
		}
	}
}

// TestClaims wants a claim to be deleted by nobody who has read the advice.
func TestClaims(t *testing.T) {
	t.Parallel()
	sized := func(size string) []changes.Object {
		return []changes.Object{changes.New(object("{kind: PersistentVolumeClaim, apiVersion: v1, metadata: {name: a}, spec: {resources: {requests: {storage: " + size + "}}}}"))}
	}
	for want, found := range map[string][]changes.Change{
		"PersistentVolumeClaim/a: changed; a server refuses it, because spec.resources.requests.storage cannot be made smaller: make a claim of another name: to delete persistentvolumeclaim/a is to delete its data": changes.Compare(sized("2Gi"), sized("1Gi")),
		"PersistentVolumeClaim/a: changed: a server makes a claim larger only where its StorageClass allows that":                                                                                                      changes.Compare(sized("1Gi"), sized("2Gi")),
	} {
		if len(found) != 1 || found[0].String()+": "+found[0].Advice != want {
			t.Errorf("%v, want %s", found, want)
		}
	}
}
