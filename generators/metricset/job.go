package metricset

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newJob returns a job as an indexed Job, for clusters without JobSet. Its pods have the same names as with a JobSet.
func newJob(s set, job plan.Job) *batchv1.Job {
	template := newJobTemplate(s, job)
	template.Spec.TTLSecondsAfterFinished = s.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: s.workloadMeta(jobName(s.workloadName(), job)),
		Spec:       template.Spec,
	}
}
