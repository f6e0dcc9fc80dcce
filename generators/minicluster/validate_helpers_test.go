package minicluster_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

type (
	MiniCluster     = v1alpha2.MiniCluster
	Spec            = v1alpha2.MiniClusterSpec
	Container       = v1alpha2.Container
	ContainerVolume = v1alpha2.ContainerVolume
	Commands        = v1alpha2.Commands
	Secret          = v1alpha2.Secret
	Logging         = v1alpha2.Logging
	PodSpec         = v1alpha2.PodSpec
	FluxSpec        = v1alpha2.FluxSpec
	FluxBroker      = v1alpha2.FluxBroker
	Scheduler       = v1alpha2.Scheduler
	Bursting        = v1alpha2.Bursting
	BurstedCluster  = v1alpha2.BurstedCluster
)

// row is a change of a set of four pods, and the mistakes that it makes.
type row struct {
	name           string
	change         change
	opts           latchkey.Options
	errs, warnings field.ErrorList
}

// validated returns the mistakes in the fields of a set and in its objects.
func validated(mc *MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	opts = minicluster.Options(mc).Merge(opts)
	opts.Default()
	return minicluster.Validate(mc, opts)
}

func judged(t *testing.T, all []row) {
	t.Helper()
	for _, row := range all {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			validate := func(mc *MiniCluster) (errs, warnings field.ErrorList) { return validated(mc, row.opts) }
			check(t, row.change, validate, row.errs, row.warnings)
		})
	}
}

// single makes a set of one broker.
func single(mc *MiniCluster) { mc.Spec.Size, mc.Spec.Tasks = new(int32(1)), new(int32(1)) }

// config gives the set a configuration of its own.
func config(text string) change {
	return flux(func(f *FluxSpec) { f.BrokerConfig = text })
}

// bootstrap is a configuration with a certificate, and with more lines.
func bootstrap(lines string) string {
	return "[bootstrap]\ncurve_cert = \"/run/latchkey/curve.cert\"\n" + lines
}

const hosts = `hosts = [{host="lammps-m-0-[0-3]"}]`

// whole is a complete configuration.
const whole = `
[resource]
path = "/mnt/flux/config/etc/flux/system/R"

[bootstrap]
curve_cert = "/mnt/flux/config/curve/curve.cert"
default_port = 8050
default_bind = "tcp://*:%p"
default_connect = "tcp://%h.lammps:%p"
hosts = [{host="lammps-m-0-0", bind="tcp://*:8050", connect="tcp://lammps-m-0-0.lammps:8050"}, {host="lammps-m-0-[1-3]"}]
`

// curveCert holds a key pair made for these tests.
const curveCert = `# for tests
metadata
    name = "test"
curve
    public-key = "}D{Y3<amLLl*TIt>@b*umPD-nBr#I}[PnV!lZBkW"
    secret-key = "5khD%TixeW<j<6ssPNG>s<nY1E}5)fyk@TI)g8Xu"
`

var (
	job    = latchkey.Options{Workload: latchkey.WorkloadJob}
	shared = latchkey.Options{CurveSecret: "shared"}
	lead   = FluxBroker{Address: "lead.example.com", Name: "root", Size: 2}
)
