package minicluster_test

import (
	"testing"
)

func TestValidateVolumes(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "a path of ours",
			change: volume(ContainerVolume{Path: "/mnt/flux/", SecretName: "data"}),
			errs: problems(
				duplicate("spec.containers[0].volumes[data].path", "/mnt/flux/", `"/mnt/flux/" is mounted by Latchkey itself already: choose another path`),
			),
		},
		{
			name:   "a path of the key",
			change: volume(ContainerVolume{Path: "/run/latchkey", SecretName: "data"}),
			errs: problems(
				duplicate("spec.containers[0].volumes[data].path", "/run/latchkey", `"/run/latchkey" is mounted by Latchkey itself already: choose another path`),
			),
		},
		{
			name: "one path twice",
			change: runner(func(c *Container) {
				c.Volumes = map[string]ContainerVolume{"a": {EmptyDir: true}, "b": {Path: "/dev/shm", EmptyDir: true}}
			}),
			errs: problems(
				duplicate("spec.containers[0].volumes[b].path", "/dev/shm", `"/dev/shm" is mounted by the volume a already: choose another path`),
			),
		},
		{
			name:   "software without a view",
			change: all(volume(ContainerVolume{Path: "/opt/software", ClaimName: "data"}), flux(func(f *FluxSpec) { f.Container.Disable = true })),
		},
		{
			name:   "one name in two containers",
			change: twoVolumes(ContainerVolume{Path: "/data", HostPath: "/a"}, ContainerVolume{Path: "/data", HostPath: "/b"}),
			warnings: problems(
				text("spec.containers[1].volumes[data]", `"data" is another volume than that of containers[0], which has another hostPath: say the same in both to share one volume, or choose another name`),
			),
		},
		{
			name:   "an emptyDir with a limit in one of two containers",
			change: twoVolumes(ContainerVolume{EmptyDir: true}, ContainerVolume{EmptyDir: true, EmptyDirMedium: "Memory", EmptyDirSizeLimit: "1Gi"}),
			warnings: problems(
				text("spec.containers[1].volumes[data]", `"data" is another volume than that of containers[0], which has another emptyDirMedium and emptyDirSizeLimit: say the same in both to share one volume, or choose another name`),
			),
		},
		{
			name:   "volumes of two kinds",
			change: twoVolumes(ContainerVolume{Path: "/data", ClaimName: "data"}, ContainerVolume{Path: "/data", ConfigMapName: "data", Items: map[string]string{"a": "a"}}),
			warnings: problems(
				text("spec.containers[1].volumes[data]", `"data" is another volume than that of containers[0], which has another configMapName and items and claimName: say the same in both to share one volume, or choose another name`),
			),
		},
		{
			name: "one volume in two containers",
			change: twoVolumes(
				ContainerVolume{EmptyDir: true, EmptyDirMedium: "memory", EmptyDirSizeLimit: "1Gi"},
				ContainerVolume{Path: "/data", ReadOnly: true, EmptyDir: true, EmptyDirMedium: "Memory", EmptyDirSizeLimit: "1024Mi"},
			),
		},
		{
			name:   "one name in two pods",
			change: all(volume(ContainerVolume{Path: "/data", HostPath: "/a"}), withService(func(c *Container) { c.Volumes = map[string]ContainerVolume{"data": {Path: "/data", HostPath: "/b"}} })),
		},
		{
			name: "a volume of a service",
			change: withService(func(c *Container) {
				c.Command, c.Volumes = "mongod", map[string]ContainerVolume{"data": {Path: "/flux_operator", SecretName: "a"}}
			}),
			errs: problems(
				duplicate("spec.services[0].volumes[data].path", "/flux_operator", `"/flux_operator" is mounted by Latchkey itself already: choose another path`),
			),
		},
		{
			name: "a path of the scripts in a service that starts by its image",
			change: withService(func(c *Container) {
				c.Volumes = map[string]ContainerVolume{"data": {Path: "/flux_operator", SecretName: "a"}}
			}),
		},
		{
			name:   "a path of the key where there is no key",
			change: all(single, volume(ContainerVolume{Path: "/run/latchkey", SecretName: "data"})),
		},
		{
			name:   "a path of the key that the pods of a Job make",
			change: volume(ContainerVolume{Path: "/run/latchkey-key", SecretName: "data"}),
			opts:   job,
			errs: problems(
				duplicate("spec.containers[0].volumes[data].path", "/run/latchkey-key", `"/run/latchkey-key" is mounted by Latchkey itself already: choose another path`),
			),
		},
		{
			name:   "a path of the key that the pods of a JobSet do not make",
			change: volume(ContainerVolume{Path: "/run/latchkey-key", SecretName: "data"}),
		},
	})
}

// twoVolumes gives the runner and a sidecar one volume each, both with the same name.
func twoVolumes(first, second ContainerVolume) change {
	return all(volume(first), withSidecar(func(c *Container) { c.Volumes = map[string]ContainerVolume{"data": second} }))
}
