package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// holds tells whether sidecars must learn by themselves when the runner has ended.
func (c cluster) holds() bool { return len(c.sidecars()) > 0 && !c.NativeSidecars() }

func newSidecars(c cluster, volumes *podVolumes) []corev1.Container {
	var sidecars []corev1.Container
	for _, container := range c.sidecars() {
		sidecar := newSidecar(c, container, volumes)
		if c.NativeSidecars() {
			sidecar.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		}
		sidecars = append(sidecars, sidecar)
	}
	return sidecars
}

// isWrapped tells whether a container beside the broker is started by Latchkey's script, which waits for the broker and runs the
// hooks. Otherwise its image is started as it is.
func isWrapped(container v1alpha2.Container) bool {
	return !container.NoWrapEntrypoint
}

func newSidecar(c cluster, container v1alpha2.Container, volumes *podVolumes) corev1.Container {
	sidecar := newContainer(container)
	sidecar.Command = sidecarCommand(container, isWrapped(container))
	sidecar.Env = sidecarEnvironment(c, container)
	sidecar.VolumeMounts = append(c.appMounts(), volumes.mount(container.Volumes)...)
	return sidecar
}

// sidecarCommand is the command of a container beside the broker, nil for that of its image.
func sidecarCommand(container v1alpha2.Container, wrapped bool) []string {
	switch {
	case wrapped:
		return []string{"/bin/sh", scriptsPath + "/" + sidecarScript}
	case container.Command != "":
		return []string{"/bin/sh", "-c", workload.Escape(container.Command)}
	default:
		return nil
	}
}

// sidecarEnvironment returns the variables of a sidecar: first the user's, then those that scripts/sidecar.sh describes.
func sidecarEnvironment(c cluster, container v1alpha2.Container) workload.Environment {
	env := usersEnvironment(container)
	if !isWrapped(container) {
		return env
	}
	style := "native" // what ends the sidecar: the kubelet, or the runner
	if !c.NativeSidecars() {
		style = "container"
	}
	return sharedEnvironment(env, c, container.Name).
		Flag("LATCHKEY_LONG", isLong(container)).
		Text("LATCHKEY_SIDECAR", style).
		Flag("LATCHKEY_WAIT_SOCKET", !c.mc.Spec.Flux.NoWaitSocket)
}
