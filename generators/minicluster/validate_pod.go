package minicluster

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func (v *judge) checkPod() {
	pod := v.mc.Spec.Pod
	for _, key := range []string{names.ComponentLabel, workload.NetworkLabel} {
		if value, ok := pod.Labels[key]; ok {
			v.Warn(v1alpha2.PodPath.Child("labels").Key(key), value, "%q has no effect: Latchkey sets it, since Services select by it; choose another key", key)
		}
	}
	for _, key := range findings.SortedKeys(v.mc.Spec.JobLabels) {
		own, ok := v.mc.Labels[key]
		if value := v.mc.Spec.JobLabels[key]; ok && own != value {
			v.Warn(v1alpha2.SpecPath.Child("jobLabels").Key(key), value, "%q has another value in metadata.labels, and the JobSet gets that of jobLabels: leave one of the two out", key)
		}
	}
	if policy := pod.DNSPolicy; policy == string(corev1.DNSDefault) && v.manyHosts() {
		v.Warn(v1alpha2.PodPath.Child("dnsPolicy"), policy, "%q asks the node for names, which seldom knows pods, and brokers find each other by name: use ClusterFirst, or leave it out", policy)
	}
}

// checkRestarts warns of restarts that a Job cannot do.
func (v *judge) checkRestarts() {
	if limit := v.mc.Spec.BackoffLimit; limit != nil && *limit > 0 && v.UsesJob() {
		v.Warn(v1alpha2.SpecPath.Child("backoffLimit"), *limit, "%d has no effect with workload Job, which cannot start again as a whole: use workload JobSet", *limit)
	}
}

// checkOptions checks how options fit together, and fit Kueue.
func (v *judge) checkOptions() {
	workload.Rules{
		Source: v.Source, PodAnnotations: v.podAnnotations(brokerComponent),
		Requests: len(v.requested()) > 0, Alone: v.Options.Spread == latchkey.SpreadRequire,
	}.Judge(&v.Findings, v1alpha2.ContainersPath)
}

// checkPodResources checks spec.pod.resources, which are added to the runner's own resources.
func (v *judge) checkPodResources() {
	pod, at := v.mc.Spec.Pod.Resources, v1alpha2.PodPath.Child("resources")
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

// checkExclusive refuses exclusive placement for a job without indexes: its pods would wait forever for the pod of index 0, see
// kubernetes-sigs/jobset v0.12.0, pkg/webhooks/pod_mutating_webhook.go.
func (v *judge) checkExclusive() {
	job := ""
	switch {
	case v.UsesJob():
	case v.makesKey():
		job = "makes the key: make it yourself and use the option curve: Secret"
	case len(v.mc.Spec.Services) > 0:
		job = "runs the services: run them in a set of their own"
	}
	v.refuseExclusive(metadataPath, v.mc.Annotations, job)
	v.refuseExclusive(v1alpha2.PodPath, v.mc.Spec.Pod.Annotations, job)
}

func (v *judge) refuseExclusive(at *field.Path, annotations map[string]string, job string) {
	if _, isSet := annotations[jobset.ExclusiveKey]; isSet && job != "" {
		v.Forbidden(at.Child("annotations").Key(jobset.ExclusiveKey), "JobSet would never let the pod start that %s, or leave the annotation out", job)
	}
}

// podOutlines are the pods of the set, with their containers only. Fields of the set may be wrong.
func (v *judge) podOutlines() []corev1.PodSpec {
	view := v.mc.Spec.Flux.Container
	brokers := outline(v.mc.Spec.Containers)
	brokers = append(brokers, corev1.Container{Name: v.viewName(), SecurityContext: helperSecurity(view.SecurityContext)})
	brokers = append(brokers, newKeyContainers(v.cluster)...)
	context := v.mc.Spec.Pod.SecurityContext
	pods := []corev1.PodSpec{
		{Containers: brokers, SecurityContext: context},
		{Containers: outline(v.mc.Spec.Services), SecurityContext: context},
	}
	if !v.UsesJob() && v.makesKey() {
		pods = append(pods, corev1.PodSpec{Containers: []corev1.Container{newKeygenContainer(v.cluster)}})
	}
	return pods
}

func outline(written []v1alpha2.Container) []corev1.Container {
	var containers []corev1.Container
	for _, container := range written {
		containers = append(containers, corev1.Container{Name: container.Name, SecurityContext: container.SecurityContext})
	}
	return containers
}
