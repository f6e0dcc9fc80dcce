package minicluster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		mc   MiniCluster
		want latchkey.Options
	}{
		"nothing said":  {},
		"backoffLimit":  {MiniCluster{Spec: Spec{BackoffLimit: new(int32(3))}}, latchkey.Options{MaxRestarts: new(int32(3))}},
		"a certificate": {MiniCluster{Spec: Spec{Flux: FluxSpec{CurveCert: "a"}}}, latchkey.Options{Curve: latchkey.CurveInline}},
		"a Secret": {
			MiniCluster{Legacy: v1alpha2.Legacy{CurveCertSecret: "a"}},
			latchkey.Options{Curve: latchkey.CurveSecret, CurveSecret: "a"},
		},
		"bursting": {
			MiniCluster{Spec: Spec{Flux: FluxSpec{Bursting: Bursting{Hostlist: "a"}}}},
			latchkey.Options{Curve: latchkey.CurveSecret},
		},
	} {
		if diff := cmp.Diff(row.want, minicluster.Options(&row.mc)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
