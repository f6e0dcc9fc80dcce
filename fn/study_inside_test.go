package fn_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestStudyInside wants one set for each cell, which knows how often it runs its command and has the script for it.
func TestStudyInside(t *testing.T) {
	t.Parallel()
	out := ofDocuments(t, strings.Replace(study, "count: 2", "count: 3, inside: true", 1)+"---\n"+varied+"---\n"+follower)
	for _, line := range lines(out) {
		t.Error(line)
	}
	var found []string
	scripts := false
	for _, item := range out.Items {
		content, err := item.JSON()
		if err != nil {
			t.Fatal(err)
		}
		switch item.Kind {
		case "ConfigMap":
			scripts = scripts || typedOf[corev1.ConfigMap](t, content).Data["repeat.sh"] != ""
		case "JobSet":
			set := typedOf[jobset.JobSet](t, content)
			found = append(found, set.Name)
			if _, numbered := set.Labels["latchkey.dev/run"]; numbered || set.Annotations[latchkey.AnnotationRepeat] != "3" {
				t.Errorf("%s: labels %v, annotations %v", set.Name, set.Labels, set.Annotations)
			}
			if !strings.Contains(string(content), `{"name":"LATCHKEY_REPEAT","value":"3"}`) {
				t.Errorf("%s does not repeat its command", set.Name)
			}
		}
	}
	if want := "lammps-1c87c548 lammps-4d0a5e0c lammps-eb8133e0"; len(found) != 4 || !scripts {
		t.Errorf("the sets are %q, want some like %q; repeat.sh is there: %v", found, want, scripts)
	}
}
