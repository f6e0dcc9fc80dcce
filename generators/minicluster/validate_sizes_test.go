package minicluster_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateSizes(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "fewer tasks than nodes",
			change: spec(func(s *Spec) { s.Tasks = new(int32(1)) }),
			warnings: problems(
				invalid("spec.tasks", int32(1), "1 is less than size, which is 4, so that some nodes are left without a task: use 4 or more to use all"),
			),
		},
		{
			name:   "no word about tasks",
			change: spec(func(s *Spec) { s.Tasks = nil }),
		},
		{
			name:   "backoffLimit with a Job",
			change: spec(func(s *Spec) { s.BackoffLimit = new(int32(3)) }),
			opts:   job,
			warnings: problems(
				invalid("spec.backoffLimit", int32(3), "3 has no effect with workload Job, which cannot start again as a whole: use workload JobSet"),
			),
		},
		{
			name:   "a name too long by one",
			change: named(strings.Repeat("a", 52)),
			errs: problems(
				invalid("metadata.name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-m-0-3-xxxxx", the name of a pod, with the suffix that Kubernetes adds, has 64 characters and may have 63: use a name shorter by 1`),
			),
		},
		{
			name:   "a name longer than a label",
			change: named(strings.Repeat("a", 70)),
			errs: problems(
				invalid("metadata.name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-m-0-3-xxxxx", the name of a pod, with the suffix that Kubernetes adds, has 82 characters and may have 63: use a name shorter by 19`),
			),
		},
		{
			name:   "a name too long for its services",
			change: all(named(strings.Repeat("a", 55)), withService(func(*Container) {})),
			opts:   job,
			errs: problems(
				invalid("metadata.name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-services", the name of the Job of the services, has 64 characters and may have 63: use a name shorter by 1`),
			),
			warnings: problems(
				invalid("spec.services", 1, `with workload Job nothing ends the services when the set ends: delete the Job "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-services" yourself, or use workload JobSet`),
			),
		},
		{
			name:   "a name as long as a Job's can be",
			change: all(named(strings.Repeat("a", 55)), spec(func(s *Spec) { s.Size, s.MaxSize, s.Tasks = new(int32(1)), 0, new(int32(0)) })),
			opts:   job,
		},
		{
			name:   "a name as long as it can be with services of a Job",
			change: all(named(strings.Repeat("a", 54)), withService(func(*Container) {})),
			opts:   job,
			warnings: problems(
				invalid("spec.services", 1, `with workload Job nothing ends the services when the set ends: delete the Job "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-services" yourself, or use workload JobSet`),
			),
		},
		{
			name:   "a name too long for the pods of a Job",
			change: all(named(strings.Repeat("a", 53)), spec(func(s *Spec) { s.Size, s.MaxSize, s.Tasks = new(int32(20_000)), 0, new(int32(0)) })),
			opts:   job,
			errs: problems(
				invalid("metadata.name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-19999-xxxxx", the name of a pod, with the suffix that Kubernetes adds, has 65 characters and may have 63: use a name shorter by 2`),
			),
		},
		{
			name:   "a label of the Job that is in the metadata",
			change: all(spec(func(s *Spec) { s.JobLabels = map[string]string{"team": "a"} }), func(mc *MiniCluster) { mc.Labels = map[string]string{"team": "b"} }),
			warnings: problems(
				invalid("spec.jobLabels[team]", "a", `"team" has another value in metadata.labels, and the JobSet gets that of jobLabels: leave one of the two out`),
			),
		},
		{
			name:   "cleanup",
			change: spec(func(s *Spec) { s.Cleanup = true }),
			warnings: problems(
				invalid("spec.cleanup", true, "it has no effect in static manifests, which no controller watches: use the option ttlSeconds"),
			),
		},
		{
			name:   "the longest name",
			change: named(strings.Repeat("a", 51)),
		},
		{
			name:   "cleanup with ttlSeconds",
			change: spec(func(s *Spec) { s.Cleanup = true }),
			opts:   latchkey.Options{TTLSeconds: new(int32(60))},
		},
	})
}
