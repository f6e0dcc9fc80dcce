package v1alpha2_test

import (
	"strings"
	"testing"
)

func TestValidateContainers(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "no container",
			change: spec(func(s *Spec) { s.Containers = nil }),
			errs: problems(
				required("spec.containers", "there is no container: add one, it runs Flux"),
			),
		},
		{
			name:   "no runner",
			change: runner(func(c *Container) { c.RunFlux, c.Name = new(false), "lmp" }),
			errs: problems(
				required("spec.containers", "no container runs Flux: set runFlux: true on the one whose command Flux is to run"),
			),
		},
		{
			name:   "two runners",
			change: withSidecar(func(c *Container) { c.RunFlux = new(true) }),
			errs: problems(
				invalid("spec.containers[1].runFlux", true, "containers[0] runs Flux already, and only one can: set runFlux on one container"),
			),
		},
		{
			name:   "a sidecar without a name",
			change: withSidecar(func(c *Container) { c.Name = "" }),
			errs: problems(
				required("spec.containers[1].name", `a sidecar needs a name: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
			),
		},
		{
			name:   "a sidecar with a wrong name",
			change: withSidecar(func(c *Container) { c.Name = "Nginx" }),
			errs: problems(
				invalid("spec.containers[1].name", "Nginx", `"Nginx" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
			),
		},
		{
			name:   "a service without a name",
			change: withService(func(c *Container) { c.Name = "" }),
			errs: problems(
				required("spec.services[0].name", `a service needs a name: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
			),
		},
		{
			name:   "a service that runs Flux",
			change: withService(func(c *Container) { c.RunFlux = new(true) }),
			errs: problems(
				forbidden("spec.services[0].runFlux", "a service cannot run Flux: move it to spec.containers, or leave runFlux out"),
			),
		},
		{
			name:   "a service with hooks of brokers",
			change: withService(func(c *Container) { c.Commands = Commands{Pre: "a", BrokerPre: "b", WorkerPre: "c"} }),
			errs: problems(
				forbidden("spec.services[0].commands.pre", "a service has no broker: use commands.servicePre or commands.init"),
				forbidden("spec.services[0].commands.brokerPre", "a service has no broker: use commands.servicePre or commands.init"),
				forbidden("spec.services[0].commands.workerPre", "a service has no broker: use commands.servicePre or commands.init"),
			),
		},
		{
			name:   "the default image",
			change: runner(func(c *Container) { c.Image = "" }),
			warnings: problems(
				invalid("spec.containers[0].image", "ghcr.io/rse-ops/accounting:app-latest", `"ghcr.io/rse-ops/accounting:app-latest" is a demonstration whose tag moves: name the image of your application`),
			),
		},
		{
			name:   "a blank in an image",
			change: runner(func(c *Container) { c.Image = "ubuntu: 24.04" }),
			errs: problems(
				invalid("spec.containers[0].image", "ubuntu: 24.04", `"ubuntu: 24.04" has a blank in it: write the image without blanks`),
			),
		},
		{
			name:   "an unknown pull policy",
			change: runner(func(c *Container) { c.ImagePullPolicy = "always" }),
			errs: problems(
				notSupported("spec.containers[0].imagePullPolicy", "always", `"always" is unknown: choose one of "Always", "IfNotPresent", "Never"`),
			),
		},
		{
			name:   "pullAlways and Never",
			change: runner(func(c *Container) { c.PullAlways, c.ImagePullPolicy = true, "Never" }),
			warnings: problems(
				invalid("spec.containers[0].imagePullPolicy", "Never", `"Never" has no effect beside pullAlways, which wins: leave one of the two out`),
			),
		},
		{
			name:   "a wrong pull secret",
			change: runner(func(c *Container) { c.ImagePullSecret = "my_secret" }),
			errs: problems(
				invalid("spec.containers[0].imagePullSecret", "my_secret", `"my_secret" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
			),
		},
		{
			name:   "a relative working directory",
			change: runner(func(c *Container) { c.WorkingDir = "work" }),
			errs: problems(
				invalid("spec.containers[0].workingDir", "work", `"work" is not an absolute path: begin it with "/"`),
			),
		},
		{
			name:   "wrong ports",
			change: withSidecar(func(c *Container) { c.Ports = []int32{0, 65536} }),
			errs: problems(
				invalid("spec.containers[1].ports[0]", int32(0), "0 is not a port: use 1 to 65535"),
				invalid("spec.containers[1].ports[1]", int32(65536), "65536 is not a port: use 1 to 65535"),
			),
		},
		{
			name:   "a wrong variable",
			change: runner(func(c *Container) { c.Environment = map[string]string{"1A": "", "": ""} }),
			errs: problems(
				invalid("spec.containers[0].environment[]", "", `"" is not a variable: give it a name`),
				invalid("spec.containers[0].environment[1A]", "1A", `"1A" is not allowed here: use letters, digits, "_", "-" and ".", no digit first`),
			),
		},
		{
			name: "a variable of ours",
			change: runner(func(c *Container) {
				c.Environment = map[string]string{"LATCHKEY_MODE": "", "JOB_COMPLETION_INDEX": "1"}
			}),
			errs: problems(
				invalid("spec.containers[0].environment[JOB_COMPLETION_INDEX]", "JOB_COMPLETION_INDEX", `"JOB_COMPLETION_INDEX" is set by Latchkey or Kubernetes itself: choose another name`),
				invalid("spec.containers[0].environment[LATCHKEY_MODE]", "LATCHKEY_MODE", `"LATCHKEY_MODE" is set by Latchkey or Kubernetes itself: choose another name`),
			),
		},
		{
			name: "a variable twice",
			change: runner(func(c *Container) {
				c.Environment = map[string]string{"A": "b"}
				c.Secrets = map[string]Secret{"A": {Name: "s", Key: "k"}}
			}),
			errs: problems(
				duplicate("spec.containers[0].secrets[A]", "A", `"A" is in environment too: leave one of the two out`),
			),
		},
		{
			name:   "a wrong secret",
			change: runner(func(c *Container) { c.Secrets = map[string]Secret{"A": {}, "B": {Name: "S", Key: "a/b"}} }),
			errs: problems(
				required("spec.containers[0].secrets[A].name", "there is no Secret: name one of the set's namespace"),
				required("spec.containers[0].secrets[A].key", "there is no key: name the one in the Secret that holds the value"),
				invalid("spec.containers[0].secrets[B].name", "S", `"S" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.containers[0].secrets[B].key", "a/b", `"a/b" is not allowed here: use letters, digits, "-", "_" and "."`),
			),
		},
		{
			name:   "a NUL character",
			change: runner(func(c *Container) { c.Environment = map[string]string{"A": "a\x00b"} }),
			errs: problems(
				text("spec.containers[0].environment[A]", "there is a NUL character in it: remove it"),
			),
		},
		{
			name: "variables as long as Linux allows, and longer",
			change: runner(func(c *Container) {
				c.Environment = map[string]string{"A": strings.Repeat("x", 131069), "B": strings.Repeat("x", 131070)}
			}),
			errs: problems(
				text("spec.containers[0].environment[B]", "it has 131070 bytes and may have 131069, because Linux starts no program with a longer variable: put the text into a file of the image or of a ConfigMap"),
			),
		},
		{
			name:   "an open quote in a prefix",
			change: runner(func(c *Container) { c.Commands.Prefix = "time 'a" }),
			errs: problems(
				invalid("spec.containers[0].commands.prefix", "time 'a", "\"time 'a\" is not a list of shell words (reached EOF without closing quote `'`): close all quotes, and quote characters that mean something to a shell"),
			),
		},
		{
			name:   "a blank prefix",
			change: runner(func(c *Container) { c.Commands.Prefix = " " }),
			errs: problems(
				invalid("spec.containers[0].commands.prefix", " ", `" " has no word: write one, or leave prefix out`),
			),
		},
	})
}
