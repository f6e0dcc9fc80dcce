package changes

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// fixed are the fields that a server does not let anybody change, by group and kind. "spec.*" stands for all fields of the
// spec but those in free. The fields of JobSets are those of kubernetes-sigs/jobset v0.12, api/jobset/v1alpha2 and
// pkg/webhooks/jobset_webhook.go, and the others of kubernetes/kubernetes v1.36, pkg/apis/*/validation.
var fixed = map[string][]string{
	"jobset.x-k8s.io/JobSet": {
		"spec.replicatedJobs", "spec.network", "spec.successPolicy", "spec.failurePolicy", "spec.startupPolicy", "spec.managedBy",
		"spec.volumeClaimPolicies",
	},
	"batch/Job": {
		"spec.template", "spec.completions", "spec.completionMode", "spec.selector", "spec.podFailurePolicy", "spec.successPolicy",
		"spec.backoffLimitPerIndex", "spec.managedBy",
	},
	"/Service":                {"spec.clusterIP", "spec.clusterIPs", "spec.ipFamilies", "spec.loadBalancerClass", "spec.healthCheckNodePort"},
	"/Secret":                 {"type"},
	"/Pod":                    {"spec.*"},
	"/PersistentVolume":       {"spec.*"},
	"/PersistentVolumeClaim":  {"spec.*", "spec.resources.limits", claimSize},
	"/ResourceQuota":          {"spec.scopes", "spec.scopeSelector"},
	"apps/ControllerRevision": {"data"},
	"apps/DaemonSet":          {"spec.selector"},
	"apps/Deployment":         {"spec.selector"},
	"apps/ReplicaSet":         {"spec.selector"},
	"apps/StatefulSet":        {"spec.*"},
	"certificates.k8s.io/CertificateSigningRequest": {"spec.*"},
	"discovery.k8s.io/EndpointSlice":                {"addressType"},
	"networking.k8s.io/IngressClass":                {"spec.controller"},
	"node.k8s.io/RuntimeClass":                      {"handler"},
	"rbac.authorization.k8s.io/ClusterRoleBinding":  {"roleRef"},
	"rbac.authorization.k8s.io/RoleBinding":         {"roleRef"},
	"resource.k8s.io/ResourceClaim":                 {"spec.*"},
	"resource.k8s.io/ResourceClaimTemplate":         {"spec.*"},
	"scheduling.k8s.io/PodGroup":                    {"spec.*"},
	"scheduling.k8s.io/PriorityClass":               {"value", "preemptionPolicy"},
	"storage.k8s.io/CSIDriver":                      {"spec.attachRequired", "spec.volumeLifecycleModes"},
	"storage.k8s.io/CSIStorageCapacity":             {"storageClassName", "nodeTopology"},
	"storage.k8s.io/StorageClass":                   {"provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"},
	"storage.k8s.io/VolumeAttributesClass":          {"driverName", "parameters"},
}

// free are the fields of the spec that may change in any way where the others may not.
var free = map[string][]string{
	"/PersistentVolume": {
		"accessModes", "capacity", "claimRef", "mountOptions", "persistentVolumeReclaimPolicy", "storageClassName", "volumeAttributesClassName",
	},
	"/PersistentVolumeClaim": {"resources", "volumeAttributesClassName"},
	"apps/StatefulSet": {
		"minReadySeconds", "ordinals", "persistentVolumeClaimRetentionPolicy", "replicas", "revisionHistoryLimit", "template", "updateStrategy",
	},
}

// frozen are the fields that nobody can change in a ConfigMap or Secret with immutable: true.
var frozen = []string{"immutable", "data", "binaryData"}

// parallelism is fixed in a Job with a PodGroup in Kubernetes 1.36, and free in 1.37 (kubernetes/kubernetes v1.36,
// plugin/pkg/admission/job).
const parallelism = "spec.parallelism"

// refusedFields returns the fields of a changed object that a server does not let anybody change.
func refusedFields(old, changed Object) []string {
	fields := fixed[old.groupKind()]
	if old.Object["immutable"] == true && old.group() == "" {
		fields = append(frozen[:len(frozen):len(frozen)], fields...)
	}
	if old.at("spec.template.spec.schedulingGroup") != nil {
		fields = append(fields[:len(fields):len(fields)], parallelism)
	}
	before, after := loosened(old, changed)
	var refused []string
	for _, field := range fields {
		for _, field := range expanded(field, before, after) {
			if was, is := before.at(field), after.at(field); !reflect.DeepEqual(was, is) {
				refused = append(refused, field)
			}
		}
	}
	return refused
}

// expanded returns the fields that an entry of fixed stands for.
func expanded(field string, before, after Object) []string {
	above, isAll := strings.CutSuffix(field, ".*")
	if !isAll {
		return []string{field}
	}
	var all []string
	for _, object := range []Object{before, after} {
		fields, _ := object.at(above).(map[string]any)
		for name := range fields {
			if !slices.Contains(free[object.groupKind()], name) {
				all = append(all, above+"."+name)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

const (
	// elastic are the words for servers that accept another size of a JobSet.
	elastic = " without JobSet's feature gate ElasticJobSet"
	// before137 are the words for servers that accept another size of a Job with a PodGroup.
	before137 = " before Kubernetes 1.37"
)

// unless says which servers alone refuse another size of a Job with a PodGroup, or of a JobSet, if nothing else has changed. JobSet
// v0.12 accepts it behind a feature gate, for indexed jobs of a set that has not ended (pkg/webhooks/jobset_webhook.go).
func unless(old, changed Object, refused []string) string {
	if slices.Equal(refused, []string{parallelism}) {
		return before137
	}
	if old.groupKind() != "jobset.x-k8s.io/JobSet" || len(refused) != 1 || refused[0] != "spec.replicatedJobs" {
		return ""
	}
	before, after := loosened(old, changed)
	words := elastic
	for _, object := range []Object{before, after} {
		jobs, _ := object.at("spec.replicatedJobs").([]any)
		for _, job := range jobs {
			spec, _, _ := unstructured.NestedFieldNoCopy(map[string]any{"job": job}, "job", "template", "spec")
			if _, isGang, _ := unstructured.NestedFieldNoCopy(map[string]any{"spec": spec}, "spec", "template", "spec", "schedulingGroup"); isGang {
				words = before137 + " or" + elastic
			}
			if fields, ok := spec.(map[string]any); ok && fields["completionMode"] == nil { // Indexed is the default
				delete(fields, "completions")
				delete(fields, "parallelism")
			}
		}
	}
	if !reflect.DeepEqual(before.at(refused[0]), after.at(refused[0])) {
		return ""
	}
	return words
}

// immutable says which fields cannot be changed.
func immutable(fields []string) string {
	if at := slices.Index(fields, claimSize); at >= 0 {
		others := slices.Delete(slices.Clone(fields), at, at+1)
		if len(others) == 0 {
			return claimSize + " cannot be made smaller"
		}
		return immutable(others) + ", and " + immutable([]string{claimSize})
	}
	return strings.Join(fields, ", ") + " cannot be changed"
}

// isWorkload tells whether an object runs pods to their end, so that a changed one has to run again.
func isWorkload(o Object) bool { return o.GetKind() == "JobSet" || o.GetKind() == "Job" }

// adviceOnChanged says what happens to an object that a server refuses to change, or may refuse to.
func adviceOnChanged(old, o Object, refused []string) string {
	name := strings.ToLower(o.GetKind()) + "/" + o.GetName()
	isClaim := o.groupKind() == "/PersistentVolumeClaim"
	switch {
	case len(refused) == 0 && isClaim && isLess(old.at(claimSize), o.at(claimSize)):
		return "a server makes a claim larger only where its StorageClass allows that"
	case len(refused) == 0:
		return ""
	case o.GetAnnotations()["kustomize.toolkit.fluxcd.io/force"] == "enabled":
		return "onChange Recreate: Argo CD and Flux CD delete it and create it again; for kubectl and kpt, delete " + name + " first"
	case isWorkload(o) && o.source() != "":
		return "onChange Fail: the set stays as it is until you delete " + name + " and apply again; with onChange Rename a new set runs beside it"
	case isClaim:
		return "make a claim of another name: to delete " + name + " is to delete its data"
	default:
		return "delete " + name + " first, and apply again"
	}
}

// adviceOnLeft says what happens to an old object that applying leaves there: it is gone from the manifests, or replaced by one
// whose name ends in another hash.
func adviceOnLeft(verb Verb, o Object) string {
	switch {
	case verb == Replaced && isWorkload(o):
		return "onChange Rename: it runs beside the old one, which stays until it is pruned or deleted"
	case verb == Replaced:
		return "pods that run keep the old one, which stays until it is pruned or deleted"
	case isWorkload(o):
		return "it runs on until it is pruned or deleted"
	default:
		return "it stays until it is pruned or deleted"
	}
}
