package v1alpha2_test

import (
	"strings"
	"testing"
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
		},
		{
			name:   "minSize below size below maxSize",
			change: spec(func(s *Spec) { s.MinSize, s.MaxSize = 2, 6 }),
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
			name:   "backoffLimit below 0",
			change: spec(func(s *Spec) { s.BackoffLimit = new(int32(-1)) }),
			errs: problems(
				invalid("spec.backoffLimit", int32(-1), "-1 is too small: use 0 or more (number of times that the whole set is started again)"),
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
				text("metadata.annotations", "they have 262148 bytes together and may have 258048, since more are added: move the data into a ConfigMap"),
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
