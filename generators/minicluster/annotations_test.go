package minicluster_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestAnnotationsAboutContainers wants these annotations only on pods that have the container: the server refuses others.
func TestAnnotationsAboutContainers(t *testing.T) {
	t.Parallel()
	const prefix = "container.apparmor.security.beta.kubernetes.io/"
	const spec = `{size: 2, pod: {annotations: {example.com/note: a,
  container.apparmor.security.beta.kubernetes.io/lammps: runtime/default,
  container.apparmor.security.beta.kubernetes.io/flux-view: unconfined,
  container.apparmor.security.beta.kubernetes.io/log: unconfined,
  container.apparmor.security.beta.kubernetes.io/web: localhost/web,
  container.apparmor.security.beta.kubernetes.io/keygen: unconfined}},
  containers: [{image: a, runFlux: true}, {name: log, image: b}], services: [{name: web, image: c}]}`
	set, job := expand(t, spec, latchkey.Options{}), expand(t, spec, latchkey.Options{Workload: latchkey.WorkloadJob})
	for name, row := range map[string]struct {
		annotations map[string]string
		want        []string
	}{
		"brokers":          {set.brokers(t).Template.Annotations, []string{"flux-view", "lammps", "log"}},
		"key":              {set.job(t, "keygen").Template.Annotations, []string{"keygen"}},
		"services":         {set.job(t, "services").Template.Annotations, []string{"web"}},
		"brokers of a Job": {podtest.Every[*batchv1.Job](job)[0].Spec.Template.Annotations, []string{"flux-view", "keygen", "lammps", "log"}},
	} {
		var got []string
		for _, key := range slices.Sorted(maps.Keys(row.annotations)) {
			if container, about := strings.CutPrefix(key, prefix); about {
				got = append(got, container)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if row.annotations["example.com/note"] != "a" {
			t.Errorf("%s: another annotation is lost", name)
		}
	}
}
