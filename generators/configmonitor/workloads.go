package configmonitor

import (
	"slices"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

// rolls has the types of workloads, and whether they replace their pods when the template changes. A CronJob needs not: its next Job
// reads the ConfigMap as it is then.
var rolls = map[transform.Type]bool{
	{Group: "apps", Kind: "Deployment"}:  true,
	{Group: "apps", Kind: "StatefulSet"}: true,
	{Group: "apps", Kind: "DaemonSet"}:   true,

	{Group: "apps", Kind: "ReplicaSet"}:        false,
	{Group: "", Kind: "ReplicationController"}: false,
	{Group: "batch", Kind: "Job"}:              false,
	{Group: "jobset.x-k8s.io", Kind: "JobSet"}: false,
	{Group: "", Kind: "Pod"}:                   false,
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
