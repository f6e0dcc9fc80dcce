package configmonitor

import (
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// stays says, for the types of workloads whose pods are not replaced when the template changes, why not, and what to do.
// The pods of the types with nil are replaced.
var stays = map[transform.Type]func(*transform.Item) string{
	{Group: "apps", Kind: "Deployment"}:  nil,
	{Group: "apps", Kind: "StatefulSet"}: nil,
	{Group: "apps", Kind: "DaemonSet"}:   nil,

	{Group: "apps", Kind: "ReplicaSet"}:        replicasStay,
	{Group: "", Kind: "ReplicationController"}: replicasStay,
	{Group: "batch", Kind: "Job"}:              jobsStay,
	{Group: "batch", Kind: "CronJob"}:          cronJobsStay,
	{Group: "jobset.x-k8s.io", Kind: "JobSet"}: jobsStay,
	{Group: "", Kind: "Pod"}:                   podsStay,
}

func replicasStay(*transform.Item) string {
	return "since it does not replace the pods that it has: delete them when the ConfigMap changes, or make it a Deployment"
}

func cronJobsStay(*transform.Item) string {
	return "and needs not: its next Job reads the ConfigMap as it is then; a Job that runs when the ConfigMap changes goes on as it is"
}

func podsStay(*transform.Item) string {
	return "since nothing replaces it: delete it and apply it again when the ConfigMap changes, make it a Deployment, or give it a new name, as the option onChange: Rename does for jobs that Latchkey makes"
}

// jobsStay says that a job's pods stay. If Latchkey made the job, it names the option that gives the job a new name.
func jobsStay(item *transform.Item) string {
	rename := "give it a new name, as the option onChange: Rename does for those that Latchkey makes"
	if source := sourceOf(item); source != "" {
		rename = "change " + source + ", too, which gives it a new name with the option onChange: Rename"
	}
	return "since its pods are never replaced: delete it and apply it again when the ConfigMap changes, or " + rename
}

// sourceOf names the source of a generated item, for example "MiniCluster/lammps". It is "" for other items.
func sourceOf(item *transform.Item) string {
	mark, _ := item.At("metadata", "annotations", latchkey.AnnotationSource).(string)
	source, ok := latchkey.ParseMark(mark)
	if !ok {
		return ""
	}
	return source.Kind + "/" + source.Name
}

// matches tells whether one of the item's pod templates has all labels of a selector.
func matches(item *transform.Item, selector map[string]string) bool {
	return slices.ContainsFunc(item.Templates(""), func(template transform.Template) bool {
		return hasAll(template.At("metadata", "labels"), selector)
	})
}

func hasAll(labels any, selector map[string]string) bool {
	for key, value := range selector {
		if transform.At(labels, key) != any(value) {
			return false
		}
	}
	return true
}

// waits says why an item does not roll although its template changes, or "". A Deployment may be paused. A StatefulSet
// or a DaemonSet may wait until somebody deletes its pods.
func waits(item *transform.Item) string {
	switch {
	case item.At("spec", "paused") == any(true):
		return "spec.paused"
	case item.At("spec", "updateStrategy", "type") == any("OnDelete"):
		return "spec.updateStrategy OnDelete"
	default:
		return ""
	}
}
