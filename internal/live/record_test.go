package live

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestQueuePolicy wants the policy that a set asks for, and none that is not known.
func TestQueuePolicy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		recording string
		add       corev1.EnvVar
		texts     map[string]string
		want      string
	}{
		"the default":     {"completed", corev1.EnvVar{Name: "A"}, nil, "fcfs"},
		"another":         {"completed", corev1.EnvVar{Name: "LATCHKEY_QUEUE_POLICY", Value: "easy"}, nil, "easy"},
		"the simple one":  {"completed", corev1.EnvVar{Name: "LATCHKEY_SIMPLE_SCHEDULER", Value: "true"}, nil, "simple"},
		"a configuration": {"completed", corev1.EnvVar{Name: "A"}, map[string]string{"broker.toml": "[bootstrap]"}, ""},
		"no Flux":         {"metricset", corev1.EnvVar{Name: "A"}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := theSet(t, c.recording)
			set.texts = c.texts
			for _, p := range set.parts {
				if p.role == measured {
					first := &p.spec.Template.Spec.Containers[0]
					first.Env = append([]corev1.EnvVar{c.add}, first.Env...)
				}
			}
			if got := set.Record().QueuePolicy; got != c.want {
				t.Errorf("the policy is %q, want %q", got, c.want)
			}
		})
	}
}

// TestRunOfStudy wants a run of a study to be the set of its own mark, and its command to be found beside the scripts of the
// study.
func TestRunOfStudy(t *testing.T) {
	t.Parallel()
	files := func(name, key, text string) corev1.ConfigMap {
		return corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{key: text}}
	}
	mounted := func(name string) corev1.VolumeProjection {
		return corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{LocalObjectReference: corev1.LocalObjectReference{Name: name}}}
	}
	run := jobset.JobSet{ObjectMeta: metav1.ObjectMeta{Name: "lammps-1a-1", Annotations: map[string]string{
		latchkey.AnnotationSource: "latchkey.dev/Study//scaling", latchkey.AnnotationSet: "flux-framework.org/MiniCluster//lammps-1a-1",
		latchkey.AnnotationParameters: `{"nodes":"1"}`,
	}}}
	run.Spec.ReplicatedJobs = []jobset.ReplicatedJob{{Name: "m"}}
	run.Spec.ReplicatedJobs[0].Template.Spec.Template.Spec.Volumes = []corev1.Volume{{VolumeSource: corev1.VolumeSource{
		Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{mounted("scripts"), mounted("own")}},
	}}}
	set := (&Objects{JobSets: []jobset.JobSet{run}}).Sets()[0]
	set.texts = set.mounted([]corev1.ConfigMap{
		files("scripts", "broker.sh", "#!/bin/bash"), files("own", "lammps-1a-1.command", "lmp"), files("other", "x.command", "other"),
	})
	if diff := cmp.Diff(map[string]string{"broker.sh": "#!/bin/bash", "lammps-1a-1.command": "lmp"}, set.texts); diff != "" {
		t.Errorf("ConfigMaps (-want +got):\n%s", diff)
	}
	if !set.isFlux() || !set.IsCalled("lammps-1a-1") || !set.IsCalled("scaling") || set.IsCalled("lammps") {
		t.Errorf("the set has the mark %q", set.Source)
	}
	if diff := cmp.Diff(map[string]string{latchkey.AnnotationParameters: `{"nodes":"1"}`}, withoutForeign(set.meta.Annotations)); diff != "" {
		t.Errorf("annotations of the record (-want +got):\n%s", diff)
	}
}
