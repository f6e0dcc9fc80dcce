package minicluster

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func (v *validator) checkPod() {
	pod, at := v.mc.Spec.Pod, v1alpha2.PodPath
	if policy := pod.RestartPolicy; policy == string(corev1.RestartPolicyOnFailure) {
		v.Warn(at.Child("restartPolicy"), policy, "%q has no effect: a pod never restarts alone, because the brokers of a set live and die together; use backoffLimit to start the whole set again", policy)
	}
	if policy := pod.DNSPolicy; policy == string(corev1.DNSDefault) && v.manyHosts() {
		v.Warn(at.Child("dnsPolicy"), policy, "%q asks the node for names, which seldom knows pods, and brokers find each other by name: use ClusterFirst, or leave it out", policy)
	}
	v.Obey(at.Child("serviceAccountName"), pod.ServiceAccountName, findings.ObjectName)
	v.Obey(at.Child("runtimeClassName"), pod.RuntimeClassName, findings.ObjectName)
	v.Obey(at.Child("schedulerName"), pod.SchedulerName, findings.ObjectName)
	if security := pod.SecurityContext; security != nil {
		v.checkUser(at.Child("securityContext"), security.RunAsUser, security.RunAsNonRoot)
	}
	v.Labels(at.Child("nodeSelector"), pod.NodeSelector)
	if pod.HostPID && ptr.Deref(v.mc.Spec.ShareProcessNamespace, false) {
		v.Invalid(at.Child("hostPID"), true, "the pods share a process namespace of their own (shareProcessNamespace): leave one of the two out")
	}
	v.checkLabels()
}

func (v *validator) checkLabels() {
	at, labels := v1alpha2.PodPath.Child("labels"), v.mc.Spec.Pod.Labels
	v.Labels(at, labels)
	for _, key := range []string{names.ComponentLabel, workload.NetworkLabel} {
		if value, ok := labels[key]; ok {
			v.Warn(at.Key(key), value, "%q has no effect: Latchkey sets it, since Services select by it; choose another key", key)
		}
	}
	v.Labels(v1alpha2.SpecPath.Child("jobLabels"), v.mc.Spec.JobLabels)
}

// checkSecurity checks what users often write and a server, a kubelet or a runtime refuses.
func (v *validator) checkSecurity(at *field.Path, context *corev1.SecurityContext) {
	if context == nil {
		return
	}
	v.checkUser(at, context.RunAsUser, context.RunAsNonRoot)
	if !ptr.Deref(context.AllowPrivilegeEscalation, true) && ptr.Deref(context.Privileged, false) {
		v.Invalid(at.Child("allowPrivilegeEscalation"), false, "a privileged container can always escalate: leave it out, or set privileged: false")
	}
	if context.Capabilities == nil {
		return
	}
	for i, capability := range context.Capabilities.Add {
		if name, ok := strings.CutPrefix(string(capability), "CAP_"); ok {
			v.Warn(at.Child("capabilities", "add").Index(i), string(capability), "%q is not what runtimes call it: write %q", capability, name)
		}
	}
}

func (v *validator) checkUser(at *field.Path, user *int64, nonRoot *bool) {
	if user != nil && *user == 0 && ptr.Deref(nonRoot, false) {
		v.Invalid(at.Child("runAsUser"), int64(0), "0 is root, which runAsNonRoot excludes: use another user, or leave runAsNonRoot out")
	}
}

// checkOptions checks how options fit together, and fit Kueue.
func (v *validator) checkOptions() {
	workload.Rules{
		Source: v.Source, PodAnnotations: v.podAnnotations(brokerComponent),
		Requests: len(v.requested()) > 0, Alone: v.Options.Spread == latchkey.SpreadRequire,
	}.Judge(&v.Findings, v1alpha2.ContainersPath)
}

// checkPodResources checks spec.pod.resources, which are added to the runner's own resources.
func (v *validator) checkPodResources() {
	pod, at := v.mc.Spec.Pod.Resources, v1alpha2.PodPath.Child("resources")
	v.ResourceList(at, pod)
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
func (v *validator) checkExclusive() {
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
	v.ExclusiveTopology(v1alpha2.PodPath.Child("annotations"), v.mc.Spec.Pod.Annotations)
}

func (v *validator) refuseExclusive(at *field.Path, annotations map[string]string, job string) {
	if _, isSet := annotations[jobset.ExclusiveKey]; isSet && job != "" {
		v.Forbidden(at.Child("annotations").Key(jobset.ExclusiveKey), "JobSet would never let the pod start that %s, or leave the annotation out", job)
	}
}
