package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// workloadOf is a workload with a pod. The fields of the pod are given on one line.
func workloadOf(apiVersion, kind, name, pod string) string {
	return "apiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n  labels: {app: " + name + "}\nspec: " + pod + "\n"
}

const onePod = "{containers: [{name: main, image: nginx}]}"

func templated(pod string) string { return "{template: {spec: " + pod + "}}" }

// jobSet has two replicated jobs.
var jobSet = workloadOf("jobset.x-k8s.io/v1alpha2", "JobSet", "train", `{replicatedJobs: [{name: leader, template: {spec: `+templated(onePod)+`}}, {name: workers, template: {spec: `+templated(onePod)+`}}]}`)

// TestAttachKinds attaches a set to a workload of every kind, and counts the pod templates with a sidecar.
func TestAttachKinds(t *testing.T) {
	t.Parallel()
	rows := map[string]struct {
		workload, target string
		want             int
	}{
		"a Pod":           {workloadOf("v1", "Pod", "x", onePod), "Pod/x", 1},
		"a CronJob":       {workloadOf("batch/v1", "CronJob", "x", "{jobTemplate: {spec: "+templated(onePod)+"}}"), "CronJob/x", 1},
		"a JobSet":        {jobSet, "JobSet/train", 2},
		"a part":          {jobSet, "JobSet/train/workers", 1},
		"both parts":      {jobSet, "JobSet/train/workers, JobSet/train/leader", 2},
		"an MPIJob":       {workloadOf("kubeflow.org/v2beta1", "MPIJob", "x", "{mpiReplicaSpecs: {Launcher: "+templated(onePod)+", Worker: "+templated(onePod)+"}}"), "MPIJob/x", 2},
		"a Worker":        {workloadOf("kubeflow.org/v2beta1", "MPIJob", "x", "{mpiReplicaSpecs: {Launcher: "+templated(onePod)+", Worker: "+templated(onePod)+"}}"), "MPIJob/x/Worker", 1},
		"a PyTorchJob":    {workloadOf("kubeflow.org/v1", "PyTorchJob", "x", "{pytorchReplicaSpecs: {Master: "+templated(onePod)+"}}"), "PyTorchJob/x", 1},
		"a LeaderWorker":  {workloadOf("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "x", "{leaderWorkerTemplate: {workerTemplate: {spec: "+onePod+"}}}"), "LeaderWorkerSet/x", 1},
		"a RayJob":        {workloadOf("ray.io/v1", "RayJob", "x", "{rayClusterSpec: {headGroupSpec: "+templated(onePod)+", workerGroupSpecs: [{groupName: a, template: {spec: "+onePod+"}}]}}"), "RayJob/x", 2},
		"a RayJob's head": {workloadOf("ray.io/v1", "RayJob", "x", "{rayClusterSpec: {headGroupSpec: "+templated(onePod)+", workerGroupSpecs: [{groupName: a, template: {spec: "+onePod+"}}]}}"), "RayJob/x/headGroupSpec", 1},
		"a runtime":       {workloadOf("trainer.kubeflow.org/v1alpha1", "TrainingRuntime", "x", "{template: {spec: "+strings.TrimSuffix(jobSet[strings.Index(jobSet, "spec: ")+6:], "\n")+"}}"), "TrainingRuntime/x", 2},
	}
	for _, kind := range []string{"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"} {
		rows[kind] = struct {
			workload, target string
			want             int
		}{workloadOf("apps/v1", kind, "x", templated(onePod)), kind + "/x", 1}
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := renderAll(t, row.workload, attachedTo("cpu", row.target))
			workload, _, _ := strings.Cut(out, "apiVersion: flux-framework.org")
			if got := strings.Count(workload, "pod-perf-sysstat.sh"); got != row.want || strings.Count(workload, `latchkey.dev/attached`) != row.want {
				t.Errorf("%d sidecars, want %d:\n%s", got, row.want, workload)
			}
			if diff := cmp.Diff(out, renderAll(t, out)); diff != "" {
				t.Errorf("a second time (-once +twice):\n%s", diff)
			}
		})
	}
}

// TestAttachSelector attaches a set to what has a label, and to a kind that Latchkey does not know.
func TestAttachSelector(t *testing.T) {
	t.Parallel()
	set := strings.Replace(attachedSet("cpu"), "attach-to: lammps", "attach-selector: app in (a,b)\n    latchkey.dev/attach-path: spec.groups[].template", 1)
	out := renderAll(t, set, workloadOf("batch/v1", "Job", "a", templated(onePod)),
		workloadOf("example.com/v1", "Farm", "b", "{groups: [{name: one, template: {spec: "+onePod+"}}, {name: two, template: {spec: "+onePod+"}}]}"),
		workloadOf("batch/v1", "Job", "c", templated(onePod)))
	if got := strings.Count(out, "latchkey.dev/attached"); got != 3 {
		t.Errorf("%d templates, want 3:\n%s", got, out)
	}
}

func TestAttachProblems(t *testing.T) {
	t.Parallel()
	bench := workloadOf("batch/v1", "Job", "bench", templated(onePod))
	with := func(more string) string {
		return workloadOf("batch/v1", "Job", "bench", templated(strings.Replace(onePod, "{", "{"+more+", ", 1)))
	}
	const to = `MetricSet/cpu: metadata.annotations[latchkey.dev/attach-to]: `
	ownSet := strings.Replace(attachedSet("io"), "    latchkey.dev/attach-to: lammps\n", "    a: b\n", 1)
	ownSet = strings.Replace(ownSet, "perf-sysstat", "sys-hwloc", 1)
	container := strings.Replace(attachedTo("cpu", "Job/bench"), "perf-sysstat\n", "perf-sysstat\n    options: {container: man}\n", 1)
	for name, row := range map[string]struct {
		objects []string
		want    string
	}{
		"nothing there":           {[]string{attachedTo("cpu", "Job/bench")}, to + `there is no Job "bench" in the input without a namespace: add it to the input of this MetricSet`},
		"a kind left out":         {[]string{attachedTo("cpu", "bench"), bench}, to + `there is no MiniCluster "bench" in the input without a namespace: did you mean "Job/bench"?`},
		"another kind":            {[]string{attachedTo("cpu", "CronJob/bench"), bench}, to + `there is no CronJob "bench" in the input without a namespace: did you mean "Job/bench"?`},
		"another name":            {[]string{attachedTo("cpu", "Job/bnch"), bench}, to + `there is no Job "bnch" in the input without a namespace: did you mean "bench"?`},
		"a slip of the kind":      {[]string{attachedTo("cpu", "Deploymnt/x"), bench}, to + `there is no kind "Deploymnt": did you mean "Deployment"?`},
		"another namespace":       {[]string{attachedTo("cpu", "Job/bench"), inNamespace(bench, "lab")}, to + `Job/bench is in the namespace "lab", and this MetricSet has no namespace: give both the same namespace, because they share pods`},
		"a kind without pods":     {[]string{attachedTo("cpu", "Service/x"), workloadOf("v1", "Service", "x", "{}")}, to + "Latchkey does not know where a Service has its pods: attach the MetricSet to one of the kinds "},
		"a TrainJob":              {[]string{attachedTo("cpu", "TrainJob/x"), workloadOf("trainer.kubeflow.org/v1alpha1", "TrainJob", "x", "{}")}, to + "a TrainJob takes its pods from its runtime (spec.runtimeRef), so name that: "},
		"no template":             {[]string{attachedTo("cpu", "Job/bench"), workloadOf("batch/v1", "Job", "bench", "{}")}, to + "Job/bench has no pod template with containers where such an object has one: write one there"},
		"no container":            {[]string{attachedTo("cpu", "Pod/x"), workloadOf("v1", "Pod", "x", "{containers: []}")}, to + "Pod/x has no pod template with containers where such an object has one: write one there"},
		"containers in no list":   {[]string{attachedTo("cpu", "Pod/x"), workloadOf("v1", "Pod", "x", "{containers: {name: a}}")}, to + "Pod/x has no pod template with containers where such an object has one: write one there"},
		"no such part":            {[]string{attachedTo("cpu", "JobSet/train/worker"), jobSet}, to + `JobSet/train has no part "worker": did you mean "workers"?`},
		"a part of a Job":         {[]string{attachedTo("cpu", "Job/bench/main"), bench}, to + `Job/bench has no parts: write "Job/bench"`},
		"no such container":       {[]string{container, bench}, `MetricSet/cpu: spec.metrics[0].options.container: Job/bench has no container "man": did you mean "main"?`},
		"a container of a metric": {[]string{attachedTo("cpu", "Job/bench"), strings.Replace(bench, "name: main", "name: perf-sysstat", 1)}, `MetricSet/cpu: spec.metrics[0].name: Job/bench has a container "perf-sysstat", and the container of the metric would have the same name: rename the container of Job/bench`},
		"an ephemeral container":  {[]string{attachedTo("cpu", "Job/bench"), with("ephemeralContainers: [{name: perf-sysstat}]")}, `MetricSet/cpu: spec.metrics[0].name: Job/bench has a container "perf-sysstat"`},
		"pods of a MetricSet":     {[]string{attachedTo("cpu", "JobSet/io"), ownSet}, to + "JobSet/io has the pods of another MetricSet, io, which bring an application of their own: attach this MetricSet to the workload"},
		"a MiniCluster's JobSet":  {[]string{attachedTo("cpu", "JobSet/lammps"), set}, to + `JobSet/lammps is made from the MiniCluster lammps: attach the MetricSet to the MiniCluster, and write only "lammps"`},
		"Windows":                 {[]string{attachedTo("cpu", "Job/bench"), with("os: {name: windows}")}, to + "the pods of Job/bench run Windows (spec.os.name), and metrics need Linux: attach to pods that run Linux"},
		"hostPID":                 {[]string{attachedTo("cpu", "Job/bench"), with("hostPID: true")}, to + "the pods of Job/bench use the processes of the node (spec.template.spec.hostPID)"},
		"unshared processes":      {[]string{attachedTo("cpu", "Job/bench"), with("shareProcessNamespace: false")}, to + "the containers of Job/bench may not see each other's processes"},
		"a generated name":        {[]string{attachedTo("cpu", "Job/bench"), strings.Replace(bench, "name: bench", "generateName: bench-", 1)}, to + `the Job with generateName "bench-" gets its name when it is created`},
		"no kind":                 {[]string{attachedTo("cpu", "Job/bench,lammps"), bench}, to + `"lammps" names no workload: write its kind and name, as in "Job/bench"`},
		"a MiniCluster too":       {[]string{attachedTo("cpu", "Job/bench,MiniCluster/lammps"), bench, set}, to + "a MetricSet that is attached to a MiniCluster cannot be attached to something else as well"},
		"nothing selected":        {[]string{strings.Replace(attachedSet("cpu"), "attach-to: lammps", "attach-selector: app=y", 1), bench}, "MetricSet/cpu: metadata.annotations[latchkey.dev/attach-selector]: no workload in the input without a namespace has labels in its own metadata that match app=y: add such labels to a workload, or name the workload with latchkey.dev/attach-to"},
		"no selector":             {[]string{strings.Replace(attachedSet("cpu"), "attach-to: lammps", "attach-selector: '='", 1), bench}, "MetricSet/cpu: metadata.annotations[latchkey.dev/attach-selector]: it selects nothing: write labels of workloads"},
		"an application":          {[]string{strings.Replace(attachedTo("cpu", "Job/bench"), "perf-sysstat", "app-lammps", 1), bench}, `MetricSet/cpu: spec.metrics[0].name: "app-lammps" brings an application of its own, but the pods of Job/bench have one already: choose one of "app-ldms", `},
		"root is excluded":        {[]string{attachedTo("cpu", "Job/bench"), with("securityContext: {runAsNonRoot: true}")}, to + "the pods of Job/bench exclude root (spec.template.spec.securityContext.runAsNonRoot), but the image of a sidecar may run as root"},
		"annotations in a list":   {[]string{attachedTo("cpu", "Job/bench"), strings.Replace(bench, "{template: {", "{template: {metadata: {annotations: [a]}, ", 1)}, to + "Job/bench cannot be changed: its spec.template.metadata.annotations is neither a map nor a list"},
		"a record by hand":        {[]string{attachedTo("cpu", "Job/bench"), strings.Replace(bench, "{template: {", "{template: {metadata: {annotations: {latchkey.dev/attached: mine}}, ", 1)}, to + "Job/bench cannot be changed: its annotation latchkey.dev/attached is not what Latchkey wrote"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := lines(process(t, listOf(row.objects...), fn.Settings{}))
			if len(got) != 1 || !strings.HasPrefix(got[0], row.want) {
				t.Errorf("got %q\nwant %q", got, row.want)
			}
		})
	}
}

// TestAttachRestricted attaches a set to a Job. Its container alone says what the Pod Security Standard "restricted" asks
// for. The sidecar then satisfies the standard too.
func TestAttachRestricted(t *testing.T) {
	t.Parallel()
	const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: hpc, labels: {pod-security.kubernetes.io/enforce: restricted}}\n"
	const context = "securityContext: {runAsUser: 1000, runAsGroup: 1000, runAsNonRoot: true, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}"
	bench := inNamespace(workloadOf("batch/v1", "Job", "bench", templated(strings.Replace(onePod, "name: main", "name: main, "+context, 1))), "hpc")
	set := inNamespace(attachedTo("cpu", "Job/bench"), "hpc")
	if got := lines(process(t, listOf(namespace, bench, set), fn.Settings{})); len(got) > 0 {
		t.Errorf("problems: %q", got)
	}
	root := strings.Replace(bench, "runAsUser: 1000", "runAsUser: 0", 1)
	if got := lines(process(t, listOf(namespace, root, set), fn.Settings{})); len(got) != 1 || !strings.Contains(got[0], `the namespace "hpc" (pod-security.kubernetes.io/enforce: restricted) refuses the pods of Job/bench`) {
		t.Errorf("root in such a namespace: %q", got)
	}
}
