package v1alpha2_test

import (
	"testing"
)

func TestValidatePod(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "labels of the Job controller",
			change: pod(func(p *PodSpec) { p.Labels = map[string]string{"job-name": "a"} }),
			errs: problems(
				invalid("spec.pod.labels[job-name]", "a", `"job-name" is set by the Job controller, which refuses another value: leave it out`),
			),
		},
		{
			name:   "wrong labels and annotations",
			change: pod(func(p *PodSpec) { p.Labels, p.Annotations = map[string]string{"a/b/c": ""}, map[string]string{"": ""} }),
			errs: problems(
				invalid("spec.pod.annotations[]", "", `"" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`),
				invalid("spec.pod.labels[a/b/c]", "a/b/c", `"a/b/c" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`),
			),
		},
		{
			name:   "restartPolicy OnFailure",
			change: pod(func(p *PodSpec) { p.RestartPolicy = "OnFailure" }),
			warnings: problems(
				invalid("spec.pod.restartPolicy", "OnFailure", `"OnFailure" has no effect: a pod never restarts alone, because the brokers of a set live and die together; use backoffLimit to start the whole set again`),
			),
		},
		{
			name:   "restartPolicy Never",
			change: pod(func(p *PodSpec) { p.RestartPolicy = "Never" }),
		},
		{
			name:   "restartPolicy Always",
			change: pod(func(p *PodSpec) { p.RestartPolicy = "Always" }),
			errs: problems(
				notSupported("spec.pod.restartPolicy", "Always", `"Always" is unknown: choose one of "Never", "OnFailure"`),
			),
		},
		{
			name:   "wrong names",
			change: pod(func(p *PodSpec) { p.ServiceAccountName, p.RuntimeClassName, p.SchedulerName = "A", "B", "C" }),
			errs: problems(
				invalid("spec.pod.serviceAccountName", "A", `"A" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.pod.runtimeClassName", "B", `"B" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.pod.schedulerName", "C", `"C" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
			),
		},
		{
			name:   "an unknown dnsPolicy",
			change: pod(func(p *PodSpec) { p.DNSPolicy = "clusterFirst" }),
			errs: problems(
				notSupported("spec.pod.dnsPolicy", "clusterFirst", `"clusterFirst" is unknown: choose one of "ClusterFirst", "ClusterFirstWithHostNet", "Default"`),
			),
		},
		{
			name:   "dnsPolicy None",
			change: pod(func(p *PodSpec) { p.DNSPolicy = "None" }),
			errs: problems(
				invalid("spec.pod.dnsPolicy", "None", `"None" needs name servers, and a MiniCluster has no field for them: use ClusterFirst, or leave it out`),
			),
		},
		{
			name:   "two process namespaces",
			change: all(pod(func(p *PodSpec) { p.HostPID = true }), spec(func(s *Spec) { s.ShareProcessNamespace = new(true) })),
			errs: problems(
				invalid("spec.pod.hostPID", true, "the pods share a process namespace of their own (shareProcessNamespace): leave one of the two out"),
			),
		},
		{
			name:   "a wrong nodeSelector",
			change: pod(func(p *PodSpec) { p.NodeSelector = map[string]string{"a": "b c"} }),
			errs: problems(
				invalid("spec.pod.nodeSelector[a]", "b c", `"b c" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`),
			),
		},
		{
			name:   "a wrong nodeAffinity",
			change: pod(func(p *PodSpec) { p.NodeAffinity = map[string][]string{"a": nil, "b": {"c d"}} }),
			errs: problems(
				required("spec.pod.nodeAffinity[a]", "there is no value: list those of which a node must have one, or leave the label out"),
				invalid("spec.pod.nodeAffinity[b][0]", "c d", `"c d" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`),
			),
		},
		{
			name: "tolerations",
			change: pod(func(p *PodSpec) {
				p.Tolerations = []Toleration{{Operator: "Exists"}, {Key: "gpu", Value: "true", Effect: "NoSchedule"}}
			}),
		},
		{
			name:   "an unknown operator",
			change: pod(func(p *PodSpec) { p.Tolerations = []Toleration{{Key: "gpu", Operator: "exists"}} }),
			errs: problems(
				notSupported("spec.pod.tolerations[0].operator", "exists", `"exists" is unknown: choose one of "Equal", "Exists"`),
			),
		},
		{
			name:   "a toleration without a key",
			change: pod(func(p *PodSpec) { p.Tolerations = []Toleration{{Operator: "Equal"}} }),
			errs: problems(
				invalid("spec.pod.tolerations[0].operator", "Equal", "without a key the operator must be Exists: name the key, or use Exists to tolerate every taint"),
			),
		},
		{
			name:   "a value with Exists",
			change: pod(func(p *PodSpec) { p.Tolerations = []Toleration{{Key: "gpu", Operator: "Exists", Value: "true"}} }),
			errs: problems(
				invalid("spec.pod.tolerations[0].value", "true", `"true" does not go with the operator Exists: leave the value out, or use Equal`),
			),
		},
		{
			name:   "a wrong toleration",
			change: pod(func(p *PodSpec) { p.Tolerations = []Toleration{{Key: "g p u", Value: "a b", Effect: "NoRun"}} }),
			errs: problems(
				invalid("spec.pod.tolerations[0].key", "g p u", `"g p u" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`),
				invalid("spec.pod.tolerations[0].value", "a b", `"a b" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`),
				notSupported("spec.pod.tolerations[0].effect", "NoRun", `"NoRun" is unknown: choose one of "NoExecute", "NoSchedule", "PreferNoSchedule"`),
			),
		},
	})
}
