package generators_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestInclude selects among the objects of a MiniCluster and of the set that is attached to it.
func TestInclude(t *testing.T) {
	t.Parallel()
	for include, want := range map[string]string{
		"":   "Secret ServiceAccount Role RoleBinding ConfigMap ConfigMap NetworkPolicy Service PodGroup JobSet",
		"sj": "NetworkPolicy Service PodGroup JobSet",
		"c":  "Secret ServiceAccount Role RoleBinding ConfigMap ConfigMap",
		"v":  "",
	} {
		opts := latchkey.Options{NetworkPolicy: latchkey.NetworkPolicySet, Gang: latchkey.GangPodGroup}
		if include != "" {
			opts.Include = latchkey.ParseInclude(include)
		}
		two := cluster()
		two.Spec.Size, two.Spec.Containers = new(int32(2)), []v1alpha2.Container{{Image: "ubuntu", Command: "hostname"}}
		objects, errs, _ := generators.Expand(two, opts, metricSet("cpu", nil, nil))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var kinds []string
		for _, object := range objects {
			kinds = append(kinds, fmt.Sprint(object.GetObjectKind().GroupVersionKind().Kind))
		}
		if diff := cmp.Diff(want, strings.Join(kinds, " ")); diff != "" {
			t.Errorf("include %q (-want +got):\n%s", include, diff)
		}
	}
}
