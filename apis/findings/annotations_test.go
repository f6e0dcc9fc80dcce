package findings_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// TestPodAnnotations judges what an API server judges. e2e/differential compares with a real server.
func TestPodAnnotations(t *testing.T) {
	t.Parallel()
	const (
		cost     = "controller.kubernetes.io/pod-deletion-cost"
		appArmor = "container.apparmor.security.beta.kubernetes.io/app"
		pod      = "seccomp.security.alpha.kubernetes.io/pod"
		seccomp  = "container.seccomp.security.alpha.kubernetes.io/app"
		noNumber = " is not a whole number of 32 bits: write one without \"+\" and without zeros before it, for example -100"
		noArmor  = " is not an AppArmor profile: use runtime/default, unconfined or localhost/<profile>"
		noFilter = " is not a seccomp profile: use runtime/default, unconfined or localhost/<file>"
		leaves   = " leaves the directory of the profiles: use a path below it, without \"/\" at the beginning and without \"..\""
	)
	for _, row := range []struct{ key, value, want string }{
		{cost, "0", ""},
		{cost, "-7", ""},
		{cost, "-07", ""},
		{cost, "2147483647", ""},
		{cost, "2147483648", `"2147483648"` + noNumber},
		{cost, "-2147483649", `"-2147483649"` + noNumber},
		{cost, "+7", `"+7"` + noNumber},
		{cost, "07", `"07"` + noNumber},
		{cost, "00", `"00"` + noNumber},
		{cost, "1.0", `"1.0"` + noNumber},
		{cost, "1e2", `"1e2"` + noNumber},
		{cost, " 1", `" 1"` + noNumber},
		{cost, "", `""` + noNumber},
		{cost, "-", `"-"` + noNumber},
		{appArmor, "", ""},
		{appArmor, "runtime/default", ""},
		{appArmor, "unconfined", ""},
		{appArmor, "localhost/", ""},
		{appArmor, "localhost/my/profile", ""},
		{appArmor, "RuntimeDefault", `"RuntimeDefault"` + noArmor},
		{appArmor, "docker/default", `"docker/default"` + noArmor},
		{pod, "runtime/default", ""},
		{pod, "docker/default", ""},
		{pod, "unconfined", ""},
		{pod, "localhost/a/b.json", ""},
		{pod, "", `""` + noFilter},
		{seccomp, "Unconfined", `"Unconfined"` + noFilter},
		{seccomp, "localhost//a", `"/a"` + leaves},
		{seccomp, "localhost/a/../b", `"a/../b"` + leaves},
		{seccomp, "localhost/..a", ""},
		{"kubernetes.io/config.mirror", "", "it is for pods that a kubelet has made by itself, and the server refuses others: leave it out"},
		{"scheduler.alpha.kubernetes.io/tolerations", "", ""},
		{"scheduler.alpha.kubernetes.io/tolerations", "[]", "it has no effect since Kubernetes 1.6: use tolerations of the pod"},
		{"example.com/pod-deletion-cost", "none", ""},
		{"alpha.jobset.sigs.k8s.io/exclusive-topology", "rack", ""},
		{"alpha.jobset.sigs.k8s.io/exclusive-topology", "example.com/rack", ""},
		{"alpha.jobset.sigs.k8s.io/exclusive-topology", "-0", `"-0" is not a label of nodes: name one, for example topology.kubernetes.io/zone`},
		{"alpha.jobset.sigs.k8s.io/exclusive-topology", "", `"" is not a label of nodes: name one, for example topology.kubernetes.io/zone`},
	} {
		var f findings.Findings
		f.PodAnnotations(field.NewPath("here"), map[string]string{row.key: row.value})
		var details []string
		for _, problem := range append(f.Errors, f.Warnings...) {
			details = append(details, problem.Detail)
			if problem.Field != "here["+row.key+"]" {
				t.Errorf("%s: the problem is at %s", row.key, problem.Field)
			}
		}
		if diff := cmp.Diff(row.want, strings.Join(details, "; ")); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", row.key, row.value, diff)
		}
	}
}
