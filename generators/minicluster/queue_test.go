package minicluster_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestKeygenInQueue lets the key job request only what the brokers request, if a queue admits the set.
func TestKeygenInQueue(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		spec  string
		queue string
		want  []corev1.ResourceName
	}{
		"no queue": {"{size: 2, containers: [{image: a}]}", "", []corev1.ResourceName{"cpu", "memory"}},
		"nothing":  {"{size: 2, containers: [{image: a}]}", "q", nil},
		"requests": {"{size: 2, containers: [{image: a, resources: {requests: {cpu: 1, nvidia.com/gpu: 1}}}]}", "q", []corev1.ResourceName{"cpu"}},
		"limits":   {"{size: 2, containers: [{image: a, resources: {limits: {memory: 1Gi}}}]}", "q", []corev1.ResourceName{"memory"}},
		"the pod":  {"{size: 2, pod: {resources: {cpu: 1}}, containers: [{image: a}]}", "q", []corev1.ResourceName{"cpu"}},
		"the view": {"{size: 2, flux: {container: {resources: {requests: {cpu: 1}}}}, containers: [{image: a}]}", "q", []corev1.ResourceName{"cpu"}},
	} {
		for _, workload := range []latchkey.Workload{latchkey.WorkloadJobSet, latchkey.WorkloadJob} {
			all := expand(t, row.spec, latchkey.Options{Queue: row.queue, Workload: workload})
			var container corev1.Container
			if workload == latchkey.WorkloadJobSet {
				container = all.job(t, "keygen").Template.Spec.Containers[0]
			} else {
				container = podtest.One[*batchv1.Job](t, all).Spec.Template.Spec.InitContainers[0]
			}
			if diff := cmp.Diff(row.want, slices.Sorted(maps.Keys(container.Resources.Requests))); diff != "" || container.Name != "keygen" {
				t.Errorf("%s, %s: %s requests (-want +got):\n%s", name, workload, container.Name, diff)
			}
		}
	}
}

// TestQueueOptions puts what Kueue reads onto the JobSet and onto the pods of the brokers.
func TestQueueOptions(t *testing.T) {
	t.Parallel()
	const spec = "{size: 2, pod: {annotations: {note: a, kueue.x-k8s.io/podset-preferred-topology: block}}, services: [{image: b}], containers: [{image: a}]}"
	all := expand(t, spec, latchkey.Options{Queue: "q", Priority: "high", Topology: "Require:lab/rack"})
	set := podtest.One[*jobset.JobSet](t, all)
	if diff := cmp.Diff(map[string]string{"kueue.x-k8s.io/queue-name": "q", "kueue.x-k8s.io/priority-class": "high"}, set.Labels); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	for job, want := range map[string]map[string]string{
		"m":        {"note": "a", "kueue.x-k8s.io/podset-required-topology": "lab/rack"},
		"services": {"note": "a"},
		"keygen":   {"note": "a", "latchkey.dev/curve-secret-name": "lammps-curve"},
	} {
		got := maps.Clone(all.job(t, job).Template.Annotations)
		delete(got, workload.DefaultContainer)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("annotations of %s (-want +got):\n%s", job, diff)
		}
	}
	preferred := expand(t, spec, latchkey.Options{Topology: "Prefer:lab/rack"}).brokers(t).Template.Annotations
	if preferred["kueue.x-k8s.io/podset-preferred-topology"] != "lab/rack" {
		t.Errorf("annotations with Prefer: %q", preferred)
	}
}

// TestQueueIsAppliedServerSide tells Argo CD to apply a set in a queue server-side, beside the options of the user.
func TestQueueIsAppliedServerSide(t *testing.T) {
	t.Parallel()
	const key = "argocd.argoproj.io/sync-options"
	for _, row := range []struct {
		said, label string
		opts        latchkey.Options
		want        string
	}{
		{"", "", latchkey.Options{}, ""},
		{"Prune=false", "", latchkey.Options{}, "Prune=false"},
		{"", "", latchkey.Options{Queue: "q"}, "ServerSideApply=true"},
		{"", "q", latchkey.Options{}, "ServerSideApply=true"},
		{"Prune=false", "", latchkey.Options{Queue: "q"}, "Prune=false,ServerSideApply=true"},
		{"ServerSideApply=false", "", latchkey.Options{Queue: "q"}, "ServerSideApply=false"},
		{"", "", latchkey.Options{Queue: "q", OnChange: latchkey.OnChangeRecreate}, "Force=true,Replace=true"},
	} {
		mc := read(t, "{containers: [{image: a}]}")
		mc.Annotations, mc.Labels = map[string]string{key: row.said}, map[string]string{"kueue.x-k8s.io/queue-name": row.label}
		row.opts.Default()
		set := podtest.One[*jobset.JobSet](t, minicluster.Expand(mc, row.opts))
		if got := set.Annotations[key]; got != row.want {
			t.Errorf("%+v: %q", row, got)
		}
	}
}

// TestGangSize counts the brokers that must start together.
func TestGangSize(t *testing.T) {
	t.Parallel()
	opts := latchkey.Options{Gang: latchkey.GangPodGroup}
	opts.Default()
	for spec, want := range map[string]int32{"size: 4": 4, "size: 4, minSize: 3": 3, "size: 1": 1} {
		var got []int32
		for _, object := range minicluster.Expand(read(t, "{"+spec+", containers: [{image: a, command: b}]}"), opts) {
			if group, ok := object.(*scheduling.PodGroup); ok {
				got = append(got, group.Spec.SchedulingPolicy.Gang.MinCount)
			}
		}
		if !slices.Equal(got, []int32{want}) {
			t.Errorf("%s: minCount is %d, want %d", spec, got, want)
		}
	}
}
