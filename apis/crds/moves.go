package crds

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// moves are the fields of a version of a kind that older definitions of the operators have and today's has not, where a field of today means
// the same. They are from all changes of flux-framework/flux-operator and converged-computing/metrics-operator in config/crd/bases,
// examples/dist and chart. Fields that have no such counterpart have advice.
var moves = map[string][]schema.Move{
	"MiniCluster v1alpha1": slices.Concat(
		ofContainers(
			schema.Move{From: "fluxLogLevel", To: "spec.flux.logLevel"},
			schema.Move{From: "fluxOptionFlags", To: "spec.flux.optionFlags"},
			schema.Move{From: "postStartExec", To: "[].lifeCycle.postStartExec"},
			schema.Move{From: "preCommand", To: "[].commands.pre"},
			schema.Move{From: "securityContext.capabilities.add", To: "[].securityContext.addCapabilities"},
			schema.Move{From: "securityContext.runAsUser", To: "[].fluxUser.uid"},
			schema.Move{From: "volumes.<name>.readonly", To: "[].volumes.<name>.readOnly"},
		),
		[]schema.Move{
			{From: "spec.logging.struct", To: "spec.logging.strict"},
			{From: "spec.podLabels", To: "spec.pod.labels"},
			{From: "spec.test", To: "spec.logging.quiet"},
			{From: "spec.volumes.<name>.class", To: "spec.volumes.<name>.storageClass"},
		},
	),
	"MiniCluster v1alpha2": slices.Concat(
		ofContainers(
			schema.Move{From: "existingVolumes.<name>", To: "[].volumes.<name>"},
			schema.Move{From: "securityContext.addCapabilities", To: "[].securityContext.capabilities.add"}, // of releases 0.2.0 and 0.2.1
			schema.Move{From: "securityContext.fsGroup", To: "spec.pod.securityContext.fsGroup"},
		),
		[]schema.Move{{From: "spec.flux.container.cores"}},
	),
	// Releases 0.0.1 to 0.0.17.2 of the Metrics Operator.
	"MetricSet v1alpha1": {
		{From: "spec.application.completions", To: "spec.completions"},
		{From: "spec.metrics[].completions", To: "spec.metrics[].options.completions", Names: sampled},
		{From: "spec.metrics[].rate", To: "spec.metrics[].options.rate", Names: sampled},
	},
}

// sampled are the metrics of these releases that take samples.
var sampled = []string{"app-ldms", "io-sysstat", "perf-sysstat"}

// ofContainers returns moves of fields of containers, for both lists of containers. To begins with [] where the field stays in its container.
func ofContainers(moves ...schema.Move) (all []schema.Move) {
	for _, list := range []string{"spec.containers", "spec.services"} {
		for _, move := range moves {
			move.From = list + "[]." + move.From
			if strings.HasPrefix(move.To, "[]") {
				move.To = list + move.To
			}
			all = append(all, move)
		}
	}
	return all
}
