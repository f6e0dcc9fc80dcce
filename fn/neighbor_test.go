package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestSlips warns of what nearly is a source, and of nothing else.
func TestSlips(t *testing.T) {
	t.Parallel()
	group := func(apiVersion, kind, known string) string {
		return kind + `/x: apiVersion: warning: Latchkey knows no ` + kind + ` of "` + apiVersion + `" and leaves it as it is: did you mean "` + known + `"?`
	}
	kind := func(kind, known string) string {
		return kind + `/x: kind: warning: Latchkey knows no ` + kind + ` and leaves it as it is: did you mean "` + known + `"?`
	}
	for name, want := range map[string][]string{
		"flux-framework.org/v1alpha2 Minicluster":  {kind("Minicluster", "MiniCluster")},
		"flux-framework.org/v1alpha2 MiniClusters": {kind("MiniClusters", "MiniCluster")},
		"flux-framework.org/v7 MetricsSet":         {kind("MetricsSet", "MetricSet")},
		"fluxframework.org/v1alpha2 MiniCluster":   {group("fluxframework.org/v1alpha2", "MiniCluster", "flux-framework.org/v1alpha2")},
		"Flux-framework.org/v1alpha1 MiniCluster":  {group("Flux-framework.org/v1alpha1", "MiniCluster", "flux-framework.org/v1alpha1")},
		"flux-framwork.org/v2 minicluster": {
			group("flux-framwork.org/v2", "minicluster", "flux-framework.org/v1alpha2"), kind("minicluster", "MiniCluster"),
		},
		"v1alpha2 MiniCluster":                       {group("v1alpha2", "MiniCluster", "flux-framework.org/v1alpha2")},
		"flux-framework.org MiniCluster":             {group("flux-framework.org", "MiniCluster", "flux-framework.org/v1alpha2")},
		"voting.schoolofdevop.com/v1 VoteConfig":     {group("voting.schoolofdevop.com/v1", "VoteConfig", "voting.schoolofdevops.com/v1alpha1")},
		"flux-framework.org/v1alpha1 StateMachine":   nil,
		"flux-framework.org/v1alpha2 MicroCluster":   nil,
		"app.example.com/v1 JobSet":                  nil,
		"ensemble.flux-framework.org/v1 Ensemble":    nil,
		"other.org/v1 MiniCluster":                   nil,
		"other.org/v1 MetricSet":                     nil,
		"other.org/v1 Minicluster":                   nil,
		"fluxframework.org/v1 Cluster":               nil,
		"apps/v1 Deployment":                         nil,
		"apps/v1 StatefulSet":                        nil,
		"v1 Pod":                                     nil,
		"v1 ConfigMap":                               nil,
		"jobset.x-k8s.io/v1alpha2 JobSet":            nil,
		"kpt.dev/v1 Kptfile":                         nil,
		"monitoring.coreos.com/v1 PodMonitor":        nil,
		"kustomize.config.k8s.io/v1 Kustomization":   nil,
		"latchkey.dev/v1alpha1 Latchkey":             nil,
		"policy/v1 PodDisruptionBudget":              nil,
		"apiextensions.k8s.io/v1 CustomResourceDefi": nil,
	} {
		apiVersion, kind, _ := strings.Cut(name, " ")
		item := "apiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: x\n"
		out := process(t, listOf(set, item), fn.Settings{})
		if diff := cmp.Diff(want, lines(out)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
