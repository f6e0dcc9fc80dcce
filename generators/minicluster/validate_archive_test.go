package minicluster_test

import "testing"

func TestValidateArchive(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "an archive in no volume",
			change: spec(func(s *Spec) { s.Archive.Path = "/state/archive.tar.gz" }),
			warnings: problems(
				invalid("spec.archive.path", "/state/archive.tar.gz", `"/state/archive.tar.gz" is in no volume of the runner, so the archive is lost with the pod: mount a volume there`),
			),
		},
		{
			name:   "an archive in a volume",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/archive.tar.gz" }), volume(ContainerVolume{Path: "/state", HostPath: "/data"})),
		},
		{
			name:   "an archive of any name",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/saved" }), volume(ContainerVolume{Path: "/state", ClaimName: "data"})),
		},
		{
			name: "an archive in the inner of two volumes",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/new/a.tar" }), runner(func(c *Container) {
				c.Volumes = map[string]ContainerVolume{"inner": {Path: "/state/new/", ClaimName: "data"}, "outer": {Path: "/state", HostPath: "/data", ReadOnly: true}}
			})),
		},
		{
			name:   "an archive in a volume that is read only",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/a.tar" }), volume(ContainerVolume{Path: "/state", ClaimName: "data", ReadOnly: true})),
			warnings: problems(
				invalid("spec.archive.path", "/state/a.tar", `"/state/a.tar" is in the volume "data", which is mounted readOnly: the state is restored from it and not saved to it; to save it, leave readOnly out`),
			),
		},
		{
			name:   "an archive in a Secret",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/a.tar" }), volume(ContainerVolume{Path: "/state", SecretName: "data"})),
			warnings: problems(
				invalid("spec.archive.path", "/state/a.tar", `"/state/a.tar" is in the volume "data", a ConfigMap or Secret: the state is restored from it and not saved to it; to save it, choose a path in another volume`),
			),
		},
		{
			name:   "an archive that is a directory",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/" }), volume(ContainerVolume{Path: "/state", ClaimName: "data"})),
			errs: problems(
				invalid("spec.archive.path", "/state/", `"/state/" is a directory: name a file in it, for example /state/archive.tar.gz`),
			),
		},
		{
			name:   "an archive that is a mount",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state" }), volume(ContainerVolume{Path: "/state/", ClaimName: "data"})),
			errs: problems(
				invalid("spec.archive.path", "/state", `"/state" is a directory: name a file in it, for example /state/archive.tar.gz`),
			),
		},
		{
			name:   "an archive that is above a mount of ours",
			change: spec(func(s *Spec) { s.Archive.Path = "/mnt" }),
			errs: problems(
				invalid("spec.archive.path", "/mnt", `"/mnt" is a directory: name a file in it, for example /mnt/archive.tar.gz`),
			),
		},
		{
			name:   "an archive with a comma",
			change: all(spec(func(s *Spec) { s.Archive.Path = "/state/a,b.tar" }), volume(ContainerVolume{Path: "/state", ClaimName: "data"})),
			errs: problems(
				invalid("spec.archive.path", "/state/a,b.tar", `"/state/a,b.tar" has a comma, at which Flux splits its options: choose another path`),
			),
		},
		{
			name:   "an archive at a relative path",
			change: spec(func(s *Spec) { s.Archive.Path = "archive.tar.gz" }),
			errs: problems(
				invalid("spec.archive.path", "archive.tar.gz", `"archive.tar.gz" is not an absolute path: begin it with "/"`),
			),
		},
	})
}
