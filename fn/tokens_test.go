package fn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestTokens wants the token of the account that may write the key in the container that makes the key, and in no other
// container, whatever the options are and whatever is attached. No container has the token of an account that nobody named, unless
// the user asks for it.
func TestTokens(t *testing.T) {
	t.Parallel()
	pods := 0
	for _, workload := range []string{"JobSet", "Job"} {
		for _, onChange := range []string{"Fail", "Rename"} {
			both := fmt.Sprintf("workload: %s\n  onChange: %s\n  ", workload, onChange)
			for _, key := range []string{"curve: Cluster", "curve: Secret\n  curveSecret: key"} {
				for _, asked := range []string{"", "automountServiceAccountToken: false", "automountServiceAccountToken: true"} {
					source := strings.Replace(set, "size: 1\n", "size: 2\n  pod: {"+asked+"}\n  services: [{name: db, image: db}]\n", 1)
					for _, pod := range podsOf(t, withConfig(listOf(source, attachedSet("cpu")), options(both+key))) {
						checkTokens(t, both+key+" "+asked, pod, asked != "")
						pods++
					}
				}
			}
			for _, pod := range podsOf(t, withConfig(listOf(alone), options(both))) {
				checkTokens(t, both, pod, false)
				pods++
			}
		}
	}
	if pods < 50 {
		t.Errorf("only %d pods", pods)
	}
}

// alone is a MetricSet that is not attached.
const alone = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: alone
spec:
  pods: 2
  metrics:
  - name: sys-hwloc
`

// podsOf returns the pods of the JobSets and Jobs that a list becomes.
func podsOf(t *testing.T, list string) (pods []corev1.PodSpec) {
	t.Helper()
	out := process(t, list, fn.Settings{})
	if fn.HasErrors(out.Results) {
		t.Fatal(lines(out))
	}
	for _, item := range out.Items {
		content, err := item.JSON()
		if err != nil {
			t.Fatal(err)
		}
		switch item.Kind {
		case "JobSet":
			for _, job := range typedOf[jobset.JobSet](t, content).Spec.ReplicatedJobs {
				pods = append(pods, job.Template.Spec.Template.Spec)
			}
		case "Job":
			pods = append(pods, typedOf[batchv1.Job](t, content).Spec.Template.Spec)
		}
	}
	return pods
}

// checkTokens wants no token of an account of Latchkey but in the container keygen.
func checkTokens(t *testing.T, what string, pod corev1.PodSpec, isAsked bool) {
	t.Helper()
	mounts, isOurs := pod.AutomountServiceAccountToken, pod.ServiceAccountName != "" || !isAsked
	if isOurs && (mounts == nil || *mounts) {
		t.Errorf("%s: the token of the account %q is mounted in every container", what, pod.ServiceAccountName)
	}
	has := withToken(pod)
	if others := slices.DeleteFunc(slices.Clone(has), func(name string) bool { return name == "keygen" }); len(others) > 0 {
		t.Errorf("%s: %q have the token", what, others)
	}
	if pod.ServiceAccountName != "" && !slices.Contains(has, "keygen") {
		t.Errorf("%s: keygen has no token", what)
	}
}
