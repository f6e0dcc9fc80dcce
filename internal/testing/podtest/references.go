package podtest

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
)

// CheckReferences wants every object to have a name of its own, and every name in a pod to lead to something. set begins the names of
// the objects that the set makes itself.
func CheckReferences(t *testing.T, all []runtime.Object, set string) {
	t.Helper()
	made := map[string]bool{}
	for _, name := range Names(all) {
		if made[name] {
			t.Errorf("%s is made twice", name)
		}
		made[name] = true
	}
	for _, pod := range Pods(all) {
		checkLabels(t, pod.Labels)
		checkPod(t, pod.Spec)
		for _, volume := range pod.Spec.Volumes {
			if m := volume.ConfigMap; m != nil && strings.HasPrefix(m.Name, set+"-") && !made["ConfigMap/"+m.Name] {
				t.Errorf("volume %q: no ConfigMap %q is made", volume.Name, m.Name)
			}
		}
		if account := pod.Spec.ServiceAccountName; strings.HasPrefix(account, set+"-") && !made["ServiceAccount/"+account] {
			t.Errorf("no service account %q is made", account)
		}
	}
	for _, service := range Every[*corev1.Service](all) {
		if !slices.ContainsFunc(Pods(all), func(pod corev1.PodTemplateSpec) bool { return selects(service, pod) }) {
			t.Errorf("Service %s selects no pod of the set", service.Name)
		}
	}
}

// selects says whether a Service finds a pod. The index is a label that the Job controller adds.
func selects(service *corev1.Service, pod corev1.PodTemplateSpec) bool {
	for key, value := range service.Spec.Selector {
		isIndex := key == "batch.kubernetes.io/job-completion-index" && value == "0"
		if !isIndex && pod.Labels[key] != value {
			return false
		}
	}
	return true
}

func checkLabels(t *testing.T, labels map[string]string) {
	t.Helper()
	for key, value := range labels {
		for _, problem := range slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)) {
			t.Errorf("label %q: %s", key, problem)
		}
	}
}

// checkPod wants the containers and the volumes of a pod to have names of their own, and each volume to be mounted.
func checkPod(t *testing.T, pod corev1.PodSpec) {
	t.Helper()
	volumes, mounted, containers := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, volume := range pod.Volumes {
		if volumes[volume.Name] {
			t.Errorf("volume %q is there twice", volume.Name)
		}
		volumes[volume.Name] = true
	}
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if containers[container.Name] || len(validation.IsDNS1123Label(container.Name)) > 0 {
			t.Errorf("container %q is there twice, or called so", container.Name)
		}
		containers[container.Name] = true
		paths := map[string]bool{}
		for _, mount := range container.VolumeMounts {
			mounted[mount.Name] = true
			if !volumes[mount.Name] || paths[mount.MountPath] {
				t.Errorf("container %q mounts %q at %q, which is not there or taken", container.Name, mount.Name, mount.MountPath)
			}
			paths[mount.MountPath] = true
		}
	}
	for name := range volumes {
		if !mounted[name] {
			t.Errorf("volume %q is mounted by no container", name)
		}
	}
}
