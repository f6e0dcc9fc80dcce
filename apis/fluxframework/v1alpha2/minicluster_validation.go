package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields of a MiniCluster, for problems found here and by the generator.
var (
	NamePath       = field.NewPath("metadata", "name")
	SpecPath       = field.NewPath("spec")
	ContainersPath = SpecPath.Child("containers")
	ServicesPath   = SpecPath.Child("services")
	SizePath       = SpecPath.Child("size")
	maxSizePath    = SpecPath.Child("maxSize")
	minSizePath    = SpecPath.Child("minSize")
	TasksPath      = SpecPath.Child("tasks")
	deadlinePath   = SpecPath.Child("deadlineSeconds")
	backoffPath    = SpecPath.Child("backoffLimit")
	networkPath    = SpecPath.Child("network")
	ArchivePath    = SpecPath.Child("archive", "path")
	PodPath        = SpecPath.Child("pod")
	FluxPath       = SpecPath.Child("flux")
	ViewPath       = FluxPath.Child("container")
	BurstingPath   = FluxPath.Child("bursting")
	CurveCertPath  = FluxPath.Child("curveCert")
)

// MaxPods is the largest number of pods of an indexed Job, see kubernetes/kubernetes v1.36,
// pkg/apis/batch/validation/validation.go, maxParallelismForIndexedJob.
const MaxPods = 100_000

// judge judges the fields of one MiniCluster.
type judge struct {
	findings.Findings
	mc *MiniCluster
}

// Validate returns the problems of single fields of a MiniCluster on which Default has run. The generator's package
// judges what the set becomes, and what options change. The object is not changed.
//
// Errors are what an API server, JobSet or Flux would refuse. Warnings leave the object usable.
func (mc *MiniCluster) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &judge{mc: mc}
	v.MetadataOf("set", &mc.ObjectMeta)
	// JobSet wants RFC 1035 labels, and Flux wants labels as host names. The generator judges a name that is too long, because
	// it knows the longest name that is made from it.
	if len(mc.Name) <= findings.MaxLabel {
		v.Obey(NamePath, mc.Name, findings.ServiceName)
	}
	if service := mc.Spec.Network.HeadlessName; service != mc.Name {
		v.Obey(networkPath.Child("headlessName"), service, findings.ServiceName)
	}
	v.checkSizes()
	v.checkLimits()
	v.checkRunner()
	v.checkContainers()
	v.checkPod()
	v.checkView()
	v.checkFlux()
	v.checkBursting()
	return v.Errors, v.Warnings
}

// checkSizes checks the sizes. It does not judge values that Default has copied from a wrong size.
func (v *judge) checkSizes() {
	spec, size := v.mc.Spec, ptr.Deref(v.mc.Spec.Size, 1)
	sound := v.Between(SizePath, size, 1, MaxPods, "number of pods in the cluster")
	if v.Between(minSizePath, spec.MinSize, 0, MaxPods, "number of brokers to wait for; 0 waits for all") && sound && spec.MinSize > size {
		v.Invalid(minSizePath, spec.MinSize, "%d is more than size, which is %d: use %d or less", spec.MinSize, size, size)
	}
	if spec.MaxSize != size && v.Between(maxSizePath, spec.MaxSize, 0, MaxPods, "number of hosts that Flux knows of") && sound && 0 < spec.MaxSize && spec.MaxSize < size {
		v.Invalid(maxSizePath, spec.MaxSize, "%d is less than size, which is %d: use %d or more, or leave it out", spec.MaxSize, size, size)
	}
	if sound && 0 < spec.MinSize && spec.MinSize < size && !v.mc.Elastic() {
		v.Warn(minSizePath, spec.MinSize, "Flux starts with %d of %d brokers, while a job that asks for all nodes waits for the others: check tasks and optionFlags, or leave minSize out", spec.MinSize, size)
	}
}

func (v *judge) checkLimits() {
	spec := v.mc.Spec
	tasks := ptr.Deref(spec.Tasks, 1)
	v.Between(TasksPath, tasks, 0, 1<<31-1, "number of tasks over the whole set; 0 asks for nodes only")
	if limit := spec.BackoffLimit; limit != nil {
		v.Between(backoffPath, *limit, 0, 1<<31-1, "number of times that the whole set is started again")
	}
	deadline := ptr.Deref(spec.DeadlineSeconds, DefaultDeadlineSeconds)
	switch {
	case deadline < 0:
		v.Invalid(deadlinePath, deadline, "%d is too small: use 1 or more (seconds until the set is ended)", deadline)
	case deadline == 0:
		v.Invalid(deadlinePath, deadline, "0 would end the set at once: use 1 or more (seconds until the set is ended), or leave it out for about a year")
	}
}

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
