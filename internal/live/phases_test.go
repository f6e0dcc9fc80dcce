package live

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestPull reads what kubelets say about images.
func TestPull(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]*runs.Pull{
		`Successfully pulled image "a/b:c" in 1m2.5s (1m4s including waiting). Image size: 29745469 bytes.`: {Seconds: 62.5},
		`Successfully pulled image "a/b:c" in 534ms (534ms including waiting)`:                              {Seconds: 0.534},
		`Successfully pulled image "a/b:c" in 2.1s`:                                                         {Seconds: 2.1},
		`Container image "a/b:c" already present on machine`:                                                {},
	} {
		set := &Set{events: []corev1.Event{
			{Reason: "Pulling", InvolvedObject: corev1.ObjectReference{Name: "pod", FieldPath: "spec.containers{a}"}},
			{Reason: "Pulled", Message: message, InvolvedObject: corev1.ObjectReference{Name: "pod", FieldPath: "spec.containers{a}"}},
			{Reason: "Pulled", Message: "Container image", InvolvedObject: corev1.ObjectReference{Name: "pod", FieldPath: "spec.initContainers{a}"}},
		}}
		if diff := cmp.Diff(want, set.pull("pod", "a")); diff != "" {
			t.Errorf("%s:\n%s", message, diff)
		}
		if other := set.pull("pod", "b"); other != nil {
			t.Errorf("a container without events has %+v", other)
		}
	}
}

// TestPhases wants phases that join, and nothing about a phase that one pod has not ended.
func TestPhases(t *testing.T) {
	t.Parallel()
	set := theSet(t, "completed")
	record := set.Record()
	line := record.Started.Add(1500 * time.Millisecond)
	for at := range record.Pods {
		for n := range record.Pods[at].Containers {
			record.Pods[at].Containers[n].FirstLine = &line
			record.Pods[at].Containers[n].Pull = &runs.Pull{Seconds: 2}
		}
	}
	want := runs.Phases{Pods: new(3.0), Containers: new(1.0), Brokers: new(2.0), HookUp: new(1.5), Application: new(82.5), Pull: new(6.0)}
	if diff := cmp.Diff(want, set.phases(record)); diff != "" {
		t.Errorf("the phases differ:\n%s", diff)
	}
	came := record.Created.Add(time.Second)
	record.Pods = append(record.Pods, runs.Pod{Job: names.Turn, Containers: []runs.Container{{Ended: &came}}})
	want.Pods = new(2.0)
	if diff := cmp.Diff(want, set.phases(record)); diff != "" {
		t.Errorf("after a turn the phases differ:\n%s", diff)
	}
	runner := &set.parts[len(set.parts)-1].spec.Template.Spec.Containers[0]
	environment := runner.Env
	runner.Env = append(runner.Env, corev1.EnvVar{Name: names.Quiet, Value: "true"})
	if quiet := set.phases(record); quiet.HookUp != nil || quiet.Application != nil || quiet.Brokers == nil {
		t.Errorf("nothing says when the application has begun, and the phases are %+v", quiet)
	}
	runner.Env = environment
	for at := range record.Pods {
		if record.Pods[at].Name == worker {
			record.Pods[at].Containers[2].Started = nil
		}
	}
	want.Brokers, want.HookUp = nil, nil
	if diff := cmp.Diff(want, set.phases(record)); diff != "" {
		t.Errorf("while a broker has not started the phases differ:\n%s", diff)
	}
}

// TestNode reads what a cloud and Kubernetes say about a node.
func TestNode(t *testing.T) {
	t.Parallel()
	node := corev1.Node{}
	node.Name = "one"
	node.Labels = map[string]string{
		"node.kubernetes.io/instance-type": "hpc7a.96xlarge", "topology.kubernetes.io/region": "eu", "topology.kubernetes.io/zone": "eu-a",
		"feature.node.kubernetes.io/cpu-model.vendor_id": "AMD", "feature.node.kubernetes.io/cpu-model.family": "25", "feature.node.kubernetes.io/cpu-model.id": "17",
	}
	node.Status.NodeInfo = corev1.NodeSystemInfo{
		Architecture: "amd64", KernelVersion: "6.8.0", OSImage: "Ubuntu", KubeletVersion: "v1.36.0", ContainerRuntimeVersion: "containerd://2",
	}
	node.Status.Capacity = corev1.ResourceList{"cpu": resource.MustParse("192"), "memory": resource.MustParse("1Gi")}
	want := runs.Node{
		Name: "one", InstanceType: "hpc7a.96xlarge", Region: "eu", Zone: "eu-a", Architecture: "amd64", CPUModel: "AMD 25/17",
		CPUs: 192, Memory: 1 << 30, Kernel: "6.8.0", OS: "Ubuntu", Kubelet: "v1.36.0", Runtime: "containerd://2",
	}
	if diff := cmp.Diff(want, nodeOf(node)); diff != "" {
		t.Errorf("the node differs:\n%s", diff)
	}
}

// TestOptionFlags wants what a user chose of a submission.
func TestOptionFlags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"flux submit -N 2 -n 4":                               "",
		"flux submit -N 2 -n 4 -o cpu-affinity=per-task":      "-o cpu-affinity=per-task",
		"flux submit -n 4 '-o mpi=none' --setattr=user.n=-n4": "'-o mpi=none' --setattr=user.n=-n4",
		"flux submit":                    "",
		"flux submit -x":                 "-x",
		"flux batch -N 2 --exclusive":    "--exclusive",
		"flux run -N 2 -n 4 -o mpi=none": "flux run -N 2 -n 4 -o mpi=none",
	} {
		if got := optionFlagsOf(corev1.Container{Env: []corev1.EnvVar{{Name: "LATCHKEY_SUBMIT", Value: text}}}); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
