package changes

import (
	"path"
	"reflect"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// defaults are the values that a server gives fields of its own kinds, by the Go type and the name of the field, see
// kubernetes/kubernetes v1.36, pkg/apis/{apps,batch,core}/v1/defaults.go. Of these kinds, a field with
// its default means the same as none.
var defaults = map[string]any{
	"ConfigMapVolumeSource.defaultMode":                  420,
	"Container.terminationMessagePath":                   "/dev/termination-log",
	"Container.terminationMessagePolicy":                 "File",
	"ContainerPort.hostPort":                             0,
	"ContainerPort.protocol":                             "TCP",
	"DownwardAPIVolumeSource.defaultMode":                420,
	"HTTPGetAction.path":                                 "/",
	"HTTPGetAction.scheme":                               "HTTP",
	"HostPathVolumeSource.type":                          "",
	"JobSpec.backoffLimit":                               6,
	"JobSpec.completionMode":                             "NonIndexed",
	"JobSpec.manualSelector":                             false,
	"JobSpec.parallelism":                                1,
	"JobSpec.podReplacementPolicy":                       "TerminatingOrFailed",
	"JobSpec.suspend":                                    false,
	"ObjectFieldSelector.apiVersion":                     "v1",
	"PersistentVolumeClaimSpec.volumeMode":               "Filesystem",
	"PersistentVolumeSpec.persistentVolumeReclaimPolicy": "Retain",
	"PersistentVolumeSpec.volumeMode":                    "Filesystem",
	"PodSpec.dnsPolicy":                                  "ClusterFirst",
	"PodSpec.enableServiceLinks":                         true,
	"PodSpec.restartPolicy":                              "Always",
	"PodSpec.schedulerName":                              "default-scheduler",
	"PodSpec.securityContext":                            nothing,
	"PodSpec.terminationGracePeriodSeconds":              30,
	"Probe.failureThreshold":                             3,
	"Probe.initialDelaySeconds":                          0,
	"Probe.periodSeconds":                                10,
	"Probe.successThreshold":                             1,
	"Probe.timeoutSeconds":                               1,
	"ProjectedVolumeSource.defaultMode":                  420,
	"Secret.type":                                        "Opaque",
	"SecretVolumeSource.defaultMode":                     420,
	"ServicePort.protocol":                               "TCP",
	"ServiceSpec.internalTrafficPolicy":                  "Cluster",
	"ServiceSpec.sessionAffinity":                        "None",
	"ServiceSpec.type":                                   "ClusterIP",
	"StatefulSetSpec.podManagementPolicy":                "OrderedReady",
}

// defaultsOfSets are those of a JobSet and of all in it: a server takes any other default that is added for a change. They
// are in kubernetes-sigs/jobset v0.12, api/jobset/v1alpha2/jobset_types.go and pkg/webhooks/jobset_webhook.go.
var defaultsOfSets = map[string]any{
	"ContainerPort.protocol":           "TCP",
	"FailurePolicy.restartStrategy":    "Recreate",
	"JobSetSpec.network":               nothing,
	"JobSetSpec.startupPolicy":         nothing,
	"JobSetSpec.successPolicy":         nothing,
	"JobSpec.completionMode":           "Indexed",
	"Network.enableDNSHostnames":       true,
	"Network.publishNotReadyAddresses": true,
	"PodSpec.restartPolicy":            "OnFailure",
	"ReplicatedJob.groupName":          "default",
	"ReplicatedJob.replicas":           1,
	"StartupPolicy.startupPolicyOrder": "AnyOrder",
	"SuccessPolicy.operator":           "All",
}

// nothing stands for a mapping that is empty without its own defaults.
const nothing = "{}"

// leaveOutDerived removes the values that a server takes from other fields by default, see kubernetes/kubernetes v1.36,
// pkg/apis/{batch,core}/v1/{conversion,defaults}.go and plugin/pkg/admission/serviceaccount. t is the type that has the fields.
func leaveOutDerived(fields map[string]any, t reflect.Type) {
	switch t {
	case reflect.TypeFor[batchv1.JobSpec]():
		if fields["completions"] == int64(1) && fields["parallelism"] == nil {
			delete(fields, "completions")
		}
	case reflect.TypeFor[corev1.Container]():
		if image, _ := fields["image"].(string); fields["imagePullPolicy"] == string(pullPolicy(image)) {
			delete(fields, "imagePullPolicy")
		}
	case reflect.TypeFor[corev1.PodSpec]():
		if account := fields["serviceAccount"]; account != nil && fields["serviceAccountName"] == nil {
			fields["serviceAccountName"] = account
		}
		delete(fields, "serviceAccount")
	case reflect.TypeFor[corev1.Pod]():
		if spec, _ := fields["spec"].(map[string]any); spec["serviceAccountName"] == "default" {
			delete(spec, "serviceAccountName")
		}
	}
}

// pullPolicy returns the default for an image. An image without a tag and without a digest has the tag latest.
func pullPolicy(image string) corev1.PullPolicy {
	name, _, hasDigest := strings.Cut(image, "@")
	_, tag, hasTag := strings.Cut(path.Base(name), ":")
	if tag == "latest" || !hasTag && !hasDigest {
		return corev1.PullAlways
	}
	return corev1.PullIfNotPresent
}
