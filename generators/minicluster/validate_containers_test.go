package minicluster_test

import (
	"testing"
)

func TestValidateContainers(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "a sidecar called as the set",
			change: withSidecar(func(c *Container) { c.Name = "lammps" }),
			errs: problems(
				duplicate("spec.containers[1].name", "lammps", `"lammps" is the name of the runner, which is called as the set (spec.containers[0].name) already: choose another`),
			),
		},
		{
			name:   "a sidecar called as the view",
			change: withSidecar(func(c *Container) { c.Name = "flux-view" }),
			errs: problems(
				duplicate("spec.containers[1].name", "flux-view", `"flux-view" is the name of the container that brings Flux (spec.flux.container.name) already: choose another`),
			),
		},
		{
			name:   "a sidecar called as the container with the key",
			change: withSidecar(func(c *Container) { c.Name = "keygen" }),
			opts:   job,
			errs: problems(
				duplicate("spec.containers[1].name", "keygen", `"keygen" is the name of the container that makes the key already: choose another`),
			),
		},
		{
			name:   "a sidecar and a service of one name",
			change: all(withSidecar(func(*Container) {}), withService(func(c *Container) { c.Name = "nginx" })),
			errs: problems(
				duplicate("spec.services[0].name", "nginx", `"nginx" is the name of another container (spec.containers[1].name) already: choose another`),
			),
		},
		{
			name:   "a sidecar called as the Service",
			change: all(withSidecar(func(c *Container) { c.Ports = []int32{80} }), spec(func(s *Spec) { s.Network.HeadlessName = "nginx" })),
			errs: problems(
				duplicate("spec.containers[1].name", "nginx", `"nginx" is the name of the set's Service (network.headlessName) already, and a sidecar with ports gets a Service of its own name: choose another`),
			),
		},
		{
			name:   "a sidecar with ports and no name of a Service",
			change: withSidecar(func(c *Container) { c.Name, c.Ports = "1st", []int32{80} }),
			errs: problems(
				invalid("spec.containers[1].name", "1st", `"1st" cannot be the name of a Service, which a sidecar with ports gets: use at most 63 lower-case letters, digits and "-", a letter first`),
			),
		},
		{
			name:   "a service with fields of the runner",
			change: withService(func(c *Container) { c.Launcher, c.Commands.Prefix = true, "time" }),
			warnings: problems(
				invalid("spec.services[0].launcher", true, "it has no effect on a container that does not run Flux: leave it out"),
				invalid("spec.services[0].commands.prefix", "time", "it has no effect on a container that does not run Flux: leave it out"),
			),
		},
		{
			name:   "services with a Job",
			change: withService(func(*Container) {}),
			opts:   job,
			warnings: problems(
				invalid("spec.services", 1, `with workload Job nothing ends the services when the set ends: delete the Job "lammps-services" yourself, or use workload JobSet`),
			),
		},
		{
			name:   "services and the minimal service",
			change: all(withService(func(*Container) {}), flux(func(f *FluxSpec) { f.MinimalService = true })),
			warnings: problems(
				invalid("spec.services", 1, `with flux.minimalService only the lead has a name in DNS, and "lammps-services" has none: leave minimalService out to reach the services by name`),
			),
		},
		{
			name:   "a port twice in a container",
			change: withSidecar(func(c *Container) { c.Ports = []int32{80, 80} }),
			errs: problems(
				duplicate("spec.containers[1].ports[1]", int32(80), "80 is used by containers[1] already, and the containers of a pod share their ports: choose another"),
			),
		},
		{
			name:   "a port twice in a pod",
			change: all(runner(func(c *Container) { c.Ports = []int32{80} }), withSidecar(func(c *Container) { c.Ports = []int32{80} })),
			errs: problems(
				duplicate("spec.containers[1].ports[0]", int32(80), "80 is used by containers[0] already, and the containers of a pod share their ports: choose another"),
			),
		},
		{
			name:   "the port of the broker",
			change: withSidecar(func(c *Container) { c.Ports = []int32{8050} }),
			errs: problems(
				duplicate("spec.containers[1].ports[0]", int32(8050), "8050 is used by the Flux broker already, and the containers of a pod share their ports: choose another"),
			),
		},
		{
			name:   "the port of the broker on the runner",
			change: all(runner(func(c *Container) { c.Ports = []int32{8050, 80} }), withSidecar(func(c *Container) { c.Ports = []int32{8050} })),
			errs: problems(
				duplicate("spec.containers[1].ports[0]", int32(8050), "8050 is used by the Flux broker already, and the containers of a pod share their ports: choose another"),
			),
		},
		{
			name:   "the port of the broker on the runner twice",
			change: runner(func(c *Container) { c.Ports = []int32{8050, 8050} }),
			errs: problems(
				duplicate("spec.containers[0].ports[1]", int32(8050), "8050 is used by containers[0] already, and the containers of a pod share their ports: choose another"),
			),
		},
		{
			name:   "one port in two pods",
			change: all(withSidecar(func(c *Container) { c.Ports = []int32{80} }), withService(func(c *Container) { c.Ports = []int32{80} })),
		},
		{
			name:   "a sidecar called as a container that a Job of one broker does not have",
			change: all(single, withSidecar(func(c *Container) { c.Name = "keygen" })),
			opts:   job,
		},
	})
}
