package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/expansion"
)

// holds says whether sidecars must learn by themselves when the runner has ended.
func (c cluster) holds() bool { return len(c.sidecars()) > 0 && !c.nativeSidecars() }

func (c cluster) nativeSidecars() bool { return c.opts.Sidecars != latchkey.SidecarsContainer }

func newSidecars(c cluster, volumes *podVolumes) []corev1.Container {
	var sidecars []corev1.Container
	for _, container := range c.sidecars() {
		sidecar := newSidecar(c, container, volumes)
		if c.nativeSidecars() {
			sidecar.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		}
		sidecars = append(sidecars, sidecar)
	}
	return sidecars
}

// isWrapped says whether a container beside the broker is started by Latchkey's
// script, which waits for the broker and runs the hooks. Otherwise its image is
// started as it is.
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

// sidecarCommand is the command of a container beside the broker, nil for that of
// its image.
func sidecarCommand(container v1alpha2.Container, wrapped bool) []string {
	switch {
	case wrapped:
		return []string{"/bin/sh", scriptsPath + "/" + sidecarScript}
	case container.Command != "":
		return []string{"/bin/sh", "-c", expansion.Escape(container.Command)}
	default:
		return nil
	}
}

// sidecarEnvironment returns the variables of a sidecar: first the user's, then those that scripts/sidecar.sh describes.
func sidecarEnvironment(c cluster, container v1alpha2.Container) environment {
	env := environment(nil).users(container)
	if !isWrapped(container) {
		return env
	}
	style := "native" // what ends the sidecar: the kubelet, or the runner
	if !c.nativeSidecars() {
		style = "container"
	}
	return env.shared(c, container.Name).
		long(container).
		text("LATCHKEY_SIDECAR", style).
		flag("LATCHKEY_WAIT_SOCKET", !c.mc.Spec.Flux.NoWaitSocket)
}
