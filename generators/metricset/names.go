package metricset

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// The names of Latchkey's volumes have a prefix, so that no volume of a user has the same name.
const (
	scriptsVolume = "latchkey-entrypoint"
	privateVolume = "latchkey-private"
)

// Paths in the containers. The first is the Metrics Operator's, so that commands that contain it still work.
const (
	scriptsPath = "/metrics_operator"
	privatePath = "/run/latchkey"
)

func (s set) headlessName() string { return s.ms.Spec.ServiceName }

// jobName is the name of a Job. JobSet gives the same name to the only Job of a replicated job, see
// kubernetes-sigs/jobset, pkg/util/placement, GenJobName.
func jobName(set string, job plan.Job) string { return set + "-" + job.Name + "-0" }

// hostName is the host name of the pod with an index.
func hostName(set string, job plan.Job, index int32) string {
	return fmt.Sprintf("%s-%d", jobName(set, job), index)
}
