package addons

import "slices"

// List returns every addon, sorted by name.
func List() []Addon {
	return []Addon{
		application(),
		commands(),
		perfCommands(),
		perfHpctoolkit(),
		perfMpitrace(),
		volumeCM(),
		volumeEmpty(),
		volumeHostpath(),
		volumePVC(),
		volumeSecret(),
		workloadFlux(),
	}
}

// Named returns the addon with a name.
func Named(name string) (Addon, bool) {
	all := List()
	at := slices.IndexFunc(all, func(a Addon) bool { return a.Name == name })
	if at < 0 {
		return Addon{}, false
	}
	return all[at], true
}

// Names returns the names of all addons, sorted.
func Names() []string {
	var names []string
	for _, addon := range List() {
		names = append(names, addon.Name)
	}
	return names
}
