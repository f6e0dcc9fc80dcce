package minicluster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// A worker that starts after the end finds no lead and would wait forever.
func TestLateWorkersAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	lead := &batchv1.SuccessPolicy{Rules: []batchv1.SuccessPolicyRule{{SucceededIndexes: new("0")}}}
	for name, test := range map[string]struct {
		spec string
		want *batchv1.SuccessPolicy
	}{
		"all brokers":  {"{size: 3, containers: [{image: a}]}", nil},
		"quorum":       {"{size: 3, minSize: 2, containers: [{image: a}]}", lead},
		"as many":      {"{size: 3, minSize: 3, containers: [{image: a}]}", nil},
		"more to come": {"{size: 3, minSize: 3, maxSize: 5, containers: [{image: a}]}", lead},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := expand(t, test.spec, latchkey.Options{}).brokers(t).SuccessPolicy
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("success policy of the brokers (-want +got):\n%s", diff)
			}
		})
	}
}

// The pods that fill the Secret learn its name from their annotation.
func TestPodsThatFillTheSecretNameIt(t *testing.T) {
	t.Parallel()
	const annotation = "latchkey.dev/curve-secret-name"
	options := latchkey.Options{Workload: latchkey.WorkloadJob}
	job := podtest.One[*batchv1.Job](t, expand(t, "{size: 2, containers: [{image: a}]}", options))
	if got := job.Spec.Template.Annotations[annotation]; got != "lammps-curve" {
		t.Errorf("the pods of the Job name the Secret %q", got)
	}
	set := expand(t, "{size: 2, containers: [{image: a}]}", latchkey.Options{})
	if got := set.job(t, "keygen").Template.Annotations[annotation]; got != "lammps-curve" {
		t.Errorf("the keygen job names the Secret %q", got)
	}
	if _, found := set.brokers(t).Template.Annotations[annotation]; found {
		t.Error("the brokers of a JobSet name the Secret too")
	}
}

// TestDeadlineBindsTheKey wants the set to end if its key cannot be made, for example without the image.
func TestDeadlineBindsTheKey(t *testing.T) {
	t.Parallel()
	all := expand(t, "{size: 2, deadlineSeconds: 100, containers: [{image: a}]}", latchkey.Options{})
	for _, job := range []string{"keygen", "m"} {
		if deadline := all.job(t, job).ActiveDeadlineSeconds; deadline == nil || *deadline != 100 {
			t.Errorf("the deadline of %s is %v", job, deadline)
		}
	}
}

// TestLostNode wants the pods of a set that may start again to leave a lost node soon, unless the user says something about such nodes.
func TestLostNode(t *testing.T) {
	t.Parallel()
	const spec = "{size: 2, containers: [{image: a}]}"
	restart := latchkey.Options{OnDisruption: latchkey.OnDisruptionRestart}
	soon := func(key string) corev1.Toleration {
		return corev1.Toleration{Key: "node.kubernetes.io/" + key, Operator: "Exists", Effect: "NoExecute", TolerationSeconds: new(int64(30))}
	}
	if diff := cmp.Diff([]corev1.Toleration{soon("not-ready"), soon("unreachable")}, expand(t, spec, restart).brokers(t).Template.Spec.Tolerations); diff != "" {
		t.Errorf("tolerations of the brokers (-want +got):\n%s", diff)
	}
	own := strings.Replace(spec, "{", "{pod: {tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists}]}, ", 1)
	if got := expand(t, own, restart).brokers(t).Template.Spec.Tolerations; len(got) != 2 || got[0].TolerationSeconds != nil || got[1].Key != "node.kubernetes.io/not-ready" {
		t.Errorf("tolerations beside the user's: %+v", got)
	}
}
