package minicluster

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// Carrier describes a MiniCluster to a MetricSet that is attached to it. additions
// are those of the sets attached before. The MiniCluster has been defaulted; it
// may still have mistakes.
func Carrier(mc *v1alpha2.MiniCluster, opts latchkey.Options, additions ...attach.Addition) attach.Carrier {
	c := cluster{mc: mc, opts: opts}
	runner := c.runner()
	pods := ptr.Deref(mc.Spec.Size, 1)
	if mc.Elastic() {
		pods = mc.Spec.MaxSize // what is rendered may not depend on size
	}
	carrier := attach.Carrier{
		Name:        mc.Name,
		Title:       "the MiniCluster " + mc.Name,
		PodField:    "spec.pod",
		Pods:        max(pods, 1),
		Runner:      runnerCommand(),
		Application: runner.Command,
		Launches:    runner.Launcher,
		User:        attach.User{Plain: isPlain(runner.SecurityContext)},
		Containers:  []string{c.viewName(), c.runnerName()},
		Labels:      c.workloadMeta(mc.Name).Labels,
		HostPID:     mc.Spec.Pod.HostPID,
		Unshared:    !ptr.Deref(mc.Spec.ShareProcessNamespace, true),
	}
	for _, container := range newKeyContainers(c) {
		carrier.Containers = append(carrier.Containers, container.Name)
	}
	for _, container := range c.sidecars() {
		carrier.Containers = append(carrier.Containers, container.Name)
	}
	carrier.Sidecars = make([]string, 0, len(additions)+1) // the set adds one
	for _, addition := range additions {
		for _, sidecar := range addition.Sidecars {
			carrier.Sidecars = append(carrier.Sidecars, sidecar.Container.Name)
		}
	}
	carrier.UID, carrier.GID = userOf(runner.SecurityContext, mc.Spec.Pod.SecurityContext)
	if pod := mc.Spec.Pod.SecurityContext; pod != nil {
		carrier.NonRoot = ptr.Deref(pod.RunAsNonRoot, false)
	}
	return carrier
}

// userOf returns the user and the group of a container, nil where the manifest
// does not say them.
func userOf(container *corev1.SecurityContext, pod *corev1.PodSecurityContext) (user, group *int64) {
	if pod != nil {
		user, group = pod.RunAsUser, pod.RunAsGroup
	}
	if container != nil && container.RunAsUser != nil {
		user = container.RunAsUser
	}
	if container != nil && container.RunAsGroup != nil {
		group = container.RunAsGroup
	}
	return user, group
}

// isPlain says whether a container has no rights beyond the usual ones.
func isPlain(container *corev1.SecurityContext) bool {
	if container == nil {
		return true
	}
	return !ptr.Deref(container.Privileged, false) && (container.Capabilities == nil || len(container.Capabilities.Add) == 0)
}

// newAdditions returns the sidecars of the attached MetricSets, which come after
// the user's. They mount only their own volumes: neither the key nor Flux.
func newAdditions(c cluster, volumes *podVolumes) []corev1.Container {
	var sidecars []corev1.Container
	for i, addition := range c.additions {
		files := volumes.join(attach.FilesVolume, c.filesSource(c.files[1+i]))
		for _, added := range addition.Sidecars {
			names := map[string]string{attach.FilesVolume: files}
			for _, volume := range added.Volumes {
				names[volume.Name] = volumes.join(volume.Name, volume.VolumeSource)
			}
			sidecar := *added.Container.DeepCopy()
			for i := range sidecar.VolumeMounts {
				mount := &sidecar.VolumeMounts[i]
				mount.Name = names[mount.Name]
			}
			sidecars = append(sidecars, sidecar)
		}
	}
	return sidecars
}
