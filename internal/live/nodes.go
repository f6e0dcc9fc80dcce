package live

import (
	"fmt"
	"slices"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

// restless returns the nodes that may be lost.
func (o *Objects) restless() (names []string) {
	for _, pod := range o.Pods {
		if isRestless(pod) && !slices.Contains(names, pod.Spec.NodeName) {
			names = append(names, pod.Spec.NodeName)
		}
	}
	return names
}

func onLostNode(pod corev1.Pod) string {
	return "on the node " + pod.Spec.NodeName + ", which does not answer"
}

// addLost adds the nodes that are lost, and what will become of the set.
func (s *Set) addLost(r *reasons) {
	for _, pod := range s.pods {
		if !isRestless(pod) {
			continue
		}
		node, since, why := pod.Spec.NodeName, podCondition(pod, corev1.PodReady).LastTransitionTime, "its pods are not ready, though their containers are"
		for _, known := range s.nodes {
			if ready := readyOf(known); known.Name == node && ready.Status == corev1.ConditionTrue {
				since = metav1.Time{} // it has just come back
			} else if known.Name == node {
				since, why = ready.LastTransitionTime, sentence(ready.Message)
			}
		}
		switch {
		case since.IsZero():
		case pod.DeletionTimestamp != nil:
			r.add(fmt.Sprintf("its pod on the node %s to go, which is lost since %s: %s. If the node does not come back: kubectl delete node %s", node, clock(since), why, node), pod.Name)
		default:
			r.add(fmt.Sprintf("the node %s, which is lost since %s: %s. %s", node, clock(since), why, s.afterLoss(pod, since)), pod.Name)
		}
	}
}

func readyOf(node corev1.Node) (ready corev1.NodeCondition) {
	for _, c := range node.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c
		}
	}
	return ready
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
