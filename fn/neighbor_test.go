package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestSlips refuses misspelt sources and kinds that no server knows, and nothing else.
func TestSlips(t *testing.T) {
	t.Parallel()
	group := func(apiVersion, kind, known string) string {
		return kind + `/x: apiVersion: Latchkey knows no ` + kind + ` of "` + apiVersion + `": did you mean "` + known + `"?`
	}
	kind := func(kind, known string) string {
		return kind + `/x: kind: there is no "` + kind + `" in flux-framework.org: did you mean "` + known + `"?`
	}
	none := func(kind string) string {
		return kind + `/x: kind: there is no "` + kind + `" in flux-framework.org: choose one of "MetricSet", "MiniCluster"`
	}
	warning := strings.NewReplacer(": apiVersion: ", ": apiVersion: warning: ", ": kind: ", ": kind: warning: ").Replace
	for name, want := range map[string][]string{
		"flux-framework.org/v1alpha2 Minicluster":    {kind("Minicluster", "MiniCluster")},
		"flux-framework.org/v1alpha2 MiniClusters":   {kind("MiniClusters", "MiniCluster")},
		"flux-framework.org/v7 MetricsSet":           {kind("MetricsSet", "MetricSet")},
		"fluxframework.org/v1alpha2 MiniCluster":     {group("fluxframework.org/v1alpha2", "MiniCluster", "flux-framework.org/v1alpha2")},
		"Flux-framework.org/v1alpha1 MiniCluster":    {group("Flux-framework.org/v1alpha1", "MiniCluster", "flux-framework.org/v1alpha1")},
		"flux-framwork.org/v2 minicluster":           {group("flux-framwork.org/v2", "minicluster", "flux-framework.org/v1alpha2")},
		"v1alpha2 MiniCluster":                       {group("v1alpha2", "MiniCluster", "flux-framework.org/v1alpha2")},
		"flux-framework/v1alpha2 MiniCluster":        {group("flux-framework/v1alpha2", "MiniCluster", "flux-framework.org/v1alpha2")},
		"flux/v1alpha1 MetricSet":                    {group("flux/v1alpha1", "MetricSet", "flux-framework.org/v1alpha1")},
		"batch/v1 MiniCluster":                       {group("batch/v1", "MiniCluster", "flux-framework.org/v1alpha2")},
		"magalix/v1 ConfigMonitor":                   {warning(group("magalix/v1", "ConfigMonitor", "magalix.com/v1"))},
		"flux-framework.org MiniCluster":             {group("flux-framework.org", "MiniCluster", "flux-framework.org/v1alpha2")},
		"voting.schoolofdevop.com/v1 VoteConfig":     {warning(group("voting.schoolofdevop.com/v1", "VoteConfig", "voting.schoolofdevops.com/v1alpha1"))},
		"voting.example.com/v1 Voteconfig":           {`Voteconfig/x: kind: there is no "Voteconfig" in voting.example.com: did you mean "VoteConfig"?`},
		"latchkey.dev/v1alpha1 Latchky":              {`Latchky/x: kind: there is no "Latchky" in latchkey.dev: did you mean "Latchkey"?`},
		"latchkey.dev/v1alpha1 MiniCluster":          {`MiniCluster/x: kind: there is no "MiniCluster" in latchkey.dev: choose one of "Latchkey", "Study"`},
		"flux-framework.org/v1alpha2 ' '":            {` /x: kind: there is no " " in flux-framework.org: choose one of "MetricSet", "MiniCluster"`},
		"flux-framework.org/v1alpha2 ''":             {`kind: "x" without a kind: choose one of "MetricSet", "MiniCluster"`},
		"flux-framework.org/v1alpha1 StateMachine":   {none("StateMachine")},
		"flux-framework.org/v1alpha2 MicroCluster":   {kind("MicroCluster", "MiniCluster")},
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

// TestLocalSlip misspells an item for tools only, which is never applied.
func TestLocalSlip(t *testing.T) {
	t.Parallel()
	item := "apiVersion: flux-framework.org/v1alpha2\nkind: Template\nmetadata:\n  name: x\n  annotations: {config.kubernetes.io/local-config: \"true\"}\n"
	out := process(t, listOf(set, item), fn.Settings{})
	if fn.HasErrors(out.Results) || len(out.Results) != 1 {
		t.Errorf("%q, want one warning", lines(out))
	}
}
