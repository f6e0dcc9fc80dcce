package minicluster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestOnChangeRename(t *testing.T) {
	t.Parallel()
	const spec = "{size: 2, containers: [{image: a, command: %s}], services: [{name: db, image: c}]}"
	rename := latchkey.Options{OnChange: latchkey.OnChangeRename}
	before := expand(t, strings.Replace(spec, "%s", "one", 1), rename).fullNames()
	if diff := cmp.Diff(before, expand(t, strings.Replace(spec, "%s", "one", 1), rename).fullNames()); diff != "" {
		t.Errorf("the same content has other names (-first +second):\n%s", diff)
	}
	after := expand(t, strings.Replace(spec, "%s", "two", 1), rename).fullNames()
	var changed []string
	for i, name := range before {
		if after[i] != name {
			changed = append(changed, contentHash.ReplaceAllString(name, "-HASH"))
		}
	}
	if diff := cmp.Diff([]string{"ConfigMap/lammps-entrypoint-HASH", "JobSet/lammps-HASH"}, changed); diff != "" {
		t.Errorf("changed names (-want +got):\n%s", diff)
	}
}

func TestOnChangeRecreate(t *testing.T) {
	t.Parallel()
	var annotated []string
	for _, object := range expand(t, "{size: 2, containers: [{image: a}]}", latchkey.Options{OnChange: latchkey.OnChangeRecreate}) {
		meta := object.(metav1.Object)
		if meta.GetAnnotations()["kustomize.toolkit.fluxcd.io/force"] == "enabled" &&
			meta.GetAnnotations()["argocd.argoproj.io/sync-options"] == "Force=true,Replace=true" {
			annotated = append(annotated, meta.GetName())
		}
	}
	if diff := cmp.Diff([]string{"lammps"}, annotated); diff != "" {
		t.Errorf("objects to create again (-want +got):\n%s", diff)
	}
}

// TestOnChangeOfGang changes a rule of a PodGroup alone. Nobody can change it, so the PodGroup needs another name.
func TestOnChangeOfGang(t *testing.T) {
	t.Parallel()
	for change, isOther := range map[latchkey.OnChange]bool{latchkey.OnChangeFail: false, latchkey.OnChangeRename: true, latchkey.OnChangeRecreate: true} {
		names := map[string]bool{}
		for _, placement := range []string{"lab/rack", "lab/block"} {
			opts := latchkey.Options{OnChange: change, Gang: latchkey.GangPodGroup, Placement: placement}
			all := expand(t, "{size: 2, containers: [{image: a}]}", opts)
			name := podtest.One[*scheduling.PodGroup](t, all).Name
			for _, job := range podtest.One[*jobset.JobSet](t, all).Spec.ReplicatedJobs {
				if group := job.Template.Spec.Template.Spec.SchedulingGroup; job.Name == "m" && *group.PodGroupName != name {
					t.Errorf("%s: the pods are in %s, not in %s", change, *group.PodGroupName, name)
				}
			}
			names[name] = true
		}
		if len(names) == 2 != isOther {
			t.Errorf("%s: the PodGroups are called %v", change, names)
		}
	}
}
