package live

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// A Workload is the part of Kueue's Workload that is read here: kubernetes-sigs/kueue, apis/kueue, WorkloadStatus.
type Workload struct {
	Metadata metav1.ObjectMeta `json:"metadata"`
	Status   struct {
		Conditions []metav1.Condition `json:"conditions"`
	} `json:"status"`
}

// heldBy returns why Kueue holds a workload, or "" if Kueue has admitted it.
func (w Workload) heldBy() string {
	for _, kind := range []string{"Admitted", "QuotaReserved"} {
		for _, condition := range w.Status.Conditions {
			if condition.Type == kind && condition.Status == metav1.ConditionTrue && kind == "Admitted" {
				return ""
			}
			if condition.Type == kind && condition.Status == metav1.ConditionFalse && condition.Message != "" {
				return condition.Message
			}
		}
	}
	for _, condition := range w.Status.Conditions {
		if condition.Type == "Evicted" && condition.Status == metav1.ConditionTrue {
			return condition.Message
		}
	}
	return "it is not admitted yet"
}
