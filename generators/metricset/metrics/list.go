package metrics

import "slices"

// List returns every metric, sorted by name.
func List() []Metric {
	return []Metric{
		appAmg(),
		appBdas(),
		appCabanapic(),
		appCustom(),
		appHpl(),
		appKripke(),
		appLaghos(),
		appLammps(),
		appLdms(),
		appNekbone(),
		appPennant(),
		appQuicksilver(),
		ioFio(),
		ioIor(),
		ioSysstat(),
		networkChatterbug(),
		networkNetmark(),
		networkOsuBenchmark(),
		perfHpctoolkit(),
		perfSysstat(),
		sysHwloc(),
	}
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
