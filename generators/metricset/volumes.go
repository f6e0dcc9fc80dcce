package metricset

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newVolumes are the scripts, a folder in memory for the keys of ssh where there are workers, and the user's.
func newVolumes(s set, job plan.Job) []corev1.Volume {
	source := &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0o555))}
	source.Name = s.files.Name
	volumes := []corev1.Volume{{Name: scriptsVolume, VolumeSource: corev1.VolumeSource{ConfigMap: source}}}
	if slices.ContainsFunc(job.Containers, usesSSH) {
		volumes = append(volumes, corev1.Volume{Name: privateVolume, VolumeSource: corev1.VolumeSource{
			EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory},
		}})
	}
	return append(volumes, usersVolumes(job)...)
}

func usersVolumes(job plan.Job) []corev1.Volume {
	var volumes []corev1.Volume
	for _, volume := range job.Volumes {
		volumes = append(volumes, corev1.Volume{Name: volume.Name, VolumeSource: volume.Source})
	}
	return volumes
}

// newMounts are the same for all containers of a pod, except that an application of the user's has no scripts of ours.
func newMounts(job plan.Job, container plan.Container) []corev1.VolumeMount {
	var mounts []corev1.VolumeMount
	if container.Script != "" {
		mounts = append(mounts, corev1.VolumeMount{Name: scriptsVolume, MountPath: scriptsPath, ReadOnly: true})
	}
	if usesSSH(container) {
		mounts = append(mounts, corev1.VolumeMount{Name: privateVolume, MountPath: privatePath})
	}
	for _, volume := range job.Volumes {
		mounts = append(mounts, corev1.VolumeMount{Name: volume.Name, MountPath: volume.Path, ReadOnly: volume.ReadOnly})
	}
	return mounts
}

// usesSSH tells whether a container's script has to do with workers.
func usesSSH(container plan.Container) bool {
	return slices.ContainsFunc(container.Env, func(v plan.Variable) bool { return v.Name == "LATCHKEY_WORKERS" })
}
