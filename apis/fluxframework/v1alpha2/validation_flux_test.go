package v1alpha2_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
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
			name:   "a mount path of ours",
			change: flux(func(f *FluxSpec) { f.Container.MountPath = "/opt/software/" }),
			errs: problems(
				invalid("spec.flux.container.mountPath", "/opt/software/", `"/opt/software/" is taken: choose another directory, for example /mnt/flux`),
			),
		},
		{
			name:   "a mount path with a colon",
			change: flux(func(f *FluxSpec) { f.Container.MountPath = "/mnt:flux" }),
			errs: problems(
				invalid("spec.flux.container.mountPath", "/mnt:flux", `"/mnt:flux" has a colon or a line end, which paths in PATH cannot have: choose another directory`),
			),
		},
		{
			name:   "a mount path with a comma",
			change: flux(func(f *FluxSpec) { f.Container.MountPath = "/mnt,flux" }),
			errs: problems(
				invalid("spec.flux.container.mountPath", "/mnt,flux", `"/mnt,flux" has a comma, at which Flux splits its options: choose another directory`),
			),
		},
		{
			name:   "a mount path too long for a socket",
			change: flux(func(f *FluxSpec) { f.Container.MountPath = "/" + strings.Repeat("a", 80) }),
			errs: problems(
				invalid("spec.flux.container.mountPath", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `"/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is too long for the socket of Flux, which lies below it: use at most 80 characters`),
			),
		},
		{
			name:   "pythonPath without a view",
			change: flux(func(f *FluxSpec) { f.Container.Disable, f.Container.PythonPath = true, "/usr/lib/python3" }),
			warnings: problems(
				invalid("spec.flux.container.pythonPath", "/usr/lib/python3", "it has no effect with flux.container.disable, which leaves PYTHONPATH alone: set it in the runner's environment"),
			),
		},
		{
			name:   "arch and mungeSecret",
			change: flux(func(f *FluxSpec) { f.Arch, f.MungeSecret = "arm64", "munge" }),
			warnings: problems(
				invalid("spec.flux.arch", "arm64", "it has no effect, since the image decides: name one for your architecture in flux.container.image"),
				invalid("spec.flux.mungeSecret", "munge", "it has no effect, since all brokers belong to one user: leave it out"),
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
			name:   "an unknown topology",
			change: flux(func(f *FluxSpec) { f.Topology = "kary" }),
			errs: problems(
				invalid("spec.flux.topology", "kary", `"kary" is not a topology: use kary:K, binomial, mincrit, mincrit:K or custom, K being a number`),
			),
		},
		{
			name:   "a deep tree and the minimal service",
			change: flux(func(f *FluxSpec) { f.Topology, f.MinimalService = "kary:2", true }),
			errs: problems(
				invalid("spec.flux.topology", "kary:2", `"kary:2" puts brokers below others than the lead, and with minimalService only the lead has a name: leave one of the two out`),
			),
		},
		{
			name:   "a flat tree and the minimal service",
			change: flux(func(f *FluxSpec) { f.Topology, f.MinimalService = "kary:3", true }),
		},
		{
			name:   "an unknown queue policy",
			change: flux(func(f *FluxSpec) { f.Scheduler.QueuePolicy = "fifo" }),
			errs: problems(
				notSupported("spec.flux.scheduler.queuePolicy", "fifo", `"fifo" is unknown: choose one of "conservative", "easy", "fcfs", "hybrid"`),
			),
		},
		{
			name:   "a queue policy of the simple scheduler",
			change: flux(func(f *FluxSpec) { f.Scheduler = Scheduler{Simple: true, QueuePolicy: "easy"} }),
			warnings: problems(
				invalid("spec.flux.scheduler.queuePolicy", "easy", "it has no effect with scheduler.simple: it is for Fluxion; leave one of the two out"),
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
			name:   "a log level of a quiet set",
			change: all(flux(func(f *FluxSpec) { f.LogLevel = new(int32(7)) }), spec(func(s *Spec) { s.Logging.Quiet = true })),
			warnings: problems(
				invalid("spec.flux.logLevel", int32(7), "it has no effect with logging.quiet: leave one of the two out"),
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
			name:   "a variable with another value",
			change: all(flux(func(f *FluxSpec) { f.Environment = map[string]string{"A": "1"} }), runner(func(c *Container) { c.Environment = map[string]string{"A": "2"} })),
			warnings: problems(
				invalid("spec.flux.environment[A]", "1", `"A" has another value in the runner's environment, which wins: leave one of the two out`),
			),
		},
		{
			name:   "an inline certificate",
			change: flux(func(f *FluxSpec) { f.CurveCert = certificate }),
		},
		{
			name:   "no certificate",
			change: flux(func(f *FluxSpec) { f.CurveCert = "a" }),
			errs: problems(
				text("spec.flux.curveCert", `it is not a CURVE certificate: line 1: expected "metadata", "curve", or an indented key = "value"; make one with flux keygen or latchkey keygen`),
			),
		},
		{
			name:   "a certificate that the options leave out",
			change: flux(func(f *FluxSpec) { f.CurveCert = certificate }),
			opts:   latchkey.Options{Curve: latchkey.CurveCluster},
			warnings: problems(
				text("spec.flux.curveCert", "it has no effect with curve: Cluster: leave the option curve or the certificate out"),
			),
		},
		{
			name:   "a certificate of a single broker",
			change: all(single, flux(func(f *FluxSpec) { f.CurveCert = certificate })),
			warnings: problems(
				text("spec.flux.curveCert", "it has no effect: a single broker needs no key; leave it out"),
			),
		},
		{
			name:   "a Secret of a single broker",
			change: all(single, func(mc *MiniCluster) { mc.Legacy.CurveCertSecret = "mine" }),
			warnings: problems(
				invalid("spec.flux.curveCertSecret", "mine", "it has no effect: a single broker needs no key; leave it out"),
			),
		},
		{
			name:   "a Secret of a single broker, by an annotation",
			change: all(single, func(mc *MiniCluster) { mc.Annotations = map[string]string{"latchkey.dev/curve-secret": "mine"} }),
			opts:   latchkey.Options{CurveSecret: "mine"},
			warnings: problems(
				invalid("metadata.annotations[latchkey.dev/curve-secret]", "mine", "it has no effect: a single broker needs no key; leave it out"),
			),
		},
		{
			name:   "a Secret for all sets, a single broker among them",
			change: single,
			opts:   latchkey.Options{CurveSecret: "shared"},
		},
		{
			name: "curve Secret without a Secret",
			opts: latchkey.Options{Curve: latchkey.CurveSecret},
			warnings: problems(
				invalid("metadata.name", "lammps", `curve: Secret takes the key from the Secret "lammps-curve", which must exist: make it with "latchkey keygen lammps-curve -n hpc | kubectl apply -f -", or name another with the option curveSecret`),
			),
		},
		{
			name:   "curve Secret without a Secret, in no namespace",
			change: func(mc *MiniCluster) { mc.Namespace = "" },
			opts:   latchkey.Options{Curve: latchkey.CurveSecret},
			warnings: problems(
				invalid("metadata.name", "lammps", `curve: Secret takes the key from the Secret "lammps-curve", which must exist: make it with "latchkey keygen lammps-curve | kubectl apply -f -", or name another with the option curveSecret`),
			),
		},
		{
			name: "curve None",
			opts: latchkey.Options{Curve: latchkey.CurveNone},
			errs: problems(
				invalid("spec.size", int32(4), "curve: None is for a single host, and there are more: leave the option curve out"),
			),
		},
		{
			name:   "curve None of a single broker",
			change: single,
			opts:   latchkey.Options{Curve: latchkey.CurveNone},
		},
		{
			name: "curve Inline without a certificate",
			opts: latchkey.Options{Curve: latchkey.CurveInline},
			errs: problems(
				required("spec.flux.curveCert", "curve: Inline takes the certificate from here, and there is none: write it here, or leave the option curve out"),
			),
		},
	})
}
