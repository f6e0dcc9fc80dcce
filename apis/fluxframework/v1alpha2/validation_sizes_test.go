package v1alpha2_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateSizes(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name: "a plain set",
		},
		{
			name:   "size 0",
			change: spec(func(s *Spec) { s.Size, s.MaxSize = new(int32(0)), 0 }),
			errs: problems(
				invalid("spec.size", int32(0), "0 is too small: use 1 or more (number of pods in the cluster)"),
			),
		},
		{
			name:   "size beyond an indexed Job",
			change: spec(func(s *Spec) { s.Size, s.MaxSize, s.Tasks = new(int32(100_001)), 0, new(int32(0)) }),
			errs: problems(
				invalid("spec.size", int32(100001), "100001 is too large: use 100000 or less (number of pods in the cluster)"),
			),
		},
		{
			name:   "minSize below 0",
			change: spec(func(s *Spec) { s.MinSize = -1 }),
			errs: problems(
				invalid("spec.minSize", int32(-1), "-1 is too small: use 0 or more (number of brokers to wait for; 0 waits for all)"),
			),
		},
		{
			name:   "minSize above size",
			change: spec(func(s *Spec) { s.MinSize = 5 }),
			errs: problems(
				invalid("spec.minSize", int32(5), "5 is more than size, which is 4: use 4 or less"),
			),
		},
		{
			name:   "minSize below size",
			change: spec(func(s *Spec) { s.MinSize = 2 }),
			warnings: problems(
				invalid("spec.minSize", int32(2), "Flux starts with 2 of 4 brokers, while a job that asks for all nodes waits for the others: check tasks and optionFlags, or leave minSize out"),
			),
		},
		{
			name:   "maxSize below 0",
			change: spec(func(s *Spec) { s.MaxSize = -1 }),
			errs: problems(
				invalid("spec.maxSize", int32(-1), "-1 is too small: use 0 or more (number of hosts that Flux knows of)"),
			),
		},
		{
			name:   "maxSize below size",
			change: spec(func(s *Spec) { s.MaxSize = 3 }),
			errs: problems(
				invalid("spec.maxSize", int32(3), "3 is less than size, which is 4: use 4 or more, or leave it out"),
			),
		},
		{
			name:   "maxSize above size",
			change: spec(func(s *Spec) { s.MaxSize = 6 }),
			warnings: problems(
				invalid("spec.maxSize", int32(6), "6 hosts are registered, and nothing here adds pods beyond size (4): the other hosts stay down until you start pods of their names; leave maxSize out if none will come"),
			),
		},
		{
			name:   "tasks below 0",
			change: spec(func(s *Spec) { s.Tasks = new(int32(-1)) }),
			errs: problems(
				invalid("spec.tasks", int32(-1), "-1 is too small: use 0 or more (number of tasks over the whole set; 0 asks for nodes only)"),
			),
		},
		{
			name:   "no tasks, nodes only",
			change: spec(func(s *Spec) { s.Tasks = new(int32(0)) }),
		},
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
			name:   "backoffLimit below 0",
			change: spec(func(s *Spec) { s.BackoffLimit = new(int32(-1)) }),
			errs: problems(
				invalid("spec.backoffLimit", int32(-1), "-1 is too small: use 0 or more (number of times that the whole set is started again)"),
			),
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
			name:   "deadline below 0",
			change: spec(func(s *Spec) { s.DeadlineSeconds = new(int64(-1)) }),
			errs: problems(
				invalid("spec.deadlineSeconds", int64(-1), "-1 is too small: use 1 or more (seconds until the set is ended)"),
			),
		},
		{
			name:   "deadline 0",
			change: spec(func(s *Spec) { s.DeadlineSeconds = new(int64(0)) }),
			errs: problems(
				invalid("spec.deadlineSeconds", int64(0), "0 would end the set at once: use 1 or more (seconds until the set is ended), or leave it out for about a year"),
			),
		},
		{
			name:   "no name",
			change: named(""),
			errs: problems(
				required("metadata.name", "the set has no name: give it one, all other names are made from it"),
			),
		},
		{
			name:   "a name with a digit first",
			change: named("2lammps"),
			errs: problems(
				invalid("metadata.name", "2lammps", `"2lammps" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`),
			),
		},
		{
			name:   "a name with capital letters",
			change: named("LAMMPS"),
			errs: problems(
				invalid("metadata.name", "LAMMPS", `"LAMMPS" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`),
			),
		},
		{
			name:   "the longest name",
			change: named(strings.Repeat("a", 51)),
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
			change: all(named(strings.Repeat("a", 53)), withService(func(*Container) {})),
			opts:   job,
			errs: problems(
				invalid("metadata.name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-entrypoint", the name of the ConfigMap, has 64 characters and may have 63: use a name shorter by 1`),
			),
			warnings: problems(
				invalid("spec.services", 1, `with workload Job nothing ends the services when the set ends: delete the Job "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-services" yourself, or use workload JobSet`),
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
			name:   "a namespace with capital letters",
			change: func(mc *MiniCluster) { mc.Namespace = "HPC" },
			errs: problems(
				invalid("metadata.namespace", "HPC", `"HPC" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
			),
		},
		{
			name: "labels and annotations",
			change: func(mc *MiniCluster) {
				mc.Labels, mc.Annotations = map[string]string{"team": "a b"}, map[string]string{"a b": ""}
			},
			errs: problems(
				invalid("metadata.labels[team]", "a b", `"a b" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`),
				invalid("metadata.annotations[a b]", "a b", `"a b" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`),
			),
		},
		{
			name:   "annotations too large",
			change: func(mc *MiniCluster) { mc.Annotations = map[string]string{"note": strings.Repeat("a", 256<<10)} },
			errs: problems(
				text("metadata.annotations", "they have 262148 bytes together and may have 262144: move the data into a ConfigMap"),
			),
		},
		{
			name:   "a headless name with a dot",
			change: spec(func(s *Spec) { s.Network.HeadlessName = "a.b" }),
			errs: problems(
				invalid("spec.network.headlessName", "a.b", `"a.b" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`),
			),
		},
		{
			name:   "a label of the Job that is no label",
			change: spec(func(s *Spec) { s.JobLabels = map[string]string{"-": "x"} }),
			errs: problems(
				invalid("spec.jobLabels[-]", "-", `"-" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`),
			),
		},
		{
			name:   "a label of the Job that is in the metadata",
			change: all(spec(func(s *Spec) { s.JobLabels = map[string]string{"team": "a"} }), func(mc *MiniCluster) { mc.Labels = map[string]string{"team": "b"} }),
			warnings: problems(
				invalid("spec.jobLabels[team]", "a", `"team" has another value in metadata.labels, and this one wins: leave one of the two out`),
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
			name:   "cleanup with ttlSeconds",
			change: spec(func(s *Spec) { s.Cleanup = true }),
			opts:   latchkey.Options{TTLSeconds: new(int32(60))},
		},
		{
			name:   "two sizes below zero",
			change: spec(func(s *Spec) { s.Size, s.MaxSize = new(int32(-4)), -3 }),
			errs: problems(
				invalid("spec.size", int32(-4), "-4 is too small: use 1 or more (number of pods in the cluster)"),
				invalid("spec.maxSize", int32(-3), "-3 is too small: use 0 or more (number of hosts that Flux knows of)"),
			),
		},
		{
			name:   "several problems",
			change: all(named("A"), spec(func(s *Spec) { s.Size, s.MaxSize, s.DeadlineSeconds = new(int32(-3)), 0, new(int64(0)) })),
			errs: problems(
				invalid("metadata.name", "A", `"A" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first`),
				invalid("spec.size", int32(-3), "-3 is too small: use 1 or more (number of pods in the cluster)"),
				invalid("spec.deadlineSeconds", int64(0), "0 would end the set at once: use 1 or more (seconds until the set is ended), or leave it out for about a year"),
			),
		},
	})
}
