package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// newJobs returns the jobs of a set without a JobSet: the brokers as an indexed Job,
// whose pods are called <set>-<index>, as in the Flux Operator, and the services pod.
// That pod does not end with the brokers, because only a JobSet can do that;
// validation warns of it.
func newJobs(c cluster) []runtime.Object {
	jobs := []runtime.Object{newJob(c, c.mc.Name, newBrokerJobTemplate(c))}
	if len(c.mc.Spec.Services) > 0 {
		jobs = append(jobs, newJob(c, c.servicesName(), newServicesJobTemplate(c)))
	}
	return jobs
}

func newJob(c cluster, name string, template batchv1.JobTemplateSpec) *batchv1.Job {
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(name),
		Spec:       template.Spec,
	}
}
