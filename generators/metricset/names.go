package metricset

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// Volumes of our own carry a prefix, so that no volume of a user is called like them.
const (
	scriptsVolume = "latchkey-entrypoint"
	privateVolume = "latchkey-private"
)

// Places in the containers. The first is that of the Metrics Operator, so texts that mention it go on working.
const (
	scriptsPath = "/metrics_operator"
	privatePath = "/run/latchkey"
)

// workloadName is the name of the JobSet, and the stem of the names of its pods.
func (s set) workloadName() string {
	if s.hash == "" {
		return s.ms.Name
	}
	return s.ms.Name + "-" + s.hash
}

func (s set) serviceName() string { return s.ms.Spec.ServiceName }

// jobName is the name of a Job: that which JobSet gives the only one of a replicated job, see kubernetes-sigs/jobset,
// pkg/util/placement, GenJobName.
func jobName(set string, job plan.Job) string { return set + "-" + job.Name + "-0" }

// hostName is the host name of a pod by its index.
func hostName(set string, job plan.Job, index int32) string {
	return fmt.Sprintf("%s-%d", jobName(set, job), index)
}
