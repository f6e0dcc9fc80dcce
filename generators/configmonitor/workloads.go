package configmonitor

import (
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// stays says why a type of workload does not replace its pods when the template changes, and what to do. A type with "" does
// replace them.
var stays = map[transform.Type]string{
	{Group: "apps", Kind: "Deployment"}:  "",
	{Group: "apps", Kind: "StatefulSet"}: "",
	{Group: "apps", Kind: "DaemonSet"}:   "",

	{Group: "apps", Kind: "ReplicaSet"}:        replicasStay,
	{Group: "", Kind: "ReplicationController"}: replicasStay,
	{Group: "batch", Kind: "Job"}:              jobsStay,
	{Group: "batch", Kind: "CronJob"}:          cronJobsStay,
	{Group: "jobset.x-k8s.io", Kind: "JobSet"}: jobsStay,
	{Group: "", Kind: "Pod"}:                   podsStay,
}

const (
	replicasStay = "since it does not replace the pods that it has: delete them when the ConfigMap changes, or make it a Deployment"
	cronJobsStay = "and needs not: its next Job reads the ConfigMap as it is then; a Job that runs when the ConfigMap changes goes on as it is"
	podsStay     = "since nothing replaces it: delete it and apply it again when the ConfigMap changes, make it a Deployment, or give it a new name, as the option onChange: Rename does for jobs that Latchkey makes"
	jobsStay     = "since its pods are never replaced: delete it and apply it again when the ConfigMap changes, or "
)

// whyStays returns why the pods of an item stay, and what to do. For a job it names the option that gives the job a new name.
func whyStays(item *transform.Item) string {
	why := stays[item.Type()]
	if why != jobsStay {
		return why
	}
	mark, _ := item.At("metadata", "annotations", latchkey.AnnotationSource).(string)
	if source, ok := latchkey.ParseMark(mark); ok {
		return why + "change " + source.Kind + "/" + source.Name + ", too, which gives it a new name with the option onChange: Rename"
	}
	return why + "give it a new name, as the option onChange: Rename does for those that Latchkey makes"
}

// matches tells whether one of the item's pod templates has all labels of a selector.
func matches(item *transform.Item, selector map[string]string) bool {
	return slices.ContainsFunc(item.Templates(""), func(template transform.Template) bool {
		for key, value := range selector {
			if template.At("metadata", "labels", key) != any(value) {
				return false
			}
		}
		return true
	})
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
