package minicluster_test

import (
	"testing"
)

func TestValidatePod(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "labels of ours",
			change: onPod(func(p *PodSpec) { p.Labels = map[string]string{"app.kubernetes.io/component": "a"} }),
			warnings: problems(
				invalid("spec.pod.labels[app.kubernetes.io/component]", "a", `"app.kubernetes.io/component" has no effect: Latchkey sets it, since Services select by it; choose another key`),
			),
		},
		{
			name:   "dnsPolicy Default",
			change: onPod(func(p *PodSpec) { p.DNSPolicy = "Default" }),
			warnings: problems(
				invalid("spec.pod.dnsPolicy", "Default", `"Default" asks the node for names, which seldom knows pods, and brokers find each other by name: use ClusterFirst, or leave it out`),
			),
		},
		{
			name:   "shared processes",
			change: all(withSidecar(func(*Container) {}), spec(func(s *Spec) { s.ShareProcessNamespace = new(true) })),
			warnings: problems(
				invalid("spec.shareProcessNamespace", true, "sidecars of the same user can then read the key of the brokers through /proc: trust their images, or run them as another user"),
			),
		},
	})
}
