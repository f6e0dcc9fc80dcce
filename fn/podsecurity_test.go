package fn_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestPodSecurity warns where the rules of a namespace in the package would keep a set without pods.
func TestPodSecurity(t *testing.T) {
	t.Parallel()
	namespace := func(standard string) string {
		return "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: hpc\n  labels:\n    pod-security.kubernetes.io/enforce: " + standard + "\n"
	}
	here := func(object string) string { return inNamespace(object, "hpc") }
	user := strings.Replace(set, "spec:\n", "spec:\n  pod:\n    securityContext: {runAsUser: 1000}\n", 1)
	for name, test := range map[string]struct {
		items []string
		warns bool
	}{
		"baseline":            {[]string{namespace("baseline"), here(set), here(watching("cpu"))}, true},
		"restricted":          {[]string{namespace("restricted"), here(set), here(watching("cpu"))}, true},
		"privileged":          {[]string{namespace("privileged"), here(set), here(watching("cpu"))}, false},
		"no label":            {[]string{namespace(`""`), here(set), here(watching("cpu"))}, false},
		"no namespace":        {[]string{here(set), here(watching("cpu"))}, false},
		"another namespace":   {[]string{namespace("baseline"), set, watching("cpu")}, false},
		"nothing that traces": {[]string{namespace("baseline"), here(set)}, false},
		"never":               {[]string{namespace("baseline"), here(set), here(annotated(watching("cpu"), "latchkey.dev/ptrace", "Never"))}, false},
		"a user":              {[]string{namespace("baseline"), here(user), here(watching("cpu"))}, false},
	} {
		out := process(t, listOf(test.items...), fn.Settings{})
		warned := strings.Contains(strings.Join(lines(out), "\n"), "the container perf-sysstat asks for the capability SYS_PTRACE")
		if warned != test.warns || fn.HasErrors(out.Results) {
			t.Errorf("%s: %q", name, lines(out))
		}
	}
}
