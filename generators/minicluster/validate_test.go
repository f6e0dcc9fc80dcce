package minicluster_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

type (
	MiniCluster = v1alpha2.MiniCluster
	Spec        = v1alpha2.MiniClusterSpec
	FluxSpec    = v1alpha2.FluxSpec
	Bursting    = v1alpha2.Bursting
)

// validated returns what is found in a set with options.
func validated(mc *MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	opts = minicluster.Options(mc).Merge(opts)
	opts.Default()
	return minicluster.Validate(mc, opts)
}

// TestValidateSecretOfManySets wants no warning if an option from outside names a Secret that a single broker does not need.
func TestValidateSecretOfManySets(t *testing.T) {
	t.Parallel()
	mc := &MiniCluster{ObjectMeta: metav1.ObjectMeta{Name: "lammps"}, Spec: Spec{Containers: []v1alpha2.Container{{Image: "lammps:stable", Command: "lmp"}}}}
	minicluster.Default(mc)
	if errs, warnings := validated(mc, latchkey.Options{CurveSecret: "shared"}); len(errs)+len(warnings) > 0 {
		t.Errorf("%v, %v", errs, warnings)
	}
}
