package configmonitor

import (
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// typeName is what tells one type of object from another, whatever its version.
type typeName struct{ group, kind string }

// A workload is a type of object that has pods.
type workload struct {
	// rolls says that its pods are replaced when their template changes.
	rolls bool
	// labels returns the labels of each of its pod templates.
	labels func(*transform.Item) []any
}

var workloads = map[typeName]workload{
	{"apps", "Deployment"}:  {rolls: true, labels: ofTemplate},
	{"apps", "StatefulSet"}: {rolls: true, labels: ofTemplate},
	{"apps", "DaemonSet"}:   {rolls: true, labels: ofTemplate},

	{"apps", "ReplicaSet"}:        {labels: ofTemplate},
	{"", "ReplicationController"}: {labels: ofTemplate},
	{"batch", "Job"}:              {labels: ofTemplate},
	{"batch", "CronJob"}:          {labels: ofCronJob},
	{"jobset.x-k8s.io", "JobSet"}: {labels: ofJobSet},
	{"", "Pod"}:                   {labels: ofPod},
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

// matches tells whether any of an item's pod templates has all labels of a selector.
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

// waits says what keeps a workload from rolling when its template changes, or "". A Deployment may be paused, and the
// others may wait until somebody deletes their pods.
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
