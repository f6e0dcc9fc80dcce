package generators_test

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestTokens wants the token of the account that may write the key in the container that makes the key, and in no other
// container, whatever the options are and whatever is attached. No container has the token of an account that nobody named, unless
// the user asks for it.
func TestTokens(t *testing.T) {
	t.Parallel()
	pods := 0
	for _, opts := range optionsForTokens() {
		for _, asked := range []*bool{nil, new(false), new(true)} {
			mc := cluster()
			mc.Spec.Size, mc.Spec.Containers[0].Command = new(int32(2)), "hostname"
			mc.Spec.Services = []v1alpha2.Container{{Name: "db", Image: "db"}}
			mc.Spec.Pod.AutomountServiceAccountToken = asked
			objects, errs, _ := generators.Expand(mc, opts, metricSet("cpu", nil, nil))
			if len(errs) > 0 {
				t.Fatalf("%+v: %v", opts, errs)
			}
			for _, pod := range podtest.Pods(objects) {
				checkTokens(t, fmt.Sprintf("%+v", opts), pod.Spec, asked)
				pods++
			}
		}
		alone := metricSet("alone", new(int32(2)), nil)
		alone.Spec.Metrics = []v1alpha2.Metric{{Name: "sys-hwloc"}}
		objects, errs, _ := generators.Expand(alone, latchkey.Options{Workload: opts.Workload, OnChange: opts.OnChange})
		if len(errs) > 0 {
			t.Fatalf("%+v: %v", opts, errs)
		}
		for _, pod := range podtest.Pods(objects) {
			checkTokens(t, fmt.Sprintf("%+v", opts), pod.Spec, nil)
			pods++
		}
	}
	if pods < 50 {
		t.Errorf("only %d pods", pods)
	}
}

func optionsForTokens() (all []latchkey.Options) {
	for _, workload := range []latchkey.Workload{latchkey.WorkloadJobSet, latchkey.WorkloadJob} {
		for _, curve := range []latchkey.Curve{latchkey.CurveCluster, latchkey.CurveSecret} {
			for _, onChange := range []latchkey.OnChange{latchkey.OnChangeFail, latchkey.OnChangeRename} {
				opts := latchkey.Options{Workload: workload, Curve: curve, OnChange: onChange}
				if curve == latchkey.CurveSecret {
					opts.CurveSecret = "key"
				}
				all = append(all, opts)
			}
		}
	}
	return all
}

// checkTokens wants no token of an account of Latchkey but in the container keygen.
func checkTokens(t *testing.T, what string, pod corev1.PodSpec, asked *bool) {
	t.Helper()
	mounts, isOurs := pod.AutomountServiceAccountToken, pod.ServiceAccountName != "" || asked == nil
	if isOurs && (mounts == nil || *mounts) {
		t.Errorf("%s: the token of the account %q is mounted in every container", what, pod.ServiceAccountName)
	}
	tokens := map[string]bool{}
	for _, volume := range pod.Volumes {
		if volume.Projected == nil {
			continue
		}
		for _, source := range volume.Projected.Sources {
			tokens[volume.Name] = tokens[volume.Name] || source.ServiceAccountToken != nil
		}
	}
	has := map[string]bool{}
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		for _, mount := range container.VolumeMounts {
			has[container.Name] = has[container.Name] || tokens[mount.Name]
		}
		if has[container.Name] && container.Name != "keygen" {
			t.Errorf("%s: %s has the token", what, container.Name)
		}
	}
	if pod.ServiceAccountName != "" && !has["keygen"] {
		t.Errorf("%s: keygen has no token", what)
	}
}
