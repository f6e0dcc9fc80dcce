package changes_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/changes"
)

// inJSON decodes JSON as the objects of files are decoded.
func inJSON(t *testing.T, text string) map[string]any {
	t.Helper()
	content := map[string]any{}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return content
}

// TestNotations wants no change between objects that mean the same to a server.
func TestNotations(t *testing.T) {
	t.Parallel()
	const job, jobSet = "apiVersion: batch/v1, kind: Job", "apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet"
	const pods, inJob = "{containers: [{resources: {limits: {%}}}]}", "spec: {template: {spec: " + "{containers: [{resources: {limits: {%}}}]}" + "}}"
	const inSet = "spec: {replicatedJobs: [{template: {spec: {template: {spec: " + pods + "}}}}]}"
	for name, pair := range map[string][2]string{
		"Job":                  {job + ", " + strings.Replace(inJob, "%", "cpu: 1, memory: 1Gi", 1), job + ", " + strings.Replace(inJob, "%", "cpu: 1000m, memory: 1024Mi", 1)},
		"JobSet":               {jobSet + ", " + strings.Replace(inSet, "%", "cpu: 0.5, memory: 1073741824", 1), jobSet + ", " + strings.Replace(inSet, "%", "cpu: 500m, memory: 1Gi", 1)},
		"any kind with pods":   {"apiVersion: a.b/v1, kind: Foo, spec: {workers: {spec: {containers: [], volumes: [{emptyDir: {sizeLimit: 1Gi}}]}}}", "apiVersion: a.b/v1, kind: Foo, spec: {workers: {spec: {containers: [], volumes: [{emptyDir: {sizeLimit: 1024Mi}}]}}}"},
		"divisor":              {"apiVersion: v1, kind: Pod, spec: {containers: [{env: [{name: A, valueFrom: {resourceFieldRef: {divisor: 1}}}]}]}", "apiVersion: v1, kind: Pod, spec: {containers: [{env: [{name: A, valueFrom: {resourceFieldRef: {divisor: 1000m}}}]}]}"},
		"claims of a set":      {"apiVersion: apps/v1, kind: StatefulSet, spec: {volumeClaimTemplates: [{spec: {resources: {requests: {storage: 1Gi}}}}]}", "apiVersion: apps/v1, kind: StatefulSet, spec: {volumeClaimTemplates: [{spec: {volumeMode: Filesystem, resources: {requests: {storage: 1024Mi}}}}]}"},
		"PersistentVolume":     {"apiVersion: v1, kind: PersistentVolume, spec: {capacity: {storage: 1Gi}}", "apiVersion: v1, kind: PersistentVolume, spec: {capacity: {storage: 1024Mi}}"},
		"ResourceQuota":        {"apiVersion: v1, kind: ResourceQuota, spec: {hard: {cpu: 1000, pods: 2}}", "apiVersion: v1, kind: ResourceQuota, spec: {hard: {cpu: 1k, pods: '2'}}"},
		"LimitRange":           {"apiVersion: v1, kind: LimitRange, spec: {limits: [{max: {cpu: 1}, defaultRequest: {cpu: 0.1}}]}", "apiVersion: v1, kind: LimitRange, spec: {limits: [{max: {cpu: 1e0}, defaultRequest: {cpu: 100m}}]}"},
		"autoscaler":           {"apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {metrics: [{target: {value: 1, averageValue: 1Gi}}]}", "apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {metrics: [{target: {value: 1000m, averageValue: 1024Mi}}]}"},
		"ClusterQueue":         {"apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, spec: {flavors: [{nominalQuota: 9}]}", "apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, spec: {flavors: [{nominalQuota: 9000m}]}"},
		"Secret":               {"apiVersion: v1, kind: Secret, type: Opaque, stringData: {a: abc}, data: {b: YWJj, a: YQ==}", `apiVersion: v1, kind: Secret, data: {a: YWJj, b: "YW\nJj\n"}`},
		"defaults of a set":    {jobSet + ", spec: {network: {enableDNSHostnames: true}, successPolicy: {operator: All}, replicatedJobs: [{name: m, replicas: 1, groupName: default, template: {spec: {completionMode: Indexed}}}]}", jobSet + ", spec: {replicatedJobs: [{name: m}]}"},
		"what says nothing":    {job + ", metadata: {annotations: {}}, spec: {template: {metadata: {creationTimestamp: null}, spec: {hostNetwork: false, hostname: '', tolerations: [], nodeSelector: {}}}}", job},
		"defaults of pods":     {"apiVersion: v1, kind: Pod, spec: {securityContext: {}, volumes: [{hostPath: {path: /a, type: ''}}], containers: [{ports: [{containerPort: 1, hostPort: 0}], livenessProbe: {initialDelaySeconds: 0, httpGet: {port: 1, path: /}}}]}", "apiVersion: v1, kind: Pod, spec: {volumes: [{hostPath: {path: /a}}], containers: [{ports: [{containerPort: 1}], livenessProbe: {httpGet: {port: 1}}}]}"},
		"defaults of jobs":     {job + ", spec: {parallelism: 1, podReplacementPolicy: TerminatingOrFailed}", job},
		"completions":          {job + ", spec: {completions: 1, parallelism: 1}", job},
		"account":              {job + ", spec: {template: {spec: {serviceAccount: x}}}", job + ", spec: {template: {spec: {serviceAccountName: x}}}"},
		"account twice":        {job + ", spec: {template: {spec: {serviceAccount: x, serviceAccountName: x}}}", job + ", spec: {template: {spec: {serviceAccountName: x}}}"},
		"account of a Pod":     {"apiVersion: v1, kind: Pod, spec: {containers: [{name: a}], serviceAccount: default, serviceAccountName: default}", "apiVersion: v1, kind: Pod, spec: {containers: [{name: a}]}"},
		"latest image":         {job + ", spec: {template: {spec: {containers: [{image: 'h:5000/a', imagePullPolicy: Always}, {image: 'a:latest', imagePullPolicy: Always}]}}}", job + ", spec: {template: {spec: {containers: [{image: 'h:5000/a'}, {image: 'a:latest'}]}}}"},
		"other image":          {job + ", spec: {template: {spec: {initContainers: [{image: 'a:1', imagePullPolicy: IfNotPresent}, {image: 'a@sha256:b', imagePullPolicy: IfNotPresent}]}}}", job + ", spec: {template: {spec: {initContainers: [{image: 'a:1'}, {image: 'a@sha256:b'}]}}}"},
		"StatefulSet":          {"apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: a, podManagementPolicy: OrderedReady}", "apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: a}"},
		"defaults of a server": {job + ", spec: {backoffLimit: 6, template: {spec: {dnsPolicy: ClusterFirst, containers: [{ports: [{containerPort: 1, protocol: TCP}]}]}}}", job + ", spec: {template: {spec: {containers: [{ports: [{containerPort: 1}]}]}}}"},
	} {
		before, after := changes.New(object("{"+pair[0]+"}")), changes.New(object("{"+pair[1]+"}"))
		if found := changes.Compare([]changes.Object{before}, []changes.Object{after}); len(found) > 0 {
			t.Errorf("%s: %s\n%s", name, found[0], found[0].Diff)
		}
	}
	before := inJSON(t, `{"apiVersion": "batch/v1", "kind": "Job", "spec": {"completions": 2, "parallelism": 2.0, "ttlSecondsAfterFinished": 1e2}}`)
	after := object("{apiVersion: batch/v1, kind: Job, spec: {completions: 2, parallelism: 2, ttlSecondsAfterFinished: 100}}")
	if found := changes.Compare([]changes.Object{changes.New(before)}, []changes.Object{changes.New(after)}); len(found) > 0 {
		t.Errorf("JSON and YAML: %s\n%s", found[0], found[0].Diff)
	}
}

// TestOtherMeanings wants a change between objects that mean something else to a server, though their texts look alike.
func TestOtherMeanings(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string][2]string{
		"data":               {"kind: ConfigMap, apiVersion: v1, data: {cpu: '1'}", "kind: ConfigMap, apiVersion: v1, data: {cpu: 1000m}"},
		"an empty text":      {"kind: ConfigMap, apiVersion: v1, data: {a: ''}", "kind: ConfigMap, apiVersion: v1, data: {}"},
		"labels":             {"kind: Foo, apiVersion: a/v1, metadata: {labels: {limits: '1'}}", "kind: Foo, apiVersion: a/v1, metadata: {labels: {limits: 1000m}}"},
		"a variable":         {"kind: Pod, apiVersion: v1, spec: {containers: [{env: [{name: limits, value: '1'}]}]}", "kind: Pod, apiVersion: v1, spec: {containers: [{env: [{name: limits, value: 1000m}]}]}"},
		"a number as text":   {"kind: Foo, apiVersion: a/v1, spec: {a: 1}", "kind: Foo, apiVersion: a/v1, spec: {a: '1'}"},
		"an empty selector":  {"kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, spec: {ingress: [{from: [{namespaceSelector: {}}]}]}", "kind: NetworkPolicy, apiVersion: networking.k8s.io/v1, spec: {ingress: [{from: [{podSelector: {}}]}]}"},
		"an empty context":   {"kind: Pod, apiVersion: v1, spec: {volumes: [{name: a, emptyDir: {}}]}", "kind: Pod, apiVersion: v1, spec: {volumes: [{name: a}]}"},
		"no retries":         {"kind: Job, apiVersion: batch/v1, spec: {backoffLimit: 0}", "kind: Job, apiVersion: batch/v1, spec: {}"},
		"a default of a set": {"kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, spec: {replicatedJobs: [{template: {spec: {backoffLimit: 6}}}]}", "kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, spec: {replicatedJobs: [{template: {spec: {}}}]}"},
		"completions":        {"kind: Job, apiVersion: batch/v1, spec: {completions: 1, parallelism: 2}", "kind: Job, apiVersion: batch/v1, spec: {parallelism: 2}"},
		"account of a Job":   {"kind: Job, apiVersion: batch/v1, spec: {template: {spec: {serviceAccountName: default}}}", "kind: Job, apiVersion: batch/v1, spec: {template: {spec: {}}}"},
		"a pull policy":      {"kind: Job, apiVersion: batch/v1, spec: {template: {spec: {containers: [{image: a, imagePullPolicy: IfNotPresent}]}}}", "kind: Job, apiVersion: batch/v1, spec: {template: {spec: {containers: [{image: a}]}}}"},
		"policy in a set":    {"kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, spec: {replicatedJobs: [{template: {spec: {template: {spec: {containers: [{image: a, imagePullPolicy: Always}]}}}}}]}", "kind: JobSet, apiVersion: jobset.x-k8s.io/v1alpha2, spec: {replicatedJobs: [{template: {spec: {template: {spec: {containers: [{image: a}]}}}}}]}"},
		"a Secret's data":    {"kind: Secret, apiVersion: v1, stringData: {a: abc}", "kind: Secret, apiVersion: v1, stringData: {a: abd}"},
	} {
		before, after := changes.New(object("{"+pair[0]+"}")), changes.New(object("{"+pair[1]+"}"))
		if found := changes.Compare([]changes.Object{before}, []changes.Object{after}); len(found) != 1 || found[0].Verb != changes.Changed {
			t.Errorf("%s: %v", name, found)
		}
	}
}
