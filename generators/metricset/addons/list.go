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
		volume[volumeCMOptions]("volume-cm", "mount an existing ConfigMap, read-only"),
		volume[volumeEmptyOptions]("volume-empty", "mount an empty directory of the pod"),
		volume[volumeHostpathOptions]("volume-hostpath", "mount a directory of the node"),
		volume[volumePVCOptions]("volume-pvc", "mount an existing PersistentVolumeClaim"),
		volume[volumeSecretOptions]("volume-secret", "mount an existing Secret"),
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
