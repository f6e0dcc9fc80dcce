package live

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// isRestless tells whether the node of a pod may be lost: the pod runs, and is not ready though its containers are. Kubernetes notes
// this when the node has said nothing for 40 seconds.
func isRestless(pod corev1.Pod) bool {
	ready, containers := podCondition(pod, corev1.PodReady), podCondition(pod, corev1.ContainersReady)
	return pod.Status.Phase == corev1.PodRunning && ready.Status == corev1.ConditionFalse && containers.Status == corev1.ConditionTrue
}

func podCondition(pod corev1.Pod, kind corev1.PodConditionType) (found corev1.PodCondition) {
	for _, c := range pod.Status.Conditions {
		if c.Type == kind {
			return c
		}
	}
	return found
}

// addLost adds the nodes that are lost, and what will become of the set.
func (s *Set) addLost(r *reasons) {
	for _, pod := range s.pods {
		node, since := pod.Spec.NodeName, lostSince(pod)
		switch {
		case !isRestless(pod):
		case pod.DeletionTimestamp != nil:
			r.add(fmt.Sprintf("its pod to leave the node %s, which is lost since %s. If the node does not come back: %s", node, clock(since), goodbye(node)), pod.Name)
		default:
			r.add(fmt.Sprintf("the node %s, which is lost since %s. %s", node, clock(since), s.afterLoss(pod, since)), pod.Name)
		}
	}
}

// goodbye is how a user says that a node does not come back: Kubernetes then lets its pods go.
func goodbye(node string) string {
	return fmt.Sprintf("kubectl delete node %s, or kubectl taint node %s %s=nodeshutdown:NoExecute", node, node, corev1.TaintNodeOutOfService)
}

// lostSince tells since when the node of a restless pod is lost.
func lostSince(pod corev1.Pod) metav1.Time {
	return podCondition(pod, corev1.PodReady).LastTransitionTime
}

// afterLoss says what will become of a set that has lost a node.
func (s *Set) afterLoss(pod corev1.Pod, since metav1.Time) string {
	wait := tolerated(pod)
	if wait < 0 {
		return "Its pods tolerate that, so the set waits until the node is back"
	}
	then := "fails"
	for _, p := range s.parts {
		if p.name != jobOf(pod) {
			continue
		}
		reason := batchv1.JobReasonBackoffLimitExceeded
		if p.spec.PodFailurePolicy != nil {
			reason = batchv1.JobReasonPodFailurePolicy
		}
		if s.startsAgain(p.name, reason) {
			then = "starts again"
		}
	}
	return fmt.Sprintf("If it is not back at %s, Kubernetes takes its pods away, and the set %s", clock(metav1.NewTime(since.Add(wait))), then)
}

// tolerated is how long a pod stays on a node that is lost. It is negative if the pod stays for ever.
func tolerated(pod corev1.Pod) time.Duration {
	for _, t := range pod.Spec.Tolerations {
		isLoss := t.Key == corev1.TaintNodeUnreachable || t.Key == "" && t.Operator == corev1.TolerationOpExists
		if !isLoss || t.Effect != "" && t.Effect != corev1.TaintEffectNoExecute {
			continue
		}
		if t.TolerationSeconds == nil {
			return -1
		}
		return time.Duration(*t.TolerationSeconds) * time.Second
	}
	return 0
}

// mostNodes is the largest number of nodes that are asked for by name. kubectl sends one request for each.
const mostNodes = 10

// readNodes asks for nodes.
func readNodes(ctx context.Context, client kubectl.Client, names []string) ([]corev1.Node, error) {
	if len(names) == 0 {
		return nil, nil
	}
	args := append([]string{"nodes", "--ignore-not-found"}, names...)
	if len(names) > mostNodes {
		args = args[:1]
	}
	var answer struct { // a list, or the node itself if there is one name
		corev1.Node
		Items []corev1.Node `json:"items"`
	}
	err := client.Get(ctx, &answer, args...)
	return slices.DeleteFunc(append(answer.Items, answer.Node), func(node corev1.Node) bool { return !slices.Contains(names, node.Name) }), err
}

// nodeOf returns the record of a node.
func nodeOf(node corev1.Node) runs.Node {
	label, info := func(name string) string { return node.Labels[name] }, node.Status.NodeInfo
	return runs.Node{
		Name:         node.Name,
		InstanceType: label(corev1.LabelInstanceTypeStable), Region: label(corev1.LabelTopologyRegion), Zone: label(corev1.LabelTopologyZone),
		Architecture: info.Architecture, CPUModel: cpuModel(label),
		CPUs: node.Status.Capacity.Cpu().AsApproximateFloat64(), Memory: node.Status.Capacity.Memory().Value(),
		Kernel: info.KernelVersion, OS: info.OSImage, Kubelet: info.KubeletVersion, Runtime: info.ContainerRuntimeVersion,
	}
}

// cpuModel is the model of the processor by the labels of Node Feature Discovery, kubernetes-sigs/node-feature-discovery,
// source/cpu.
func cpuModel(label func(string) string) string {
	const prefix = "feature.node.kubernetes.io/cpu-model."
	vendor, family, id := label(prefix+"vendor_id"), label(prefix+"family"), label(prefix+"id")
	return strings.Trim(vendor+" "+family+"/"+id, " /")
}
