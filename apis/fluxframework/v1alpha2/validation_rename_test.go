package v1alpha2_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

func TestValidateRename(t *testing.T) {
	t.Parallel()
	rename := latchkey.Options{OnChange: latchkey.OnChangeRename, CurveSecret: "shared"}
	name := strings.Repeat("a", 44)
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
	})
}
