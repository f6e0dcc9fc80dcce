package minicluster_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
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

// TestValidateLongTexts has texts that are too long for generators/testdata/findings, where all other rules are.
func TestValidateLongTexts(t *testing.T) {
	t.Parallel()
	const manyBytes = "commands, scripts and brokerConfig are too long for kubectl, which keeps at most 262144 bytes of what it applies: use kubectl apply --server-side"
	for name, row := range map[string]struct{ pre, post, want string }{
		"that kubectl can keep":                    {strings.Repeat("a", 191<<10), "", ""},
		"too long for kubectl":                     {strings.Repeat("a", 193<<10), "", manyBytes},
		"too long for kubectl, once they are JSON": {strings.Repeat("\n", 100<<10) + "true", "", manyBytes},
		"that just fit a ConfigMap":                {strings.Repeat("a", 960<<10-3), "", manyBytes},
		"too long for a ConfigMap together":        {strings.Repeat("a", 900<<10), strings.Repeat("b", 100<<10), "commands, scripts and brokerConfig have 1024003 bytes together and may have 983040: put the largest, which is here, into the image or a volume"},
	} {
		mc := &MiniCluster{ObjectMeta: metav1.ObjectMeta{Name: "lammps"}, Spec: Spec{Containers: []v1alpha2.Container{{
			Image: "lammps:stable", Command: "lmp", Commands: v1alpha2.Commands{Pre: row.pre, Post: row.post},
		}}}}
		minicluster.Default(mc)
		errs, warnings := validated(mc, latchkey.Options{})
		got := strings.Join(apitest.Messages(append(errs, warnings...)...), "\n")
		if want := strings.TrimSuffix("spec.containers[0].commands.pre: "+row.want, "spec.containers[0].commands.pre: "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
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
