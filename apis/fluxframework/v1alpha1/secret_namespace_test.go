package v1alpha1_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestSecretNamespace asks whose Secret a driver is made to use.
func TestSecretNamespace(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ set, secret, err, warning string }{
		{"hpc", "hpc", "", ""},
		{"hpc", "", "", ""}, // upstream's default is "default"
		{"hpc", "default", "", ""},
		{"", "storage", "", ""}, // nobody knows yet where the set goes
		{"hpc", "storage", "", `"storage" is another namespace, `},
		{"hpc", "kube-system", `"kube-system" is a namespace of Kubernetes itself, `, ""},
		{"", "kube-public", `"kube-public" is a namespace of Kubernetes itself, `, ""},
	} {
		mc := newSet()
		mc.Namespace = row.set
		volume(v1alpha1.Volume{Path: "/data", StorageClass: new("a"), Driver: "b", Secret: "c", SecretNamespace: row.secret})(&mc.Spec)
		mc.Default()
		errs, warnings := mc.Validate(latchkey.Options{})
		for _, side := range []struct {
			want string
			got  []string
		}{{row.err, texts(errs)}, {row.warning, texts(warnings)}} {
			if (side.want != "") != (len(side.got) == 1) || !strings.Contains(strings.Join(side.got, ""), side.want) {
				t.Errorf("set in %q, Secret in %q: %q, want %q", row.set, row.secret, side.got, side.want)
			}
		}
	}
}

func texts(problems field.ErrorList) []string {
	var texts []string
	for _, problem := range problems {
		texts = append(texts, problem.Field+": "+problem.Detail)
	}
	return texts
}
