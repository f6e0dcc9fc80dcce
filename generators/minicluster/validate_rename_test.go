package minicluster_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateRename(t *testing.T) {
	t.Parallel()
	rename := latchkey.Options{OnChange: latchkey.OnChangeRename, CurveSecret: "shared"}
	renameJob := rename
	renameJob.Workload = latchkey.WorkloadJob
	name := strings.Repeat("a", 44)
	const renamed = ` is not a pod of this set: with onChange: Rename their names hold a hash that changes with the set; take them from "flux getattr hostlist", or use another onChange`
	renamedHosts := problems(
		invalid("spec.containers[0].command", "lammps-0", `"lammps-0"`+renamed),
		invalid("spec.containers[0].environment[HOSTS]", "lammps-m-0-[0-3]", `"lammps-m-0-[0-3]"`+renamed),
		invalid("spec.containers[0].lifeCycle.preStopExec", "lammps-m-0-1", `"lammps-m-0-1"`+renamed),
	)
	judged(t, []row{
		{
			name: "a set",
			opts: rename,
		},
		{
			name:   "a name too long with its hash",
			change: named(name),
			opts:   rename,
			errs: problems(
				invalid("metadata.name", name, `"`+name+`" is too long: "`+name+`-xxxxxxxx-m-0-3-xxxxx", the name of a pod, with the suffix that Kubernetes adds, has 65 characters and may have 63: use a name shorter by 2`),
			),
		},
		{
			name:   "a burst",
			change: bursting(Bursting{Clusters: []BurstedCluster{{}}}),
			opts:   rename,
			errs: problems(
				forbidden("spec.flux.bursting", "other sets know the hosts of this one by name, and with onChange: Rename they are called otherwise after every change: use another onChange"),
			),
		},
		{
			name: "host names in a configuration",
			change: config(`
[resource]
path = "/mnt/flux/config/etc/flux/system/R"
[bootstrap]
curve_cert = "/mnt/flux/config/curve/curve.cert"
default_port = 8050
default_bind = "tcp://*:%p"
default_connect = "tcp://%h.lammps:%p"
hosts = [ { host = "lammps-m-0-[0-3]" } ]
`),
			opts: rename,
			errs: problems(
				forbidden("spec.flux.brokerConfig", "it names the hosts, and with onChange: Rename they are called otherwise after every change: leave it out, or use another onChange"),
			),
		},
		{
			name: "a host in the configuration of one",
			change: all(spec(func(s *Spec) { s.Size = new(int32(1)) }), config(`
[resource]
path = "/mnt/flux/config/etc/flux/system/R"
[bootstrap]
hosts = [ { host = "lammps-m-0-0" } ]
`)),
			opts: rename,
			errs: problems(
				text("spec.flux.brokerConfig", "[bootstrap] lists hosts, and with onChange: Rename they are called otherwise after every change: leave hosts out, or use another onChange"),
			),
		},
		{
			name: "host names in texts",
			change: runner(func(c *Container) {
				c.Command, c.Environment = "ssh lammps-0", map[string]string{"HOSTS": "lammps-m-0-[0-3]", "SERVICE": "lammps-services"}
				c.LifeCycle.PreStopExec = "ping lammps-m-0-1.lammps"
			}),
			opts:     rename,
			warnings: renamedHosts,
		},
		{
			name: "host names in texts of a Job",
			change: runner(func(c *Container) {
				c.Command, c.Environment = "ssh lammps-0", map[string]string{"HOSTS": "lammps-m-0-[0-3]"}
				c.LifeCycle.PreStopExec = "ping lammps-m-0-1.lammps"
			}),
			opts:     renameJob,
			warnings: renamedHosts,
		},
		{
			name:   "a host name with a hash",
			change: runner(func(c *Container) { c.Command = "ssh lammps-12345678-m-0-0" }),
			opts:   rename,
		},
		{
			name:   "services with a Job",
			change: withService(func(*Container) {}),
			opts:   renameJob,
			warnings: problems(
				invalid("spec.services", 1, `with workload Job nothing ends the services when the set ends: delete the Job "lammps-services-<hash>" yourself, or use workload JobSet`),
			),
		},
		{
			name:   "a configuration without hosts",
			change: config("[exec]\n"),
			opts:   rename,
			errs: problems(
				forbidden("spec.flux.brokerConfig", "it names the hosts, and with onChange: Rename they are called otherwise after every change: leave it out, or use another onChange"),
			),
		},
		{
			name:   "a configuration with an empty list of hosts",
			change: config(bootstrap("hosts = []\n")),
			opts:   rename,
			errs: problems(
				forbidden("spec.flux.brokerConfig", "it names the hosts, and with onChange: Rename they are called otherwise after every change: leave it out, or use another onChange"),
			),
		},
		{
			name:   "a burst with hosts of its own",
			change: bursting(Bursting{Hostlist: "lammps-m-0-0,cloud-[0-3]"}),
			opts:   rename,
			errs: problems(
				forbidden("spec.flux.bursting", "other sets know the hosts of this one by name, and with onChange: Rename they are called otherwise after every change: use another onChange"),
			),
		},
	})
}
