package fn

import (
	"slices"
	"strings"
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// standards judges pods as the API server does.
var standards = sync.OnceValue(func() policy.Evaluator {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		panic(err)
	}
	return evaluator
})

// refusals returns the reasons for which a standard refuses pods, in the words of the API server.
func refusals(standard api.LevelVersion, pods []corev1.PodTemplateSpec) (reasons []string) {
	for i := range pods {
		for _, result := range standards().EvaluatePod(standard, &pods[i].ObjectMeta, &pods[i].Spec) {
			reason := result.ForbiddenReason + " (" + result.ForbiddenDetail + ")"
			if !result.Allowed && !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
	}
	return reasons
}

// narrowed returns copies of pods with the containers whose names keep accepts, and without the volumes that only other
// containers mount.
func narrowed(pods []corev1.PodTemplateSpec, keep func(container string) bool) []corev1.PodTemplateSpec {
	pods = slices.Clone(pods)
	for i := range pods {
		spec := &pods[i].Spec
		kept, others := map[string]bool{}, map[string]bool{}
		drop := func(c corev1.Container) bool {
			mounts := kept
			if !keep(c.Name) {
				mounts = others
			}
			for _, mount := range c.VolumeMounts {
				mounts[mount.Name] = true
			}
			return !keep(c.Name)
		}
		spec.InitContainers = slices.DeleteFunc(slices.Clone(spec.InitContainers), drop)
		spec.Containers = slices.DeleteFunc(slices.Clone(spec.Containers), drop)
		spec.Volumes = slices.DeleteFunc(slices.Clone(spec.Volumes), func(v corev1.Volume) bool { return others[v.Name] && !kept[v.Name] })
	}
	return pods
}

// podsOf returns the pods of workloads.
func podsOf(objects []runtime.Object) (pods []corev1.PodTemplateSpec) {
	for _, object := range objects {
		switch workload := object.(type) {
		case *jobset.JobSet:
			for _, job := range workload.Spec.ReplicatedJobs {
				pods = append(pods, job.Template.Spec.Template)
			}
		case *batchv1.Job:
			pods = append(pods, workload.Spec.Template)
		case *corev1.Pod:
			pods = append(pods, corev1.PodTemplateSpec{ObjectMeta: workload.ObjectMeta, Spec: workload.Spec})
		}
	}
	return pods
}

// enforced returns the standard that the labels of a Namespace name. A label that the API server refuses counts as none.
func enforced(label func(string) string) (api.LevelVersion, bool) {
	level, err := api.ParseLevel(label(api.EnforceLevelLabel))
	if err != nil || level == api.LevelPrivileged {
		return api.LevelVersion{}, false
	}
	version, err := api.ParseVersion(strings.TrimSpace(label(api.EnforceVersionLabel)))
	if err != nil {
		version = api.LatestVersion()
	}
	return api.LevelVersion{Level: level, Version: version}, true
}
