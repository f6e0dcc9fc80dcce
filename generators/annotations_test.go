package generators_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	magalix "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	voting "github.com/latchkey-dev/latchkey/apis/voting/v1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// TestAnnotationsWithoutEffect wants a warning about options for jobs on objects that make no jobs.
func TestAnnotationsWithoutEffect(t *testing.T) {
	t.Parallel()
	const three = ` has only the options "latchkey.dev/include", "latchkey.dev/sources", "latchkey.dev/validate-only": leave it out`
	options := []schoolofdevops.Option{{ID: "a", Label: "Cats", Color: "#FF6B6B"}, {ID: "b", Label: "Dogs", Color: "#4ECDC4"}}
	monitor := &magalix.ConfigMonitor{Spec: magalix.ConfigMonitorSpec{ConfigMap: "c", PodSelector: map[string]string{"a": "b"}}}
	vote := &schoolofdevops.VoteConfig{Spec: schoolofdevops.VoteConfigSpec{Options: options}}
	converted := &voting.VoteConfig{}
	converted.Spec.Options = options
	for _, row := range []struct {
		name        string
		object      generators.Object
		annotations []string
		want        []string
	}{
		{"a PodSet", &podsets.PodSet{}, []string{"queue", "q", "ttl-seconds", "9", "on-change", "Rename", "curve", "None"}, []string{
			"metadata.annotations[latchkey.dev/curve]: it has no effect, because a PodSet" + three,
			"metadata.annotations[latchkey.dev/on-change]: it has no effect, because a PodSet" + three,
			"metadata.annotations[latchkey.dev/queue]: it has no effect, because a PodSet" + three,
			"metadata.annotations[latchkey.dev/ttl-seconds]: it has no effect, because a PodSet" + three,
		}},
		{"a PodSet and what it uses", &podsets.PodSet{}, []string{"include", "jobs", "validate-only", "false", "sources", "Drop"}, nil},
		{"a VoteConfig", vote, []string{"on-change", "Recreate", "include", "c"}, []string{
			"metadata.annotations[latchkey.dev/on-change]: it has no effect, because a VoteConfig" + three,
		}},
		{"a VoteConfig of another group", converted, []string{"workload", "Job"}, []string{
			"metadata.annotations[latchkey.dev/workload]: it has no effect, because a VoteConfig" + three,
		}},
		{"a ConfigMonitor", monitor, []string{"include", "jobs", "sources", "Drop"}, []string{
			`metadata.annotations[latchkey.dev/include]: it has no effect, because a ConfigMonitor has only the options "latchkey.dev/sources", "latchkey.dev/validate-only": leave it out`,
		}},
		{"a MiniCluster", cluster(), []string{"on-change", "Rename", "priority", "p"}, nil},
		{"a MiniCluster without a say in what watches it", cluster(), []string{"ptrace", "Never", "log-names", "MetricsOperator"}, []string{
			"metadata.annotations[latchkey.dev/ptrace]: it has no effect, because it is for the containers of metrics: annotate the MetricSet instead",
			"metadata.annotations[latchkey.dev/log-names]: it has no effect, because it is for the containers of metrics: annotate the MetricSet instead",
		}},
	} {
		annotations := map[string]string{}
		for at := 0; at < len(row.annotations); at += 2 {
			annotations[latchkey.Prefix+row.annotations[at]] = row.annotations[at+1]
		}
		row.object.SetName("x")
		row.object.SetAnnotations(annotations)
		_, errs, warnings := resolve(row.object, latchkey.Options{})
		got := apitest.Messages(append(errs, warnings...)...)
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

// TestOptionsBesideObjects wants no warning: options for a whole package are for other objects as well.
func TestOptionsBesideObjects(t *testing.T) {
	t.Parallel()
	set := &podsets.PodSet{ObjectMeta: metav1.ObjectMeta{Name: "x"}}
	said := latchkey.Options{OnChange: latchkey.OnChangeRename, Queue: "q"}
	if _, errs, warnings := resolve(set, said); len(errs)+len(warnings) > 0 {
		t.Errorf("errors %v, warnings %v", errs, warnings)
	}
}
