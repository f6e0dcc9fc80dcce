package podtest

import (
	"slices"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// Every returns the objects of a type.
func Every[T runtime.Object](all []runtime.Object) []T {
	var found []T
	for _, object := range all {
		if typed, ok := object.(T); ok {
			found = append(found, typed)
		}
	}
	return found
}

// One returns the only object of a type.
func One[T runtime.Object](t *testing.T, all []runtime.Object) T {
	t.Helper()
	found := Every[T](all)
	if len(found) != 1 {
		t.Fatalf("found %d objects of type %T, want 1", len(found), *new(T))
	}
	return found[0]
}

// Names lists objects as "Kind/name", in their order.
func Names(all []runtime.Object) []string {
	var names []string
	for _, object := range all {
		names = append(names, object.GetObjectKind().GroupVersionKind().Kind+"/"+object.(metav1.Object).GetName())
	}
	return names
}

// Container returns a container of a pod, an init container or not.
func Container(t *testing.T, pod corev1.PodSpec, name string) corev1.Container {
	t.Helper()
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if container.Name == name {
			return container
		}
	}
	t.Fatalf("no container %q", name)
	return corev1.Container{}
}

// Pods returns the pod templates of JobSets and Jobs.
func Pods(all []runtime.Object) []corev1.PodTemplateSpec {
	var pods []corev1.PodTemplateSpec
	for _, set := range Every[*jobset.JobSet](all) {
		for _, job := range set.Spec.ReplicatedJobs {
			pods = append(pods, job.Template.Spec.Template)
		}
	}
	for _, job := range Every[*batchv1.Job](all) {
		pods = append(pods, job.Spec.Template)
	}
	return pods
}

// Containers returns the containers of JobSets and Jobs, init containers too.
func Containers(all []runtime.Object) []corev1.Container {
	var containers []corev1.Container
	for _, pod := range Pods(all) {
		containers = slices.Concat(containers, pod.Spec.InitContainers, pod.Spec.Containers)
	}
	return containers
}

// Variables returns the environment of a container by name. A value from elsewhere is "<from>".
func Variables(container corev1.Container) map[string]string {
	all := map[string]string{}
	for _, variable := range container.Env {
		all[variable.Name] = variable.Value
		if variable.ValueFrom != nil {
			all[variable.Name] = "<from>"
		}
	}
	return all
}
