package live

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestGang changes a recording so that its set asks for a PodGroup, and expects a line of the status.
func TestGang(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of   string
		edit func(*Objects)
		want string
	}{
		"a gang without nodes": {"unschedulable", func(o *Objects) {
			for at := range o.Pods {
				o.Pods[at].Spec.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("big")}
				for n := range o.Pods[at].Status.Conditions {
					o.Pods[at].Status.Conditions[n].Message = "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, one or more plugins asked to wait and no plugin rejected pod"
				}
			}
		}, "waits for    nodes for all pods of the PodGroup big at once ("},
		"a gang without feature gates": {"running", func(o *Objects) {
			o.JobSets[0].Annotations["latchkey.dev/gang"] = "PodGroup"
		}, "gang         the cluster starts each pod by itself: the feature gate GenericWorkload"},
		"a Job without feature gates": {"job-completed", func(o *Objects) {
			o.Jobs[0].Annotations["latchkey.dev/gang"] = "PodGroup"
		}, "gang         the cluster starts each pod by itself: the feature gate GenericWorkload"},
		"a gang without its PodGroup": {"unschedulable", func(o *Objects) {
			for at := range o.Pods {
				o.Pods[at].Spec.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("big")}
				o.Pods[at].Status.Conditions = nil
			}
		}, "waits for    the PodGroup big: it is not there, or some of its pods are not ("},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if text := printed(t, change(t, c.of, c.edit)); !strings.Contains(text, c.want) {
				t.Errorf("%q is missing in:\n%s", c.want, text)
			}
		})
	}
}
