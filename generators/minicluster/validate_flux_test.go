package minicluster_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateFlux(t *testing.T) {
	t.Parallel()
	judged(t, []row{
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
			name:   "a queue policy of the simple scheduler",
			change: flux(func(f *FluxSpec) { f.Scheduler = Scheduler{Simple: true, QueuePolicy: "easy"} }),
			warnings: problems(
				invalid("spec.flux.scheduler.queuePolicy", "easy", "it has no effect with scheduler.simple: it is for Fluxion; leave one of the two out"),
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
			name:   "a variable with another value",
			change: all(flux(func(f *FluxSpec) { f.Environment = map[string]string{"A": "1"} }), runner(func(c *Container) { c.Environment = map[string]string{"A": "2"} })),
			warnings: problems(
				invalid("spec.flux.environment[A]", "1", `"A" has another value in the runner's environment, which wins: leave one of the two out`),
			),
		},
		{
			name:   "an inline certificate",
			change: flux(func(f *FluxSpec) { f.CurveCert = curveCert }),
		},
		{
			name:   "a certificate that the options leave out",
			change: flux(func(f *FluxSpec) { f.CurveCert = curveCert }),
			opts:   latchkey.Options{Curve: latchkey.CurveCluster},
			warnings: problems(
				text("spec.flux.curveCert", "it has no effect with curve: Cluster: leave the option curve or the certificate out"),
			),
		},
		{
			name:   "a certificate of a single broker",
			change: all(single, flux(func(f *FluxSpec) { f.CurveCert = curveCert })),
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
				invalid("spec.size", int32(4), "curve: None works with one host only, and this set has several: leave the option curve out"),
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
		{
			name:   "the mount path of a key that is not there",
			change: all(single, flux(func(f *FluxSpec) { f.Container.MountPath = "/run/latchkey" })),
		},
		{
			name:   "the mount path of software that is not there",
			change: flux(func(f *FluxSpec) { f.Container = v1alpha2.FluxContainer{Disable: true, MountPath: "/opt/software"} }),
		},
	})
}
