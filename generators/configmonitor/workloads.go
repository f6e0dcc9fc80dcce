package configmonitor

import (
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// typeName identifies a type of object in any version.
type typeName struct{ group, kind string }

// A workload is a type of object with pods.
type workload struct {
	// stays says why an item's pods are not replaced when the template changes, and what to do. It is nil for types
	// whose pods are replaced.
	stays func(*transform.Item) string
	// labels returns the labels of each of its pod templates.
	labels func(*transform.Item) []any
}

var workloads = map[typeName]workload{
	{"apps", "Deployment"}:  {labels: ofTemplate},
	{"apps", "StatefulSet"}: {labels: ofTemplate},
	{"apps", "DaemonSet"}:   {labels: ofTemplate},

	{"apps", "ReplicaSet"}:        {labels: ofTemplate, stays: replicasStay},
	{"", "ReplicationController"}: {labels: ofTemplate, stays: replicasStay},
	{"batch", "Job"}:              {labels: ofTemplate, stays: jobsStay},
	{"batch", "CronJob"}:          {labels: ofCronJob, stays: cronJobsStay},
	{"jobset.x-k8s.io", "JobSet"}: {labels: ofJobSet, stays: jobsStay},
	{"", "Pod"}:                   {labels: ofPod, stays: podsStay},
}

// rolls tells whether the pods are replaced when the template changes.
func (w workload) rolls() bool { return w.stays == nil }

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
	parts := strings.Split(mark, "/") // group, kind, namespace, name
	if len(parts) != 4 {
		return ""
	}
	return parts[1] + "/" + parts[3]
}

func ofTemplate(item *transform.Item) []any {
	return []any{item.At("spec", "template", "metadata", "labels")}
}

func ofCronJob(item *transform.Item) []any {
	return []any{item.At("spec", "jobTemplate", "spec", "template", "metadata", "labels")}
}

func ofJobSet(item *transform.Item) []any {
	var all []any
	jobs, _ := item.At("spec", "replicatedJobs").([]any)
	for _, job := range jobs {
		all = append(all, transform.At(job, "template", "spec", "template", "metadata", "labels"))
	}
	return all
}

func ofPod(item *transform.Item) []any { return []any{item.At("metadata", "labels")} }

// matches tells whether one of the item's pod templates has all labels of a selector.
func (w workload) matches(item *transform.Item, selector map[string]string) bool {
	for _, labels := range w.labels(item) {
		if hasAll(labels, selector) {
			return true
		}
	}
	return false
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
