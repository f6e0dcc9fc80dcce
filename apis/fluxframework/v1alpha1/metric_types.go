package v1alpha1

import "strings"

// metricType is a kind of metric. Those of one set must be of one kind.
type metricType string

const (
	applicationMetric metricType = "application"
	storageMetric     metricType = "storage"
	standaloneMetric  metricType = "standalone"
)

// typeOf returns the kind of a metric by its name, as converged-computing/metrics-operator (v1alpha1) had it.
func typeOf(metric string) metricType {
	switch {
	case metric == "perf-sysstat", metric == "perf-hpctoolkit", metric == "app-ldms":
		return applicationMetric
	case strings.HasPrefix(metric, "io-"):
		return storageMetric
	default:
		return standaloneMetric
	}
}

// storageCommands are the options of a metric that spec.storage.commands stands for. v1alpha1 used no others.
func storageCommands(metric string) []string {
	switch metric {
	case "io-fio":
		return []string{"pre", "prefix", "post"}
	case "io-sysstat", "io-ior":
		return []string{"pre", "post"}
	default:
		return nil
	}
}

// newMetrics are those that v1alpha1 did not have.
var newMetrics = []string{"app-cabanapic", "app-custom", "sys-hwloc"}
