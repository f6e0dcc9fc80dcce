package metricset

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newVolumes returns the volume of the scripts, the user's volumes and, if there are workers, a volume in memory for ssh keys.
func newVolumes(s set, job plan.Job) []corev1.Volume {
	volumes := []corev1.Volume{newFilesVolume(s, scriptsVolume)}
	if slices.ContainsFunc(job.Containers, usesSSH) {
		volumes = append(volumes, corev1.Volume{Name: privateVolume, VolumeSource: corev1.VolumeSource{
			EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory},
		}})
	}
	return append(volumes, usersVolumes(job)...)
}

// newFilesVolume returns the volume of the scripts.
func newFilesVolume(s set, name string) corev1.Volume {
	source := &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: s.files.Name}}
	return corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{ConfigMap: source}}
}

func usersVolumes(job plan.Job) []corev1.Volume {
	var volumes []corev1.Volume
	for _, volume := range job.Volumes {
		volumes = append(volumes, corev1.Volume{Name: volume.Name, VolumeSource: volume.Source})
	}
	return volumes
}

// newMounts returns the mounts of a container. All containers of a pod have the same, but an application of the user
// has no scripts.
func newMounts(job plan.Job, container plan.Container) []corev1.VolumeMount {
	var mounts []corev1.VolumeMount
	if container.Script != "" {
		mounts = append(mounts, corev1.VolumeMount{Name: scriptsVolume, MountPath: scriptsPath})
	}
	if usesSSH(container) {
		mounts = append(mounts, corev1.VolumeMount{Name: privateVolume, MountPath: privatePath})
	}
	return append(mounts, usersMounts(job)...)
}

func usersMounts(job plan.Job) []corev1.VolumeMount {
	var mounts []corev1.VolumeMount
	for _, volume := range job.Volumes {
		mounts = append(mounts, corev1.VolumeMount{Name: volume.Name, MountPath: volume.Path, ReadOnly: volume.ReadOnly})
	}
	return mounts
}

// usesSSH tells whether a container's script talks to workers.
func usesSSH(container plan.Container) bool {
	return container.Role == plan.Work || launches(container)
}

// launches tells whether a container starts programs on workers.
func launches(container plan.Container) bool { return container.Env.Has("LATCHKEY_WORKERS") }
