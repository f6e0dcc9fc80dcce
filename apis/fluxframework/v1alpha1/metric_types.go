package v1alpha1

import "strings"

// metricType is a type of metric. All metrics of a set must have the same type.
type metricType string

const (
	applicationMetric metricType = "application"
	storageMetric     metricType = "storage"
	standaloneMetric  metricType = "standalone"
)

// typeOf returns the type of a metric, as in converged-computing/metrics-operator (v1alpha1).
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

// storageCommands returns the options of a metric that spec.storage.commands sets. v1alpha1 used no others.
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

// newMetrics do not exist in v1alpha1.
var newMetrics = []string{"app-cabanapic", "app-custom", "sys-hwloc"}
