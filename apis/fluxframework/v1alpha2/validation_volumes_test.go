package v1alpha2_test

import (
	"testing"
)

func TestValidateVolumes(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name: "every source",
			change: all(
				runner(func(c *Container) {
					c.Volumes = map[string]ContainerVolume{
						"a": {Path: "/a", HostPath: "/data"},
						"b": {Path: "/b", ConfigMapName: "conf", Items: map[string]string{"a.conf": "a.conf"}},
						"c": {Path: "/c", ClaimName: "data"},
						"d": {Path: "/d", SecretName: "s"},
						"e": {EmptyDir: true, EmptyDirMedium: "memory", EmptyDirSizeLimit: "64Gi"},
						"f": {Path: "/f", CSIDriver: "csi.example.com", CSIDriverAttributes: map[string]string{"a": "b"}},
					}
				}),
			),
		},
		{
			name:   "no source",
			change: volume(ContainerVolume{Path: "/data"}),
			warnings: problems(
				text("spec.containers[0].volumes[data]", "the volume has no source, so it is an empty directory of the pod: say emptyDir: true if that is meant, else hostPath, claimName, configMapName, secretName or csiDriver"),
			),
		},
		{
			name:   "two sources",
			change: volume(ContainerVolume{Path: "/data", HostPath: "/data", ClaimName: "data"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data]", "hostPath, claimName", "the volume has 2 sources, hostPath and claimName: leave one"),
			),
		},
		{
			name:   "no path",
			change: volume(ContainerVolume{SecretName: "data"}),
			errs: problems(
				required("spec.containers[0].volumes[data].path", "there is no path: say where in the container the volume is mounted, for example /data"),
			),
		},
		{
			name:   "a relative path",
			change: volume(ContainerVolume{Path: "data", SecretName: "data"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].path", "data", `"data" is not an absolute path: begin it with "/"`),
			),
		},
		{
			name:   "the root directory",
			change: volume(ContainerVolume{Path: "/./", SecretName: "data"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].path", "/./", `"/./" would hide the whole image: mount the volume at a directory`),
			),
		},
		{
			name:   "a colon",
			change: volume(ContainerVolume{Path: "/a:b", SecretName: "data"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].path", "/a:b", `"/a:b" has a colon, which container runtimes refuse: choose another path`),
			),
		},
		{
			name:   "a wrong name of a volume",
			change: runner(func(c *Container) { c.Volumes = map[string]ContainerVolume{"My.Data": {EmptyDir: true}} }),
			errs: problems(
				invalid("spec.containers[0].volumes[My.Data]", "My.Data", `"My.Data" cannot be the name of a volume: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
			),
		},
		{
			name:   "a relative hostPath",
			change: volume(ContainerVolume{Path: "/data", HostPath: "data"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].hostPath", "data", `"data" is not an absolute path: begin it with "/"`),
			),
		},
		{
			name:   "a hostPath that goes back",
			change: volume(ContainerVolume{Path: "/data", HostPath: "/data/../etc"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].hostPath", "/data/../etc", `"/data/../etc" goes back with "..", which the server refuses: write the path without it`),
			),
		},
		{
			name: "wrong names of sources",
			change: runner(func(c *Container) {
				c.Volumes = map[string]ContainerVolume{
					"a": {Path: "/a", ConfigMapName: "A"},
					"b": {Path: "/b", ClaimName: "B"},
					"c": {Path: "/c", SecretName: "C"},
					"d": {Path: "/d", CSIDriver: "a_b"},
				}
			}),
			errs: problems(
				invalid("spec.containers[0].volumes[a].configMapName", "A", `"A" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.containers[0].volumes[b].claimName", "B", `"B" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.containers[0].volumes[c].secretName", "C", `"C" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.containers[0].volumes[d].csiDriver", "a_b", `"a_b" is not a driver: use at most 63 letters, digits, "-" and "."`),
			),
		},
		{
			name:   "wrong items",
			change: volume(ContainerVolume{Path: "/data", ConfigMapName: "conf", Items: map[string]string{"a b": "a", "b": "../b", "c": "a", "d": ""}}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].items[a b]", "a b", `"a b" is not allowed here: use letters, digits, "-", "_" and "."`),
				invalid("spec.containers[0].volumes[data].items[b]", "../b", `"../b" leaves the volume: use a path below it, without "/" at the beginning and without ".."`),
				duplicate("spec.containers[0].volumes[data].items[c]", "a", `"a" is the path of "a b" already: choose another`),
				invalid("spec.containers[0].volumes[data].items[d]", "", "an item needs a key and a path: write both, for example app.conf: app.conf"),
			),
		},
		{
			name:   "items of a claim",
			change: volume(ContainerVolume{Path: "/data", ClaimName: "conf", Items: map[string]string{"a": "a"}}),
			warnings: problems(
				invalid("spec.containers[0].volumes[data].items", 1, "they have no effect without configMapName or secretName: name one, or leave them out"),
			),
		},
		{
			name:   "an unknown medium",
			change: volume(ContainerVolume{EmptyDir: true, EmptyDirMedium: "ram"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].emptyDirMedium", "ram", `"ram" is unknown: use "Memory", or leave it out for the node's disk`),
			),
		},
		{
			name:   "a limit that is no quantity",
			change: volume(ContainerVolume{EmptyDir: true, EmptyDirSizeLimit: "64 gigs"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].emptyDirSizeLimit", "64 gigs", `"64 gigs" is not a quantity: write a number of bytes, for example 64Gi`),
			),
		},
		{
			name:   "a negative limit",
			change: volume(ContainerVolume{EmptyDir: true, EmptyDirSizeLimit: "-1"}),
			errs: problems(
				invalid("spec.containers[0].volumes[data].emptyDirSizeLimit", "-1", `"-1" is negative: use 0 or more`),
			),
		},
		{
			name:   "fields of an emptyDir",
			change: volume(ContainerVolume{Path: "/data", ClaimName: "data", EmptyDirMedium: "Memory", EmptyDirSizeLimit: "1Gi"}),
			warnings: problems(
				invalid("spec.containers[0].volumes[data].emptyDirMedium", "Memory", `"Memory" has no effect without emptyDir: true: add it, or leave emptyDirMedium out`),
				invalid("spec.containers[0].volumes[data].emptyDirSizeLimit", "1Gi", `"1Gi" has no effect without emptyDir: true: add it, or leave emptyDirSizeLimit out`),
			),
		},
		{
			name:   "attributes without a driver",
			change: volume(ContainerVolume{Path: "/data", ClaimName: "data", CSIDriverAttributes: map[string]string{"a": "b"}}),
			warnings: problems(
				invalid("spec.containers[0].volumes[data].csiDriverAttributes", 1, "they have no effect without csiDriver: name the driver, or leave them out"),
			),
		},
	})
}
