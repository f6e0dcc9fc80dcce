package minicluster

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

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
			Text(names.Mount, unless(v1alpha2.DefaultMountPath, c.mountPath())).
			Text("LATCHKEY_VIEW", unless("true", strconv.FormatBool(c.hasView()))).
			Flag(names.Quiet, c.mc.Spec.Logging.Quiet),
		Resources:       view.Resources.Requirements(),
		SecurityContext: helperSecurity(view.SecurityContext),
		VolumeMounts:    []corev1.VolumeMount{c.scriptsMount(), c.viewMount()},
	}
}

// helperSecurity is the security context of a container that is not the user's application: the user's choice, or what the Pod
// Security Standard "restricted" requires of a container. The user is that of the pod.
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
