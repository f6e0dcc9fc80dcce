package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// newJob returns the brokers as an indexed Job, for clusters that have no
// JobSet. Its pods are called <set>-<index>, as the Flux Operator calls them.
func newJob(c cluster) *batchv1.Job {
	template := newBrokerJobTemplate(c)
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(c.mc.Name),
		Spec:       template.Spec,
	}
}

// newServicesJob returns the services pod of a set without a JobSet. Nothing
// ends it with the brokers: that is JobSet's to do, and validation says so.
func newServicesJob(c cluster) *batchv1.Job {
	template := newServicesJobTemplate(c)
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(c.servicesName()),
		Spec:       template.Spec,
	}
}
