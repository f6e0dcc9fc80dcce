//go:build e2e

package differential

import (
	"fmt"
	"maps"
	"strconv"
)

// become returns the Jobs that the JobSet controller makes of an object, and the Pods that the Job controller makes of the
// object and of these Jobs. It makes only the last Pod of each Job, which has the longest name.
func become(object tree) []tree {
	var jobs []tree
	switch object["kind"] {
	case "JobSet":
		jobs = jobsOf(object)
	case "Job":
		return []tree{podOf(object)}
	}
	all := jobs
	for _, job := range jobs {
		all = append(all, podOf(job))
	}
	return all
}

// jobsOf follows kubernetes-sigs/jobset v0.12.0, pkg/controllers/jobset_controller.go, constructJob.
func jobsOf(set tree) []tree {
	var jobs []tree
	spec, _ := set["spec"].(tree)
	replicated, _ := spec["replicatedJobs"].([]any)
	for _, each := range replicated {
		written, _ := each.(tree)
		template, _ := clone(written["template"]).(tree)
		name := textOf(set, "metadata", "name") + "-" + textOf(written, "name") + "-0"
		metadata, _ := template["metadata"].(tree)
		job := tree{
			"apiVersion": "batch/v1", "kind": "Job", "spec": template["spec"],
			"metadata": tree{"name": name, "labels": metadata["labels"], "annotations": metadata["annotations"]},
		}
		delete(child(job, "metadata"), "namespace")
		describe(job, set, textOf(written, "name"))
		describe(child(child(job, "spec"), "template"), set, textOf(written, "name"))
		jobs = append(jobs, job)
	}
	return jobs
}

// describe adds the labels and annotations of the JobSet controller to Jobs and Pods, see labelAndAnnotateObject there.
func describe(object, set tree, replicatedJob string) {
	own := tree{
		"jobset.sigs.k8s.io/jobset-name":            textOf(set, "metadata", "name"),
		"jobset.sigs.k8s.io/jobset-uid":             "2a1b6a0e-6a35-4b5c-9b5a-1f5d6e7f8a9b",
		"jobset.sigs.k8s.io/replicatedjob-name":     replicatedJob,
		"jobset.sigs.k8s.io/restart-attempt":        "0",
		"jobset.sigs.k8s.io/replicatedjob-replicas": "1",
		"jobset.sigs.k8s.io/job-index":              "0",
		"jobset.sigs.k8s.io/job-key":                "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
	}
	metadata := child(object, "metadata")
	maps.Copy(child(metadata, "labels"), own)
	maps.Copy(child(metadata, "annotations"), own)
	const exclusive = "alpha.jobset.sigs.k8s.io/exclusive-topology"
	if place := textOf(set, "metadata", "annotations", exclusive); place != "" {
		child(metadata, "annotations")[exclusive] = place
	}
}

// podOf follows kubernetes/kubernetes v1.36, pkg/controller/job/job_controller.go and indexed_job_utils.go. It leaves out
// the service account and the runtime class, which may not exist in this cluster. Their names are checked in the Job.
func podOf(job tree) tree {
	const suffix, label = "-xxxxx", "batch.kubernetes.io/job-completion-index"
	spec, _ := job["spec"].(tree)
	pod, _ := clone(spec["template"]).(tree)
	pod["apiVersion"], pod["kind"] = "v1", "Pod"
	name, last := textOf(job, "metadata", "name"), lastIndex(spec)
	metadata := child(pod, "metadata")
	delete(metadata, "namespace")
	maps.Copy(child(metadata, "labels"), tree{"batch.kubernetes.io/job-name": name, "job-name": name})
	if spec["completionMode"] == "Indexed" {
		maps.Copy(child(metadata, "labels"), tree{label: last})
		maps.Copy(child(metadata, "annotations"), tree{label: last})
		addIndex(child(pod, "spec"), label)
		child(pod, "spec")["hostname"] = name + "-" + last
		name += "-" + last
	}
	metadata["name"] = name + suffix
	if most := 63; len(name+suffix) > most {
		metadata["name"] = name[:most-len(suffix)] + suffix
	}
	delete(child(pod, "spec"), "serviceAccountName")
	delete(child(pod, "spec"), "runtimeClassName")
	return pod
}

func lastIndex(spec tree) string {
	completions, _ := spec["completions"].(int64)
	return strconv.Itoa(int(max(completions, 1)) - 1)
}

// addIndex gives all containers the variable with the index.
func addIndex(pod tree, label string) {
	for _, list := range []string{"initContainers", "containers"} {
		containers, _ := pod[list].([]any)
		for _, each := range containers {
			container, _ := each.(tree)
			env, _ := container["env"].([]any)
			container["env"] = append(env, tree{
				"name":      "JOB_COMPLETION_INDEX",
				"valueFrom": tree{"fieldRef": tree{"fieldPath": fmt.Sprintf("metadata.labels['%s']", label)}},
			})
		}
	}
}
