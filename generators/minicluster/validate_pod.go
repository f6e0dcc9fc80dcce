package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/gang"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

func (v *judge) checkPod() {
	pod := v.mc.Spec.Pod
	for _, key := range []string{metadata.ComponentLabel, metadata.NetworkLabel} {
		if value, ok := pod.Labels[key]; ok {
			v.Warn(podPath.Child("labels").Key(key), value, "%q has no effect: Latchkey sets it, since Services select by it; choose another key", key)
		}
	}
	for _, key := range findings.SortedKeys(v.mc.Spec.JobLabels) {
		own, ok := v.mc.Labels[key]
		if value := v.mc.Spec.JobLabels[key]; ok && own != value {
			v.Warn(specPath.Child("jobLabels").Key(key), value, "%q has another value in metadata.labels, and this one wins: leave one of the two out", key)
		}
	}
	if policy := pod.DNSPolicy; policy == string(corev1.DNSDefault) && v.manyHosts() {
		v.Warn(podPath.Child("dnsPolicy"), policy, "%q asks the node for names, which seldom knows pods, and brokers find each other by name: use ClusterFirst, or leave it out", policy)
	}
}

// checkRestarts warns of restarts that a Job cannot do.
func (v *judge) checkRestarts() {
	if limit := v.mc.Spec.BackoffLimit; limit != nil && *limit > 0 && v.usesJob() {
		v.Warn(specPath.Child("backoffLimit"), *limit, "%d has no effect with workload Job, which cannot start again as a whole: use workload JobSet", *limit)
	}
}

// checkQueue warns of a set that takes no quota, and refuses one that could never start.
func (v *judge) checkQueue() {
	if v.inQueue() && len(v.requested()) == 0 {
		v.WarnText(containersPath, metadata.NothingRequested)
	}
	asksKueue := metadata.AsksForTopology(v.podAnnotations(brokerComponent))
	if v.opts.Spread == latchkey.SpreadRequire && asksKueue {
		v.InvalidText(podPath, metadata.SpreadInTopology)
	}
	if wrong := gang.Problem(v.opts, asksKueue); wrong != "" {
		v.InvalidText(specPath, "%s", wrong)
	}
	if warning := gang.Warning(v.opts, v.inQueue()); warning != "" {
		v.WarnText(specPath, "%s", warning)
	}
}

// checkTTL warns of a set that runs again and again.
func (v *judge) checkTTL() {
	if again := metadata.RunsAgain(v.opts); again != "" {
		v.WarnText(specPath, "%s", again)
	}
}

// checkPodResources checks spec.pod.resources, which are added to the runner's own resources.
func (v *judge) checkPodResources() {
	pod, at := v.mc.Spec.Pod.Resources, podPath.Child("resources")
	runner, _ := v.theRunner()
	if runner == nil {
		return
	}
	for _, name := range findings.SortedKeys(pod) {
		quantity, at := pod[name], at.Key(string(name))
		request, requested := runner.Resources.Requests[name]
		limit, limited := runner.Resources.Limits[name]
		switch {
		case requested && limited:
			v.Warn(at, quantity.String(), "%q has no effect: the runner's own resources say how much %q it wants; leave one of the two out", quantity.String(), name)
		case requested && request.Cmp(quantity) > 0:
			v.Invalid(at, quantity.String(), "%q is less than the runner requests, which is %q, and would be its limit: use as much, or leave it out", quantity.String(), request.String())
		case limited && quantity.Cmp(limit) > 0:
			v.Invalid(at, quantity.String(), "%q is more than the runner's limit, which is %q, and would be its request: use no more, or leave it out", quantity.String(), limit.String())
		}
	}
}
