package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func (v *judge) checkPod() {
	pod := v.mc.Spec.Pod
	v.PodMetadata(PodPath, pod.Annotations, pod.Labels)
	v.Labels(SpecPath.Child("jobLabels"), v.mc.Spec.JobLabels)
	v.Choice(PodPath.Child("restartPolicy"), pod.RestartPolicy, string(corev1.RestartPolicyNever), string(corev1.RestartPolicyOnFailure))
	if policy := pod.RestartPolicy; policy == string(corev1.RestartPolicyOnFailure) {
		v.Warn(PodPath.Child("restartPolicy"), policy, "%q has no effect: a pod never restarts alone, because the brokers of a set live and die together; use backoffLimit to start the whole set again", policy)
	}
	if at, policy := PodPath.Child("dnsPolicy"), pod.DNSPolicy; policy == string(corev1.DNSNone) {
		v.Invalid(at, policy, "%q needs name servers, and a MiniCluster has no field for them: use ClusterFirst, or leave it out", policy)
	} else {
		v.Choice(at, policy, string(corev1.DNSClusterFirst), string(corev1.DNSClusterFirstWithHostNet), string(corev1.DNSDefault))
	}
	v.Obey(PodPath.Child("serviceAccountName"), pod.ServiceAccountName, findings.ObjectName)
	v.Obey(PodPath.Child("runtimeClassName"), pod.RuntimeClassName, findings.ObjectName)
	v.Obey(PodPath.Child("schedulerName"), pod.SchedulerName, findings.ObjectName)
	v.checkPodSecurity(PodPath.Child("securityContext"), pod.SecurityContext)
	v.Labels(PodPath.Child("nodeSelector"), pod.NodeSelector)
	v.checkNodeAffinity(PodPath.Child("nodeAffinity"), pod.NodeAffinity)
	for i, toleration := range pod.Tolerations {
		v.checkToleration(PodPath.Child("tolerations").Index(i), toleration)
	}
	v.ResourceList(PodPath.Child("resources"), pod.Resources)
	if pod.HostPID && ptr.Deref(v.mc.Spec.ShareProcessNamespace, false) {
		v.Invalid(PodPath.Child("hostPID"), true, "the pods share a process namespace of their own (shareProcessNamespace): leave one of the two out")
	}
}

func (v *judge) checkNodeAffinity(at *field.Path, affinity map[string][]string) {
	for _, key := range findings.SortedKeys(affinity) {
		v.Need(at.Key(key), key, "there is no label: name the one that a node must have, for example topology.kubernetes.io/zone")
		v.Obey(at.Key(key), key, findings.LabelKey)
		if len(affinity[key]) == 0 {
			v.Required(at.Key(key), "there is no value: list those of which a node must have one, or leave the label out")
		}
		for i, value := range affinity[key] {
			v.Obey(at.Key(key).Index(i), value, findings.LabelValue)
		}
	}
}

// checkToleration follows kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// ValidateTolerations.
func (v *judge) checkToleration(at *field.Path, toleration Toleration) {
	v.Obey(at.Child("key"), toleration.Key, findings.LabelKey)
	exists := toleration.Operator == string(corev1.TolerationOpExists)
	switch {
	case !v.Choice(at.Child("operator"), toleration.Operator, string(corev1.TolerationOpEqual), string(corev1.TolerationOpExists)):
	case toleration.Key == "" && !exists:
		v.Invalid(at.Child("operator"), toleration.Operator, "without a key the operator must be Exists: name the key, or use Exists to tolerate every taint")
	case exists && toleration.Value != "":
		v.Invalid(at.Child("value"), toleration.Value, "%q does not go with the operator Exists: leave the value out, or use Equal", toleration.Value)
	case !exists:
		v.Obey(at.Child("value"), toleration.Value, findings.LabelValue)
	}
	v.Choice(at.Child("effect"), toleration.Effect,
		string(corev1.TaintEffectNoSchedule), string(corev1.TaintEffectPreferNoSchedule), string(corev1.TaintEffectNoExecute))
}
