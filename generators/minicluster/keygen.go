package minicluster

import (
	"maps"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

const keygenContainer = names.Keygen

// A pod of the key job has ten minutes on its node, of which nearly all are for pulling images. The time begins when the pod
// has a node, so a set may wait for a place as long as it likes. After three pods the job fails, and with it the set.
const (
	keygenPodSeconds = 600
	keygenRetries    = 2
)

// newKeygenJobTemplate returns the job that makes the key and writes it into the Secret. It may run on the same nodes as the
// set and asks for few resources.
func newKeygenJobTemplate(c cluster) batchv1.JobTemplateSpec {
	pod := c.basePod(c.keygenName())
	pod.AutomountServiceAccountToken = new(false) // no token: attached sets run containers here to test their images
	pod.SecurityContext = workload.NobodyContext()
	pod.HostIPC, pod.HostPID, pod.RuntimeClassName = false, false, nil
	addNodeAffinity(c, &pod)
	pod.ActiveDeadlineSeconds = new(int64(keygenPodSeconds))
	keygen := newKeygenContainer(c)
	keygen.VolumeMounts = append(keygen.VolumeMounts, tokenMount())
	pod.Containers = []corev1.Container{keygen}
	pod.Volumes = []corev1.Volume{
		{Name: scriptsVolume, VolumeSource: c.scriptsSource()},
		{Name: tokenVolume, VolumeSource: newTokenVolume()},
	}
	return batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{
		CompletionMode:   new(batchv1.NonIndexedCompletion),
		PodFailurePolicy: &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{workload.FailOn(scripts.LastingStatus)}},
		BackoffLimit:     new(int32(keygenRetries)),
		// The brokers wait for this job, so their deadline is its deadline too.
		ActiveDeadlineSeconds: c.mc.Spec.DeadlineSeconds,
		Template:              workload.PodTemplate(c.podMeta(keygenComponent), pod),
	}}
}

// newKeygenContainer runs in the image with Flux: the image of the view, or without a view the application's.
func newKeygenContainer(c cluster) corev1.Container {
	view, runner := c.mc.Spec.Flux.Container, c.runner()
	image, policy := view.Image, pullPolicy(view.PullAlways, "")
	if !c.hasView() {
		image, policy = runner.Image, pullPolicy(runner.PullAlways, runner.ImagePullPolicy)
	}
	return corev1.Container{
		Name:            keygenContainer,
		Image:           image,
		ImagePullPolicy: policy,
		Command:         []string{"/bin/sh", scriptsPath + "/" + scripts.Python, keygenScript},
		Env:             keygenEnvironment(c),
		Resources:       corev1.ResourceRequirements{Requests: newKeygenRequests(c)},
		SecurityContext: workload.Restricted(),
		// The end of the log becomes the message of the pod, so the reason outlives the log.
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
		VolumeMounts:             []corev1.VolumeMount{{Name: scriptsVolume, MountPath: scriptsPath, ReadOnly: true}},
	}
}

// keygenEnvironment returns the variables of the container that makes the key. In a plain Job the container writes the key to a
// file that every user can read, since the runner may run as another user. The runner makes its own copy.
func keygenEnvironment(c cluster) []corev1.EnvVar {
	var env workload.Environment
	if c.UsesJob() {
		env = env.Set("LATCHKEY_KEY_FILE", newKeyPath+"/"+v1alpha2.CertificateKey).Set("LATCHKEY_KEY_MODE", "0444")
	}
	return append(env.Set("LATCHKEY_INSTALL_ROOT", c.mc.Legacy.InstallRoot), corev1.EnvVar{
		Name:      "CURVE_SECRET", // from the annotation of the pod, which overlays rename with the Secret
		ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.annotations['" + curveSecretAnnotation + "']"}},
	})
}

// newKeygenRequests asks for little. In a queue it asks only for resources that the set itself requests: a queue may not cover
// others, and then would never admit the set.
func newKeygenRequests(c cluster) corev1.ResourceList {
	requests := corev1.ResourceList{
		corev1.ResourceCPU:    resource.MustParse("10m"),
		corev1.ResourceMemory: resource.MustParse("64Mi"),
	}
	if c.InQueue() {
		requested := c.requested()
		maps.DeleteFunc(requests, func(name corev1.ResourceName, _ resource.Quantity) bool { return !requested[name] })
	}
	if len(requests) == 0 {
		return nil
	}
	return requests
}

// newKeyContainers returns, for a plain Job, the init container that makes the key or fetches it, and passes it to the runner
// in memory. Only this container has the token of the service account.
func newKeyContainers(c cluster) []corev1.Container {
	if !c.brokersMakeKey() {
		return nil
	}
	container := newKeygenContainer(c)
	container.SecurityContext = helperSecurity(c.mc.Spec.Flux.Container.SecurityContext)
	container.VolumeMounts = append(container.VolumeMounts,
		corev1.VolumeMount{Name: curveVolume, MountPath: newKeyPath},
		tokenMount(),
	)
	return []corev1.Container{container}
}

// newTokenVolume is the volume that Kubernetes mounts for a service account, but for one container only.
func newTokenVolume() corev1.VolumeSource {
	return corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
		DefaultMode: new(int32(0o444)),
		Sources: []corev1.VolumeProjection{
			{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "token", ExpirationSeconds: new(int64(3600))}},
			{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "kube-root-ca.crt"},
				Items:                []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}},
			}},
			{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{
				Path:     "namespace",
				FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.namespace"},
			}}}},
		},
	}}
}

func tokenMount() corev1.VolumeMount {
	return corev1.VolumeMount{Name: tokenVolume, MountPath: tokenPath, ReadOnly: true}
}

// newKeyObjects returns the Secret of the CURVE certificate. If the certificate is made in the cluster, it also returns the
// right to fill this Secret.
func newKeyObjects(c cluster) []runtime.Object {
	switch {
	case c.needsKey() && c.Options.Curve == latchkey.CurveInline:
		return []runtime.Object{newSecret(c, map[string][]byte{v1alpha2.CertificateKey: []byte(c.mc.Spec.Flux.CurveCert)})}
	case !c.makesKey():
		return nil
	}
	return append([]runtime.Object{newSecret(c, nil)}, workload.NewPermission(c.Meta(c.keygenName()), c.keygenAccount(), rbacv1.PolicyRule{
		APIGroups:     []string{""},
		Resources:     []string{"secrets"},
		ResourceNames: []string{c.curveSecretName()},
		Verbs:         []string{"get", "patch"},
	})...)
}

// newSecret returns the Secret of the certificate. It has no data if a job fills it, so applying the manifest again keeps the
// data of the job.
func newSecret(c cluster, data map[string][]byte) *corev1.Secret {
	return &corev1.Secret{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"},
		ObjectMeta: c.Meta(c.curveSecretName()),
		Data:       data,
	}
}

// keygenAccount is the service account that fills the Secret. In a JobSet a job of its own fills it. In a Job the pods of the
// brokers fill it; a pod has only one account, which is the user's if there is one.
func (c cluster) keygenAccount() string {
	if c.UsesJob() && c.mc.Spec.Pod.ServiceAccountName != "" {
		return c.mc.Spec.Pod.ServiceAccountName
	}
	return c.keygenName()
}
