package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// newJob returns the brokers as an indexed Job, for clusters without JobSet. Its
// pods are called <set>-<index>, as in the Flux Operator.
func newJob(c cluster) *batchv1.Job {
	template := newBrokerJobTemplate(c)
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(c.mc.Name),
		Spec:       template.Spec,
	}
}

// newServicesJob returns the services pod of a set without a JobSet. It does not
// end with the brokers, because only a JobSet can do that; validation warns of it.
func newServicesJob(c cluster) *batchv1.Job {
	template := newServicesJobTemplate(c)
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(c.servicesName()),
		Spec:       template.Spec,
	}
}
