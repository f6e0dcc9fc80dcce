package minicluster_test

import (
	"strings"
	"testing"
)

func TestValidateCommands(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "a script and a command",
			change: runner(func(c *Container) { c.Commands.Script = "lmp" }),
			errs: problems(
				text("spec.containers[0].commands.script", "the runner has a command too, and a script takes its place: leave one of the two out"),
			),
		},
		{
			name:   "a launcher and a batch",
			change: runner(func(c *Container) { c.Launcher, c.Batch = true, true }),
			errs: problems(
				invalid("spec.containers[0].batch", true, "a launcher cannot be a batch: leave launcher or batch out"),
			),
			warnings: problems(
				invalid("spec.tasks", int32(4), "it has no effect with launcher, where nothing is submitted: leave it out"),
			),
		},
		{
			name:   "a batch of a script",
			change: runner(func(c *Container) { c.Batch, c.Command, c.Commands.Script = true, "", "lmp" }),
			errs: problems(
				text("spec.containers[0].commands.script", "a batch takes its lines from command: write them there, or leave batch out"),
			),
		},
		{
			name:   "options before a command",
			change: runner(func(c *Container) { c.Command = " -N 2 hostname 'a b'" }),
		},
		{
			name:   "options before what a shell has to read",
			change: runner(func(c *Container) { c.Command = "-N 2 hostname && date" }),
			errs: problems(
				text("spec.containers[0].command", `it begins with "-N", an option of flux submit, and so no shell reads it, which it needs: move the options to flux.optionFlags`),
			),
		},
		{
			name:   "options before a line of a batch",
			change: runner(func(c *Container) { c.Command, c.Batch = "-N 2 hostname", true }),
		},
		{
			name:   "a submitCommand that prints no id",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "/usr/bin/flux -v run -N 1" }),
			errs: problems(
				invalid("spec.flux.submitCommand", "/usr/bin/flux -v run -N 1", `"/usr/bin/flux -v run -N 1" does not print the id of one job, by which the output is found: use flux submit, with options if you like, or set launcher: true on the runner, and begin its command with /usr/bin/flux -v run -N 1`),
			),
		},
		{
			name:   "a submitCommand that allocates",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "flux alloc" }),
			errs: problems(
				invalid("spec.flux.submitCommand", "flux alloc", `"flux alloc" does not print the id of one job, by which the output is found: use flux submit, with options if you like, or set launcher: true on the runner, and begin its command with flux alloc`),
			),
		},
		{
			name:   "a submitCommand of an old Flux",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "flux mini submit" }),
		},
		{
			name:   "a submitCommand of an old Flux that prints no id",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "flux mini run" }),
			errs: problems(
				invalid("spec.flux.submitCommand", "flux mini run", `"flux mini run" does not print the id of one job, by which the output is found: use flux submit, with options if you like, or set launcher: true on the runner, and begin its command with flux mini run`),
			),
		},
		{
			name:   "a submitCommand within another",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "flux env flux submit" }),
		},
		{
			name:   "a submitCommand with options",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "/usr/bin/flux -v submit --urgency=20" }),
		},
		{
			name:   "a submitCommand of the user's",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "my-submit --fast" }),
		},
		{
			name:   "a blank command",
			change: runner(func(c *Container) { c.Command = " " }),
			errs: problems(
				invalid("spec.containers[0].command", " ", `" " is blank: write something, or leave it out`),
			),
			warnings: problems(
				invalid("spec.tasks", int32(4), "it has no effect with an interactive set, where nothing is submitted: leave it out"),
			),
		},
		{
			name:   "texts too long for a ConfigMap",
			change: all(runner(func(c *Container) { c.Commands.Pre = strings.Repeat("a", 900<<10) }), withSidecar(func(c *Container) { c.Command = strings.Repeat("b", 100<<10) })),
			errs: problems(
				text("spec.containers[0].commands.pre", "commands, scripts and brokerConfig have 1024003 bytes together and may have 983040: put the largest, which is here, into the image or a volume"),
			),
		},
		{
			name:   "texts too long for kubectl to keep",
			change: runner(func(c *Container) { c.Commands.Pre = strings.Repeat("a", 193<<10) }),
			warnings: problems(
				text("spec.containers[0].commands.pre", "commands, scripts and brokerConfig are too long for kubectl, which keeps at most 262144 bytes of what it applies: use kubectl apply --server-side"),
			),
		},
		{
			name:   "texts too long for kubectl to keep, once they are JSON",
			change: runner(func(c *Container) { c.Commands.Pre = strings.Repeat("\n", 100<<10) + "true" }),
			warnings: problems(
				text("spec.containers[0].commands.pre", "commands, scripts and brokerConfig are too long for kubectl, which keeps at most 262144 bytes of what it applies: use kubectl apply --server-side"),
			),
		},
		{
			name:   "texts that kubectl can keep",
			change: runner(func(c *Container) { c.Commands.Pre = strings.Repeat("a", 191<<10) }),
		},
		{
			name:   "texts that just fit a ConfigMap",
			change: runner(func(c *Container) { c.Command, c.Commands.Pre = "", strings.Repeat("a", 960<<10) }),
			warnings: problems(
				text("spec.containers[0].commands.pre", "commands, scripts and brokerConfig are too long for kubectl, which keeps at most 262144 bytes of what it applies: use kubectl apply --server-side"),
				invalid("spec.tasks", int32(4), "it has no effect with an interactive set, where nothing is submitted: leave it out"),
			),
		},
		{
			name:   "fields of a runner without effect",
			change: runner(func(c *Container) { c.BatchRaw, c.NoWrapEntrypoint, c.Commands.ServicePre = true, true, "a" }),
			warnings: problems(
				invalid("spec.containers[0].batchRaw", true, "it has no effect without batch: set batch: true, or leave it out"),
				invalid("spec.containers[0].noWrapEntrypoint", true, "it has no effect on the runner, which must start the broker: leave it out"),
				text("spec.containers[0].commands.servicePre", "it has no effect on the runner: use commands.pre"),
			),
		},
		{
			name:   "an interactive set with a command",
			change: spec(func(s *Spec) { s.Interactive = true }),
			warnings: problems(
				invalid("spec.interactive", true, "it has no effect beside a command: Flux runs the command and ends with it; leave the command out for a set to connect to"),
			),
		},
		{
			name: "an interactive set",
			change: all(
				runner(func(c *Container) { c.Command, c.Launcher, c.Batch, c.Commands.Prefix = "", true, true, "time" }),
				spec(func(s *Spec) { s.Logging = Logging{Timed: true, Debug: true} }),
				flux(func(f *FluxSpec) { f.SubmitCommand, f.OptionFlags = "flux run", "-o a" }),
			),
			errs: problems(
				invalid("spec.containers[0].batch", true, "a launcher cannot be a batch: leave launcher or batch out"),
			),
			warnings: problems(
				invalid("spec.containers[0].launcher", true, "it has no effect without a command: write one, or leave it out"),
				invalid("spec.containers[0].batch", true, "it has no effect without a command: write the lines of the batch there, or leave it out"),
				invalid("spec.containers[0].commands.prefix", "time", "it has no effect on the lead, which runs no program without a command: write one, or leave it out"),
				invalid("spec.logging.timed", true, "it has no effect without a command: write one, or leave it out"),
				invalid("spec.logging.debug", true, "it has no effect with an interactive set: it adds -vvv to flux submit alone; leave it out"),
				invalid("spec.flux.submitCommand", "flux run", "it has no effect with an interactive set: leave it out"),
				invalid("spec.flux.optionFlags", "-o a", "it has no effect with an interactive set, where nothing is submitted: leave it out"),
				invalid("spec.tasks", int32(4), "it has no effect with an interactive set, where nothing is submitted: leave it out"),
			),
		},
		{
			name:   "a launcher",
			change: all(runner(func(c *Container) { c.Launcher = true }), flux(func(f *FluxSpec) { f.OptionFlags = "-o a" })),
			warnings: problems(
				invalid("spec.flux.optionFlags", "-o a", "it has no effect with launcher, where nothing is submitted: leave it out"),
				invalid("spec.tasks", int32(4), "it has no effect with launcher, where nothing is submitted: leave it out"),
			),
		},
		{
			name:   "a batch",
			change: all(runner(func(c *Container) { c.Batch = true }), spec(func(s *Spec) { s.Logging.Debug = true }), flux(func(f *FluxSpec) { f.SubmitCommand = "flux run" })),
			warnings: problems(
				invalid("spec.logging.debug", true, "it has no effect with batch: it adds -vvv to flux submit alone; leave it out"),
				invalid("spec.flux.submitCommand", "flux run", "it has no effect with batch: leave it out"),
			),
		},
		{
			name: "a sidecar with fields of the runner",
			change: withSidecar(func(c *Container) {
				c.Batch, c.BatchRaw, c.Logs, c.Commands = true, true, "/tmp", Commands{Pre: "a", BrokerPre: "b", WorkerPre: "c"}
			}),
			warnings: problems(
				invalid("spec.containers[1].batch", true, "it has no effect on a container that does not run Flux: leave it out"),
				invalid("spec.containers[1].batchRaw", true, "it has no effect on a container that does not run Flux: leave it out"),
				invalid("spec.containers[1].logs", "/tmp", "it has no effect on a container that does not run Flux: leave it out"),
				text("spec.containers[1].commands.pre", "it has no effect on a sidecar: use commands.servicePre"),
				text("spec.containers[1].commands.brokerPre", "it has no effect on a sidecar: use commands.servicePre, and test JOB_COMPLETION_INDEX for 0"),
				text("spec.containers[1].commands.workerPre", "it has no effect on a sidecar: use commands.servicePre, and test JOB_COMPLETION_INDEX for 0"),
			),
		},
		{
			name:   "a sidecar with a script and a command",
			change: withSidecar(func(c *Container) { c.Commands.Script = "nginx" }),
			warnings: problems(
				text("spec.containers[1].command", "it has no effect beside commands.script, which takes its place: leave one of the two out"),
			),
		},
		{
			name: "a plain sidecar with hooks",
			change: withSidecar(func(c *Container) {
				c.NoWrapEntrypoint, c.Commands = true, Commands{Init: "a", ServicePre: "b", Post: "c", Script: "d"}
			}),
			warnings: problems(
				invalid("spec.containers[1].noWrapEntrypoint", true, "nothing holds this sidecar when its program ends, so Kubernetes starts it again and again: it must run until it is stopped"),
				text("spec.containers[1].commands.init", "it has no effect with noWrapEntrypoint: write it into command, or leave noWrapEntrypoint out"),
				text("spec.containers[1].commands.servicePre", "it has no effect with noWrapEntrypoint: write it into command, or leave noWrapEntrypoint out"),
				text("spec.containers[1].commands.post", "it has no effect with noWrapEntrypoint: write it into command, or leave noWrapEntrypoint out"),
				text("spec.containers[1].commands.script", "it has no effect with noWrapEntrypoint: write it into command, or leave noWrapEntrypoint out"),
			),
		},
		{
			name: "old host names",
			change: runner(func(c *Container) {
				c.Command, c.Environment, c.LifeCycle.PreStopExec = "ssh lammps-0", map[string]string{"HOSTS": "lammps-[0-3]"}, "ping lammps-1.lammps"
			}),
			warnings: problems(
				invalid("spec.containers[0].command", "lammps-0", `"lammps-0" is not a pod of this set: they are called "lammps-m-0-[0-3]"; use that name, or workload Job, which keeps the old ones`),
				invalid("spec.containers[0].environment[HOSTS]", "lammps-[0-3]", `"lammps-[0-3]" is not a pod of this set: they are called "lammps-m-0-[0-3]"; use that name, or workload Job, which keeps the old ones`),
				invalid("spec.containers[0].lifeCycle.preStopExec", "lammps-1", `"lammps-1" is not a pod of this set: they are called "lammps-m-0-[0-3]"; use that name, or workload Job, which keeps the old ones`),
			),
		},
		{
			name:   "old host names with a Job",
			change: runner(func(c *Container) { c.Command = "ssh lammps-0" }),
			opts:   job,
		},
		{
			name:   "host names of a JobSet with a Job",
			change: runner(func(c *Container) { c.Command = "ssh lammps-m-0-1" }),
			opts:   job,
			warnings: problems(
				invalid("spec.containers[0].command", "lammps-m-0-1", `"lammps-m-0-1" is not a pod of this set: with workload Job they are called "lammps-[0-3]"; use that name, or workload JobSet`),
			),
		},
		{
			name:   "names that only look like hosts",
			change: runner(func(c *Container) { c.Command = "ls my-lammps-0 lammps-0-a lammps-m-0-1 lammps-services lammps-[a]" }),
		},
		{
			name:   "the old Service",
			change: runner(func(c *Container) { c.Command = "curl lammps-services.flux-service.default.svc" }),
			warnings: problems(
				invalid("spec.containers[0].command", "flux-service", `"flux-service" is not the Service of this set, which is "lammps": use that name, or set network.headlessName: flux-service`),
			),
		},
		{
			name:   "the old Service, which a saved object has",
			change: func(mc *MiniCluster) { mc.Spec.Network.HeadlessName = "flux-service" },
			warnings: problems(
				invalid("spec.network.headlessName", "flux-service", `older versions of the Flux Operator write this name into every set, and a second set of the namespace with this Service takes the host names of the first away: leave headlessName out, and the Service is called "lammps"`),
			),
		},
		{
			name: "the old Service, which a command needs",
			change: func(mc *MiniCluster) {
				mc.Spec.Network.HeadlessName = "flux-service"
				mc.Spec.Containers[0].Command = "curl lammps-services.flux-service.default.svc"
			},
		},
		{
			name: "the Service of v1alpha1",
			change: func(mc *MiniCluster) {
				mc.Spec.Network.HeadlessName, mc.Legacy.InstallRoot = "flux-service", "/usr"
			},
		},
		{
			name:   "escaped dollars",
			change: runner(func(c *Container) { c.Command, c.Commands.Script = "", "echo \\${HOME}" }),
			warnings: problems(
				text("spec.containers[0].commands.script", "it has a dollar behind a backslash, which the Flux Operator takes away and Latchkey does not: remove the backslash if the variable is meant"),
			),
		},
	})
}
