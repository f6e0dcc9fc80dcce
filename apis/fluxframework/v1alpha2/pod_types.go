package v1alpha2

import corev1 "k8s.io/api/core/v1"

// PodSpec holds the fields of the pods of the set.
type PodSpec struct {
	// Annotations of the pods.
	Annotations map[string]string `json:"annotations,omitempty"`
	// Labels of the pods.
	Labels map[string]string `json:"labels,omitempty"`
	// RestartPolicy is Never or OnFailure. It has no effect: one pod never restarts without the others. backoffLimit says how often
	// the whole set restarts.
	RestartPolicy string `json:"restartPolicy,omitempty"`

	// ServiceAccountName is the service account of the pods, default the namespace's.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// AutomountServiceAccountToken mounts the token of the service account. With serviceAccountName the service account
	// sets the default. Otherwise the default is false.
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// SecurityContext of the pods.
	SecurityContext *corev1.PodSecurityContext `json:"securityContext,omitempty"`

	// RuntimeClassName names the RuntimeClass of the pods.
	RuntimeClassName string `json:"runtimeClassName,omitempty"`
	// SchedulerName names the scheduler of the pods, default Kubernetes' own.
	SchedulerName string `json:"schedulerName,omitempty"`
	// DNSPolicy of the pods, default ClusterFirst. The brokers find each other by the cluster's DNS.
	DNSPolicy string `json:"dnsPolicy,omitempty"`
	// HostIPC uses the node's IPC namespace, default false.
	HostIPC bool `json:"hostIPC,omitempty"`
	// HostPID uses the node's process namespace, default false. It excludes shareProcessNamespace.
	HostPID bool `json:"hostPID,omitempty"`

	// NodeSelector are labels that a node must have.
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// NodeAffinity are labels that a node must have, each with one of the listed values.
	NodeAffinity map[string][]string `json:"nodeAffinity,omitempty"`
	// Tolerations of the pods.
	// +listType=atomic
	Tolerations []Toleration `json:"tolerations,omitempty"`
	// Resources of a pod as a whole, as names and quantities. They become requests and limits of the runner. The
	// runner's own resources win.
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// Toleration lets pods onto nodes with a matching taint. There is no tolerationSeconds, as in flux-operator.
type Toleration struct {
	// Key of the taint, default any.
	Key string `json:"key,omitempty"`
	// Operator is Equal or Exists, default Equal.
	Operator string `json:"operator,omitempty"`
	// Value of the taint, for Equal.
	Value string `json:"value,omitempty"`
	// Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute, default any.
	Effect string `json:"effect,omitempty"`
}
