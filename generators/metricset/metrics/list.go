package metrics

import (
	"slices"
	"strings"
)

// List returns every metric, sorted by name.
func List() []Metric {
	all := []Metric{
		appCustom(),
		appHpl(),
		appLammps(),
		appLdms(),
		ioFio(),
		ioIor(),
		ioSysstat(),
		networkChatterbug(),
		networkNetmark(),
		networkOsuBenchmark(),
		perfBpftrace(),
		perfHpctoolkit(),
		perfSysstat(),
		sysHwloc(),
	}
	for _, program := range programs {
		all = append(all, program.metric())
	}
	slices.SortFunc(all, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Named returns the metric with a name.
func Named(name string) (Metric, bool) {
	all := List()
	at := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name })
	if at < 0 {
		return Metric{}, false
	}
	return all[at], true
}

// Names returns the names of all metrics, sorted.
func Names() []string {
	var names []string
	for _, metric := range List() {
		names = append(names, metric.Name)
	}
	return names
}

// AttachedNames returns the names of the metrics that can be attached, sorted.
func AttachedNames() []string {
	var names []string
	for _, metric := range List() {
		if metric.Attached != "" {
			names = append(names, metric.Name)
		}
	}
	return names
}
