package minicluster

import (
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// gracePeriodSeconds lets brokers end cleanly: they save their state, and an archive if the user wants one.
const gracePeriodSeconds = 60

func newBrokerPod(c cluster) corev1.PodSpec {
	pod := c.basePod(c.mc.Spec.Pod.ServiceAccountName)
	volumes := newPodVolumes(c)

	pod.InitContainers = append(newKeyContainers(c), newView(c))
	pod.Containers = []corev1.Container{newContainer(c.runnerProgram(), volumes)}
	for _, container := range c.sidecars() {
		sidecar := newContainer(c.sidecarProgram(container), volumes)
		sidecar.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		pod.InitContainers = append(pod.InitContainers, sidecar)
	}
	pod.Volumes = volumes.volumes

	pod.Tolerations = c.WithLostNodes(pod.Tolerations)
	pod.Subdomain = c.headlessName()
	workload.Spread(&pod, c.Options.Spread, &metav1.LabelSelector{MatchLabels: map[string]string{
		workload.NetworkLabel: c.headlessName(), names.ComponentLabel: brokerComponent,
	}})
	addNodeAffinity(c, &pod)
	workload.JoinGroup(&pod, newPodGroup(c))
	pod.TerminationGracePeriodSeconds = new(int64(gracePeriodSeconds))
	if ptr.Deref(c.mc.Spec.ShareProcessNamespace, false) {
		pod.ShareProcessNamespace = new(true)
	}
	if c.brokersMakeKey() {
		pod.ServiceAccountName = c.keygenAccount()
		if pod.AutomountServiceAccountToken == nil || pod.ServiceAccountName == c.keygenName() {
			// Only the container that makes the key has the token, not the application.
			pod.AutomountServiceAccountToken = new(false)
		}
	}
	return pod
}

// basePod returns the fields of spec.pod that every pod of the set has.
func (c cluster) basePod(serviceAccount string) corev1.PodSpec {
	spec := c.mc.Spec.Pod
	pod := corev1.PodSpec{
		RestartPolicy:                corev1.RestartPolicyNever,
		ServiceAccountName:           serviceAccount,
		AutomountServiceAccountToken: spec.AutomountServiceAccountToken,
		SchedulerName:                spec.SchedulerName,
		DNSPolicy:                    corev1.DNSPolicy(spec.DNSPolicy),
		HostIPC:                      spec.HostIPC,
		HostPID:                      spec.HostPID,
		NodeSelector:                 spec.NodeSelector,
		Tolerations:                  newTolerations(c),
		ImagePullSecrets:             newPullSecrets(c),
		SecurityContext:              spec.SecurityContext,
	}
	if pod.AutomountServiceAccountToken == nil && serviceAccount == "" {
		// No user asked for access to the API server.
		pod.AutomountServiceAccountToken = new(false)
	}
	if spec.RuntimeClassName != "" {
		pod.RuntimeClassName = new(spec.RuntimeClassName)
	}
	return pod
}

// podMeta returns the metadata of a pod template. Latchkey sets the labels that Services and affinity select by; all other
// labels are the user's.
func (c cluster) podMeta(component string) metav1.ObjectMeta {
	own := map[string]string{names.ComponentLabel: component}
	if component != keygenComponent {
		own[workload.NetworkLabel] = c.headlessName()
	}
	set := map[string]string{workload.NameLabel: c.mc.Name}
	annotations := c.podAnnotations(component)
	if component == keygenComponent || component == brokerComponent && c.brokersMakeKey() {
		annotations = workload.Merged(annotations, map[string]string{curveSecretAnnotation: c.curveSecretName()})
	}
	return metav1.ObjectMeta{Labels: workload.Merged(set, c.mc.Spec.Pod.Labels, own), Annotations: annotations}
}

// podAnnotations are the annotations of spec.pod. Annotations for Kueue are on the pods of the brokers only.
func (c cluster) podAnnotations(component string) map[string]string {
	if component != brokerComponent {
		return workload.WithoutKueue(workload.PodAnnotations(c.mc.Spec.Pod.Annotations, latchkey.Options{}))
	}
	return workload.PodAnnotations(c.mc.Spec.Pod.Annotations, c.Options)
}

func newTolerations(c cluster) []corev1.Toleration {
	var tolerations []corev1.Toleration
	for _, t := range c.mc.Spec.Pod.Tolerations {
		tolerations = append(tolerations, corev1.Toleration{
			Key:      t.Key,
			Operator: corev1.TolerationOperator(t.Operator),
			Value:    t.Value,
			Effect:   corev1.TaintEffect(t.Effect),
		})
	}
	return tolerations
}

// newPullSecrets lists the pull secrets of all containers, each once, in the order of their first use.
func newPullSecrets(c cluster) []corev1.LocalObjectReference {
	names := []string{c.mc.Spec.Flux.Container.ImagePullSecret}
	for _, container := range slices.Concat(c.mc.Spec.Containers, c.mc.Spec.Services) {
		names = append(names, container.ImagePullSecret)
	}
	var secrets []corev1.LocalObjectReference
	for _, name := range names {
		secret := corev1.LocalObjectReference{Name: name}
		if name != "" && !slices.Contains(secrets, secret) {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}

// addNodeAffinity asks for the nodes that spec.pod.nodeAffinity names. It turns the map of labels and allowed values into one
// term. A node must satisfy all labels of the term.
func addNodeAffinity(c cluster, pod *corev1.PodSpec) {
	labels := c.mc.Spec.Pod.NodeAffinity
	if len(labels) == 0 {
		return
	}
	var term corev1.NodeSelectorTerm
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		term.MatchExpressions = append(term.MatchExpressions, corev1.NodeSelectorRequirement{
			Key:      key,
			Operator: corev1.NodeSelectorOpIn,
			Values:   labels[key],
		})
	}
	if pod.Affinity == nil {
		pod.Affinity = &corev1.Affinity{}
	}
	pod.Affinity.NodeAffinity = &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
		NodeSelectorTerms: []corev1.NodeSelectorTerm{term},
	}}
}

// viewName is the name of the container that copies Flux into the pod, and of the volume that it fills.
func (c cluster) viewName() string { return c.mc.Spec.Flux.Container.Name }

func (c cluster) mountPath() string { return c.mc.Spec.Flux.Container.MountPath }

// newView returns the init container that copies Flux and its software into the volume that all containers share. With the view
// disabled it only makes empty folders and needs only a shell.
func newView(c cluster) corev1.Container {
	view := c.mc.Spec.Flux.Container
	return corev1.Container{
		Name:            c.viewName(),
		Image:           view.Image,
		ImagePullPolicy: pullPolicy(view.PullAlways, ""),
		Command:         []string{"/bin/bash", scriptsPath + "/" + initScript},
		WorkingDir:      view.WorkingDir,
		Env: workload.Environment(nil).
			Set(names.Mount, unless(v1alpha2.DefaultMountPath, c.mountPath())).
			Set("LATCHKEY_VIEW", unless("true", strconv.FormatBool(c.hasView()))).
			Flag(names.Quiet, c.mc.Spec.Logging.Quiet),
		Resources:       view.Resources.Requirements(),
		SecurityContext: helperSecurity(view.SecurityContext),
		VolumeMounts:    []corev1.VolumeMount{c.scriptsMount(), c.viewMount()},
	}
}

// helperSecurity is the security context of a container that is not the user's application: the user's choice, or what the Pod
// Security Standard "restricted" requires of a container. The user is the user of the pod.
func helperSecurity(chosen *corev1.SecurityContext) *corev1.SecurityContext {
	if chosen != nil {
		return chosen
	}
	return workload.RestrictedAlone()
}

func (c cluster) scriptsMount() corev1.VolumeMount {
	return corev1.VolumeMount{Name: scriptsVolume, MountPath: scriptsPath}
}

func (c cluster) viewMount() corev1.VolumeMount {
	return corev1.VolumeMount{Name: c.viewName(), MountPath: c.mountPath()}
}

// appMounts are the mounts of every container that can use Flux. The view's software works only at the path that it was built
// for. It is mounted there from the volume that the init container filled, without a second copy.
func (c cluster) appMounts() []corev1.VolumeMount {
	mounts := []corev1.VolumeMount{
		c.scriptsMount(),
		c.viewMount(),
		{Name: homeVolume, MountPath: homePath},
	}
	if c.hasView() {
		mounts = append(mounts, corev1.VolumeMount{Name: c.viewName(), MountPath: softwarePath, SubPath: "software"})
	}
	return mounts
}

// runnerMounts are the runner's mounts besides the user's. Only the runner has the key.
func (c cluster) runnerMounts() []corev1.VolumeMount {
	mounts := c.appMounts()
	if c.needsKey() {
		mounts = append(mounts,
			corev1.VolumeMount{Name: privateVolume, MountPath: privatePath},
			corev1.VolumeMount{Name: curveVolume, MountPath: c.keyPath(), ReadOnly: c.UsesJob()},
		)
	}
	return mounts
}

// keyPath is where the runner finds the certificate that it copies.
func (c cluster) keyPath() string {
	if c.brokersMakeKey() {
		return newKeyPath
	}
	return curvePath
}

// serviceMounts are the service's mounts besides the user's.
func (c cluster) serviceMounts(service v1alpha2.Container) []corev1.VolumeMount {
	if isWrappedService(service) {
		return []corev1.VolumeMount{c.scriptsMount()}
	}
	return nil
}
