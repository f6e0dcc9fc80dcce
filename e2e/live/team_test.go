//go:build e2e

package live

import (
	"os"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestTeam applies, follows and deletes sets with the rights of the page on a team's rights, as a user who has no others.
func TestTeam(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	page, err := os.ReadFile("../../docs/how-to/team-rights.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- file: team.yaml -->\n```yaml\n")
	whole, _, _ := strings.Cut(rest, "```")
	const onRoles = "- apiGroups: [rbac.authorization.k8s.io]"
	if !strings.Contains(whole, onRoles) {
		t.Fatalf("the page has no rule on roles:\n%s", whole)
	}
	rights := func(user string) string {
		return strings.NewReplacer("name: latchkey\n", "name: "+user+"\n", "name: latchkey}", "name: "+user+"}", "name: edit\n", "name: "+user+"-edit\n",
			"namespace: team", "namespace: "+l.Namespace, "kind: Group, name: team", "kind: User, name: "+user).Replace(whole)
	}
	if _, err := l.Kubectl("", "auth", "can-i", "create", "jobsets.jobset.x-k8s.io", "--as=ann"); err == nil {
		t.Error("ann may create JobSets without the rights of the page")
	}
	l.Must(t, rights("ann"), "apply", "-f", "-")
	before, rule, _ := strings.Cut(rights("bob"), onRoles)
	_, after, _ := strings.Cut(rule, "- apiGroups: [scheduling.k8s.io]")
	l.Must(t, before+"- apiGroups: [scheduling.k8s.io]"+after, "apply", "-f", "-")

	for user, annotations := range map[string]string{"ann": "", "bob": "latchkey.dev/curve-secret: team-key"} {
		if user == "bob" {
			l.Must(t, call(t, l, "", "keygen", "team-key", "--namespace", l.Namespace).out, "apply", "-f", "-")
		}
		set := l.RenderText(t, cluster("of-"+user, "echo the set of "+user, annotations))
		l.Must(t, string(set.Manifest), "apply", "-f", "-", "--as="+user)
		as := "--as=" + user
		call(t, l, "", "logs", "of-"+user, "--wait", "-o", t.TempDir(), insecure, as).wants(t, 0)
		call(t, l, "", "logs", "of-"+user, insecure, as).wants(t, 0, "the set of "+user)
		call(t, l, "", "status", "of-"+user, as).wants(t, 0, "completed")
		call(t, l, "", "delete", "of-"+user, "--yes", as).wants(t, 0, "deleted")
	}
	if out, err := l.Kubectl(string(l.RenderText(t, cluster("of-nobody", "hostname", "")).Manifest), "apply", "-f", "-", "--as=bob"); err == nil || !strings.Contains(out+err.Error(), "roles.rbac.authorization.k8s.io") {
		t.Errorf("bob applies a role: %v, %s", err, out)
	}
}
