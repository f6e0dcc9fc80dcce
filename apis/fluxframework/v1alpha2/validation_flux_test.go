package v1alpha2_test

import (
	"testing"
)

func TestValidateFlux(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name: "a view with wrong fields",
			change: flux(func(f *FluxSpec) {
				f.Container = FluxContainer{Image: "a b", Name: "View", WorkingDir: "a", ImagePullSecret: "A", MountPath: "flux"}
			}),
			errs: problems(
				invalid("spec.flux.container.image", "a b", `"a b" has a blank in it: write the image without blanks`),
				invalid("spec.flux.container.name", "View", `"View" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
				invalid("spec.flux.container.imagePullSecret", "A", `"A" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`),
				invalid("spec.flux.container.workingDir", "a", `"a" is not an absolute path: begin it with "/"`),
				invalid("spec.flux.container.mountPath", "flux", `"flux" is not an absolute path: begin it with "/"`),
			),
		},
		{
			name:   "an open quote in submitCommand",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = `flux submit "` }),
			errs: problems(
				invalid("spec.flux.submitCommand", `flux submit "`, "\"flux submit \\\"\" is not a list of shell words (reached EOF without closing quote `\"`): close all quotes, and quote characters that mean something to a shell"),
			),
		},
		{
			name:   "a blank submitCommand",
			change: flux(func(f *FluxSpec) { f.SubmitCommand = "  " }),
			errs: problems(
				invalid("spec.flux.submitCommand", "  ", `"  " has no word: write a command, or leave it out`),
			),
		},
		{
			name:   "a variable in optionFlags",
			change: flux(func(f *FluxSpec) { f.OptionFlags = "--env=A=$A" }),
			errs: problems(
				invalid("spec.flux.optionFlags", "--env=A=$A", `"--env=A=$A" would have to be expanded by a shell, and no shell reads it: write the value itself, or put single quotes around a $ that is meant`),
			),
		},
		{
			name:   "a pipe in optionFlags",
			change: flux(func(f *FluxSpec) { f.OptionFlags = "-o a | cat" }),
			errs: problems(
				invalid("spec.flux.optionFlags", "-o a | cat", "\"-o a | cat\" is not a list of shell words (`|` is not a valid word): close all quotes, and quote characters that mean something to a shell"),
			),
		},
		{
			name:   "a timeout without a number",
			change: flux(func(f *FluxSpec) { f.ConnectTimeout = new("soon") }),
			errs: problems(
				invalid("spec.flux.connectTimeout", "soon", `"soon" is not a duration of Flux: write a number and ms, s, m, h or d, for example 5s`),
			),
		},
		{
			name:   "a timeout with an unknown unit",
			change: flux(func(f *FluxSpec) { f.ConnectTimeout = new("5 min") }),
			errs: problems(
				invalid("spec.flux.connectTimeout", "5 min", `"5 min" is not a duration of Flux: write a number and ms, s, m, h or d, for example 5s`),
			),
		},
		{
			name:   "no timeout",
			change: flux(func(f *FluxSpec) { f.ConnectTimeout = new("") }),
		},
		{
			name:   "an unknown queue policy",
			change: flux(func(f *FluxSpec) { f.Scheduler.QueuePolicy = "fifo" }),
			errs: problems(
				notSupported("spec.flux.scheduler.queuePolicy", "fifo", `"fifo" is unknown: choose one of "conservative", "easy", "fcfs", "hybrid"`),
			),
		},
		{
			name:   "an unknown log level",
			change: flux(func(f *FluxSpec) { f.LogLevel = new(int32(8)) }),
			errs: problems(
				invalid("spec.flux.logLevel", int32(8), "8 is too large: use 7 or less (level of a message, 0 emergencies to 7 debugging, -1 none)"),
			),
		},
		{
			name:   "a wrong variable",
			change: flux(func(f *FluxSpec) { f.Environment = map[string]string{"A-B": "", "LATCHKEY_X": ""} }),
			errs: problems(
				invalid("spec.flux.environment[A-B]", "A-B", `"A-B" is not allowed here: use letters, digits and "_", no digit first`),
				invalid("spec.flux.environment[LATCHKEY_X]", "LATCHKEY_X", `"LATCHKEY_X" is set by Latchkey or Kubernetes itself: choose another name`),
			),
		},
		{
			name:   "no certificate",
			change: flux(func(f *FluxSpec) { f.CurveCert = "a" }),
			errs: problems(
				text("spec.flux.curveCert", `it is not a CURVE certificate: line 1: expected "metadata", "curve", or an indented key = "value"; write the text of a file that flux keygen makes, or leave it out`),
			),
		},
		{
			name:   "an incomplete lead",
			change: bursting(Bursting{LeadBroker: FluxBroker{Port: 8051}, Clusters: []BurstedCluster{{Name: "cloud"}}}),
			errs: problems(
				required("spec.flux.bursting.leadBroker.address", "there is no address: say at which host name or IPv4 address the lead broker is reached"),
				required("spec.flux.bursting.leadBroker.name", "there is no name: name the lead's set, its host names are made from it"),
				invalid("spec.flux.bursting.leadBroker.size", int32(0), "0 is too small: use 1 or more (number of pods of the lead's set)"),
			),
		},
		{
			name:   "a wrong lead",
			change: bursting(Bursting{LeadBroker: FluxBroker{Address: "tcp://lead:8050", Name: "Root", Size: 1, Port: 70000}, Clusters: []BurstedCluster{{Name: "lammps"}}}),
			errs: problems(
				invalid("spec.flux.bursting.leadBroker.address", "tcp://lead:8050", `"tcp://lead:8050" is not a host name or IPv4 address: write it without port and protocol`),
				invalid("spec.flux.bursting.leadBroker.name", "Root", `"Root" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`),
				invalid("spec.flux.bursting.leadBroker.port", int32(70000), "70000 is too large: use 65535 or less (port of the lead broker)"),
			),
		},
	})
}
