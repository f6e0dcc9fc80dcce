package minicluster_test

import (
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateBrokerConfigurations(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "a configuration",
			change: config(whole),
		},
		{
			name:   "no TOML",
			change: config("a = ["),
			errs: problems(
				text("spec.flux.brokerConfig", "it is not TOML: line 1, column 6: expected character ] but the document ended here: correct it"),
			),
		},
		{
			name:   "a key twice",
			change: config("a = 1\na = 2"),
			errs: problems(
				text("spec.flux.brokerConfig", "it is not TOML: key a is already defined: correct it"),
			),
		},
		{
			name:   "no bootstrap",
			change: config("[access]"),
			errs: problems(
				text("spec.flux.brokerConfig", `it has no [bootstrap], without which the brokers do not find each other: add one with curve_cert and hosts = [{host = "lammps-m-0-[0-3]"}]`),
			),
		},
		{
			name:   "no bootstrap of a single broker",
			change: all(single, config("[access]")),
		},
		{
			name:   "a bootstrap that is no table",
			change: config("bootstrap = 1"),
			errs: problems(
				text("spec.flux.brokerConfig", "bootstrap is not a table: write [bootstrap] on a line of its own"),
			),
		},
		{
			name:   "no certificate and no hosts",
			change: config("[bootstrap]"),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] has no curve_cert, which Flux wants of more than one host: add curve_cert = "/run/latchkey/curve.cert"`),
				text("spec.flux.brokerConfig", `[bootstrap] lists no hosts: add hosts = [{host = "lammps-m-0-[0-3]"}]`),
			),
		},
		{
			name:   "old hosts",
			change: config(bootstrap(`hosts = [{host="lammps-0"}, {host="lammps-[1-3]"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts name "lammps-0", which is no pod of this set, and leave out the pod "lammps-m-0-0": list "lammps-m-0-[0-3]"`),
			),
		},
		{
			name:   "old hosts of a Job",
			change: config(bootstrap(`hosts = [{host="lammps-[0-3]"}]`)),
			opts:   job,
		},
		{
			name:   "a pod left out",
			change: config(bootstrap(`hosts = [{host="lammps-m-0-[0-2]"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts leave out the pod "lammps-m-0-3": list "lammps-m-0-[0-3]"`),
			),
		},
		{
			name:   "a host too many",
			change: config(bootstrap(`hosts = [{host="lammps-m-0-[0-4]"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts name "lammps-m-0-4", which is no pod of this set: list "lammps-m-0-[0-3]" alone`),
			),
		},
		{
			name:   "another pod first",
			change: config(bootstrap(`hosts = [{host="lammps-m-0-[1-3]"}, {host="lammps-m-0-0"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts begin with "lammps-m-0-1", and the first host leads: begin with "lammps-m-0-0"`),
			),
		},
		{
			name:   "hosts in tables of their own",
			change: config("[bootstrap]\ncurve_cert = \"/run/latchkey/curve.cert\"\n[[bootstrap.hosts]]\nhost = \"lammps-m-0-[0-3]\"\nparent = \"lammps-m-0-0\"\n"),
		},
		{
			name:   "a hostlist that is none",
			change: config(bootstrap(`hosts = [{host="lammps-[0-"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts[0] host: "lammps-[0-": write one pair of brackets, for example node-[0-3]`),
			),
		},
		{
			name:   "an entry that is no table",
			change: config(bootstrap(`hosts = ["lammps-m-0-[0-3]"]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts[0] is not a table: write {host = "..."}`),
			),
		},
		{
			name:   "an unknown key of an entry",
			change: config(bootstrap(`hosts = [{name="lammps-m-0-[0-3]"}]`)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] hosts[0] has "name", and Flux only takes the texts "bind", "connect", "host", "parent": correct it`),
			),
		},
		{
			name:   "unknown keys and wrong types",
			change: config(bootstrap("port = 1\ndefault_port = \"8050\"\n" + hosts)),
			errs: problems(
				text("spec.flux.brokerConfig", "[bootstrap] default_port is not a number: write a number"),
				text("spec.flux.brokerConfig", `[bootstrap] has "port", which Flux does not know: use "curve_cert", "default_bind", "default_connect", "default_port", "enable_ipv6", "hosts"`),
			),
		},
		{
			name:   "a port too large",
			change: config(bootstrap("default_port = 65536\n" + hosts)),
			errs: problems(
				text("spec.flux.brokerConfig", "[bootstrap] default_port is 65536: use 0 to 65535"),
			),
		},
		{
			name:   "wrong addresses",
			change: config(bootstrap("default_bind = \"eth0\"\ndefault_connect = \"tcp://%h:*\"\n" + hosts)),
			errs: problems(
				text("spec.flux.brokerConfig", `[bootstrap] default_bind is "eth0": write tcp:// or ipc:// and an address, for example tcp://*:%p`),
				text("spec.flux.brokerConfig", `[bootstrap] default_connect is "tcp://%h:*", and brokers must know the port: write %p for default_port`),
			),
		},
		{
			name:   "another domain",
			change: config(bootstrap("default_connect = \"tcp://%h.flux-service.hpc.svc:%p\"\n" + hosts)),
			warnings: problems(
				invalid("spec.flux.brokerConfig", "tcp://%h.flux-service.hpc.svc:%p", `[bootstrap] default_connect looks for pods in the domain "flux-service", and theirs is "lammps": write "%h.lammps" there, or set network.headlessName`),
			),
		},
		{
			name:   "other files",
			change: config("[resource]\npath = \"/etc/R\"\n[bootstrap]\ncurve_cert = \"/etc/curve.cert\"\n" + hosts),
			warnings: problems(
				invalid("spec.flux.brokerConfig", "/etc/curve.cert", `[bootstrap] curve_cert is "/etc/curve.cert", and the certificate is in "/run/latchkey/curve.cert": write that, unless a hook or volume puts one there`),
				invalid("spec.flux.brokerConfig", "/etc/R", `[resource] path is "/etc/R", and the resources are in "/mnt/flux/config/etc/flux/system/R": write that, unless a hook or volume puts a file there`),
			),
		},
		{
			name:   "a queue policy beside it",
			change: all(config(whole), flux(func(f *FluxSpec) { f.Scheduler.QueuePolicy = "easy" })),
			warnings: problems(
				invalid("spec.flux.scheduler.queuePolicy", "easy", "it has no effect beside brokerConfig: write it there, as queue-policy in [sched-fluxion-qmanager]"),
			),
		},
		{
			name:   "no certificate where there is none",
			change: config("[bootstrap]\n" + hosts + "\n"),
			opts:   latchkey.Options{Curve: latchkey.CurveNone},
			errs: problems(
				invalid("spec.size", int32(4), "curve: None works with one host only, and this set has several: leave the option curve out"),
			),
		},
	})
}
