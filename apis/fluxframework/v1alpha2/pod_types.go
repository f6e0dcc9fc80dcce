package v1alpha2

import corev1 "k8s.io/api/core/v1"

// PodSpec holds the fields of the pods of the set.
type PodSpec struct {
	// Annotations of the pods.
	// +optional
	Annotations map[string]string `json:"annotations,omitempty"`
	// Labels of the pods.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// RestartPolicy is Never or OnFailure. It has no effect: one pod never restarts without the others. backoffLimit says how often
	// the whole set restarts.
	// +optional
	RestartPolicy string `json:"restartPolicy,omitempty"`

	// ServiceAccountName is the service account of the pods, default the namespace's.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// AutomountServiceAccountToken mounts the token of the service account. With serviceAccountName the service account
	// sets the default. Otherwise the default is false.
	// +optional
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// SecurityContext of the pods.
	// +optional
	SecurityContext *corev1.PodSecurityContext `json:"securityContext,omitempty"`

	// RuntimeClassName names the RuntimeClass of the pods.
	// +optional
	RuntimeClassName string `json:"runtimeClassName,omitempty"`
	// SchedulerName names the scheduler of the pods, default Kubernetes' own.
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// DNSPolicy of the pods, default ClusterFirst. The brokers find each other by the cluster's DNS.
	// +optional
	DNSPolicy string `json:"dnsPolicy,omitempty"`
	// HostIPC uses the node's IPC namespace, default false.
	// +optional
	HostIPC bool `json:"hostIPC,omitempty"`
	// HostPID uses the node's process namespace, default false. It excludes shareProcessNamespace.
	// +optional
	HostPID bool `json:"hostPID,omitempty"`

	// NodeSelector are labels that a node must have.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// NodeAffinity are labels that a node must have, each with one of the listed values.
	// +optional
	NodeAffinity map[string][]string `json:"nodeAffinity,omitempty"`
	// Tolerations of the pods.
	// +optional
	// +listType=atomic
	Tolerations []Toleration `json:"tolerations,omitempty"`
	// Resources of a pod as a whole, as names and quantities. They become requests and limits of the runner. The
	// runner's own resources win.
	// +optional
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// Toleration lets pods onto nodes with a matching taint. There is no tolerationSeconds, as in flux-operator.
type Toleration struct {
	// Key of the taint, default any.
	// +optional
	Key string `json:"key,omitempty"`
	// Operator is Equal or Exists, default Equal.
	// +optional
	Operator string `json:"operator,omitempty"`
	// Value of the taint, for Equal.
	// +optional
	Value string `json:"value,omitempty"`
	// Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute, default any.
	// +optional
	Effect string `json:"effect,omitempty"`
}
