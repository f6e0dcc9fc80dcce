package changes

import (
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// fixed are the fields that a server does not let anybody change, by group and kind. Those of JobSets are in
// kubernetes-sigs/jobset v0.12, api/jobset/v1alpha2/jobset_types.go and pkg/webhooks/jobset_webhook.go, the others in
// kubernetes/kubernetes v1.36, pkg/apis/*/validation.
var fixed = map[string][]string{
	"jobset.x-k8s.io/JobSet": {
		"spec.replicatedJobs", "spec.network", "spec.successPolicy", "spec.failurePolicy", "spec.startupPolicy", "spec.managedBy",
		"spec.volumeClaimPolicies",
	},
	"batch/Job": {
		"spec.template", "spec.completions", "spec.completionMode", "spec.selector", "spec.podFailurePolicy", "spec.successPolicy",
		"spec.backoffLimitPerIndex", "spec.managedBy",
	},
	"/Service":                              {"spec.clusterIP"},
	"/Secret":                               {"type"},
	"rbac.authorization.k8s.io/RoleBinding": {"roleRef"},
	"rbac.authorization.k8s.io/ClusterRoleBinding": {"roleRef"},
	"apps/Deployment":        {"spec.selector"},
	"apps/DaemonSet":         {"spec.selector"},
	"apps/StatefulSet":       {"spec.selector", "spec.serviceName", "spec.podManagementPolicy", "spec.volumeClaimTemplates"},
	"/PersistentVolumeClaim": {"spec.accessModes", "spec.storageClassName", "spec.volumeName", "spec.volumeMode", "spec.selector"},
	"/PersistentVolume":      {"spec.hostPath", "spec.nfs", "spec.csi", "spec.local"},
	"/Pod":                   {"spec.initContainers", "spec.containers", "spec.volumes", "spec.nodeSelector", "spec.affinity", "spec.serviceAccountName"},
}

// frozen are the fields that nobody can change in a ConfigMap or Secret with immutable: true.
var frozen = []string{"immutable", "data", "binaryData", "stringData"}

// refusedFields returns the fields of a changed object that a server does not let anybody change.
func refusedFields(old, changed Object) []string {
	fields := fixed[old.group()+"/"+old.GetKind()]
	if old.Object["immutable"] == true && old.group() == "" {
		fields = append(frozen[:len(frozen):len(frozen)], fields...)
	}
	old, changed = loosened(old, changed)
	var refused []string
	for _, field := range fields {
		if was, is := old.at(field), changed.at(field); !reflect.DeepEqual(was, is) {
			refused = append(refused, field)
		}
	}
	return refused
}

// loosened returns two objects without the changes that a server accepts within the fixed fields.
func loosened(old, changed Object) (before, after Object) {
	before, after = New(old.Object), New(changed.Object)
	switch old.GetKind() {
	case "JobSet":
		if old.at("spec.suspend") == true || changed.at("spec.suspend") == true {
			for _, object := range []Object{before, after} {
				jobs, _ := object.at("spec.replicatedJobs").([]any)
				for _, job := range jobs {
					scheduleFreely(job, "template", "spec", "template")
				}
			}
		}
	case "Job":
		if old.at("spec.suspend") == true {
			scheduleFreely(before.Object, "spec", "template")
			scheduleFreely(after.Object, "spec", "template")
		}
		if is := changed.at("spec.completions"); changed.at("spec.completionMode") == "Indexed" && reflect.DeepEqual(is, changed.at("spec.parallelism")) {
			unstructured.RemoveNestedField(before.Object, "spec", "completions")
			unstructured.RemoveNestedField(after.Object, "spec", "completions")
		}
	case "Pod":
		for _, object := range []Object{before, after} {
			for _, list := range []string{"spec.initContainers", "spec.containers"} {
				containers, _ := object.at(list).([]any)
				for _, container := range containers {
					if fields, ok := container.(map[string]any); ok {
						delete(fields, "image")
					}
				}
			}
		}
	}
	return before, after
}

// elastic are the words for servers that accept another size of a JobSet.
const elastic = " without JobSet's feature gate ElasticJobSet"

// unless tells whether a server refuses nothing but another size of a JobSet. JobSet v0.12 accepts it behind a feature gate, for
// indexed jobs of a set that has not ended (pkg/webhooks/jobset_webhook.go).
func unless(old, changed Object, refused []string) string {
	if old.group()+"/"+old.GetKind() != "jobset.x-k8s.io/JobSet" || len(refused) != 1 || refused[0] != "spec.replicatedJobs" {
		return ""
	}
	before, after := loosened(old, changed)
	for _, object := range []Object{before, after} {
		jobs, _ := object.at("spec.replicatedJobs").([]any)
		for _, job := range jobs {
			spec, _, _ := unstructured.NestedFieldNoCopy(map[string]any{"job": job}, "job", "template", "spec")
			if fields, ok := spec.(map[string]any); ok && fields["completionMode"] == "Indexed" {
				delete(fields, "completions")
				delete(fields, "parallelism")
			}
		}
	}
	if !reflect.DeepEqual(before.at(refused[0]), after.at(refused[0])) {
		return ""
	}
	return elastic
}

// scheduleFreely removes what may change in the pods of a workload that is suspended.
func scheduleFreely(workload any, template ...string) {
	fields, ok := workload.(map[string]any)
	if !ok {
		return
	}
	for _, path := range []string{"metadata.labels", "metadata.annotations", "spec.nodeSelector", "spec.tolerations", "spec.schedulingGates"} {
		unstructured.RemoveNestedField(fields, append(template[:len(template):len(template)], strings.Split(path, ".")...)...)
	}
}

// immutable says which fields cannot be changed.
func immutable(fields []string) string { return strings.Join(fields, ", ") + " cannot be changed" }

// isWorkload tells whether an object runs pods to their end, so that a changed one has to run again.
func isWorkload(o Object) bool { return o.GetKind() == "JobSet" || o.GetKind() == "Job" }

// adviceOnRefused says what happens to an object that a server refuses to change.
func adviceOnRefused(o Object, refused []string) string {
	name := strings.ToLower(o.GetKind()) + "/" + o.GetName()
	switch {
	case len(refused) == 0:
		return ""
	case o.GetAnnotations()["kustomize.toolkit.fluxcd.io/force"] == "enabled":
		return "onChange Recreate: Argo CD and Flux CD delete it and create it again; for kubectl and kpt, delete " + name + " first"
	case isWorkload(o) && o.source() != "":
		return "onChange Fail: the set stays as it is until you delete " + name + " and apply again; with onChange Rename a new set runs beside it"
	default:
		return "delete " + name + " first, and apply again"
	}
}

// adviceOnReplaced says what happens to an object whose name ends in another hash.
func adviceOnReplaced(o Object) string {
	if isWorkload(o) {
		return "onChange Rename: it runs beside the old one, which stays until it is pruned or deleted"
	}
	return "pods that run keep the old one, which stays until it is pruned or deleted"
}

// adviceOnGone says what happens to an object that is in the old manifests alone.
func adviceOnGone(o Object) string {
	if isWorkload(o) {
		return "it runs on until it is pruned or deleted"
	}
	return "it stays until it is pruned or deleted"
}
