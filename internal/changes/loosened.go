package changes

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// loosened returns two objects without the changes that a server accepts within the fixed fields.
func loosened(old, changed Object) (before, after Object) {
	before, after = New(old.Object), New(changed.Object)
	switch old.groupKind() {
	case "jobset.x-k8s.io/JobSet":
		loosenJobSet(before, after)
	case "batch/Job":
		loosenJob(before, after)
	case "/Pod":
		loosenPod(before, after)
	case "/Service":
		loosenService(before, after)
	case "/PersistentVolume":
		freeUnless(before.at("spec.nodeAffinity") != nil, before, after, "spec.nodeAffinity")
	case "scheduling.k8s.io/PodGroup":
		freeUnless(before.at("apiVersion") == "scheduling.k8s.io/v1alpha2", before, after, "spec.schedulingPolicy.gang.minCount")
	case "/PersistentVolumeClaim":
		freeUnless(before.at("spec.volumeName") != nil, before, after, "spec.volumeName")
		freeUnless(isLess(after.at(claimSize), before.at(claimSize)), before, after, claimSize)
	}
	return before, after
}

// freeUnless removes a field from both objects, unless it is fixed.
func freeUnless(isFixed bool, before, after Object, field string) {
	if !isFixed {
		remove(before.Object, strings.Split(field, ".")...)
		remove(after.Object, strings.Split(field, ".")...)
	}
}

// loosenJobSet follows the rules "self == oldSelf", which hold where there was a value and is one. A server gives a set
// all of these values but a failure policy and policies for claims.
func loosenJobSet(before, after Object) {
	for _, field := range []string{"spec.network", "spec.successPolicy", "spec.startupPolicy"} {
		freeUnless(after.at(field) != nil, before, after, field)
	}
	for _, field := range []string{"spec.failurePolicy", "spec.volumeClaimPolicies"} {
		freeUnless(before.at(field) != nil && after.at(field) != nil, before, after, field)
	}
	if before.at("spec.suspend") == true || after.at("spec.suspend") == true {
		for _, object := range []Object{before, after} {
			jobs, _ := object.at("spec.replicatedJobs").([]any)
			for _, job := range jobs {
				scheduleFreely(job, "template", "spec", "template")
			}
		}
	}
}

func loosenJob(before, after Object) {
	if before.at("spec.suspend") == true {
		for _, object := range []Object{before, after} {
			scheduleFreely(object.Object, "spec", "template")
			remove(object.Object, "spec", "template", "spec", "affinity", "nodeAffinity")
			freeInContainers(object, "spec.template.spec", "resources")
		}
	}
	isSize := after.at("spec.completionMode") == "Indexed" && reflect.DeepEqual(after.at("spec.completions"), after.at("spec.parallelism"))
	freeUnless(!isSize, before, after, "spec.completions")
}

// scheduleFreely removes what may change in the pods of a workload that is suspended.
func scheduleFreely(workload any, template ...string) {
	fields, _ := workload.(map[string]any)
	for _, path := range []string{"metadata.labels", "metadata.annotations", "spec.nodeSelector", "spec.tolerations", "spec.schedulingGates"} {
		remove(fields, slices.Concat(template, strings.Split(path, "."))...)
	}
}

// loosenPod follows pkg/apis/core/validation, ValidatePodUpdate.
func loosenPod(before, after Object) {
	for _, object := range []Object{before, after} {
		freeInContainers(object, "spec", "image")
	}
	isGated := before.at("spec.schedulingGates") != nil
	freeUnless(!isGated || !contains(after.at("spec.nodeSelector"), before.at("spec.nodeSelector")), before, after, "spec.nodeSelector")
	freeUnless(!isGated || before.at("spec.affinity.nodeAffinity") != nil, before, after, "spec.affinity.nodeAffinity")
	freeUnless(!contains(before.at("spec.schedulingGates"), after.at("spec.schedulingGates")), before, after, "spec.schedulingGates")
	freeUnless(!contains(after.at("spec.tolerations"), before.at("spec.tolerations")), before, after, "spec.tolerations")
	was, hadDeadline := before.at("spec.activeDeadlineSeconds").(int64)
	is, hasDeadline := after.at("spec.activeDeadlineSeconds").(int64)
	freeUnless(!hasDeadline || hadDeadline && is > was, before, after, "spec.activeDeadlineSeconds")
}

// freeInContainers removes a field from all containers of a pod's spec.
func freeInContainers(o Object, spec, field string) {
	for _, list := range []string{"initContainers", "containers"} {
		containers, _ := o.at(spec + "." + list).([]any)
		for _, container := range containers {
			fields, _ := container.(map[string]any)
			delete(fields, field)
		}
	}
}

// contains tells whether a list has all elements of another, or a mapping all entries.
func contains(all, some any) bool {
	switch some := some.(type) {
	case nil:
		return true
	case map[string]any:
		fields, _ := all.(map[string]any)
		for key, value := range some {
			if !reflect.DeepEqual(fields[key], value) {
				return false
			}
		}
	case []any:
		elements, _ := all.([]any)
		for _, value := range some {
			if !slices.ContainsFunc(elements, func(element any) bool { return reflect.DeepEqual(element, value) }) {
				return false
			}
		}
	}
	return true
}

// loosenService follows pkg/apis/core/validation, ValidateServiceUpdate, and pkg/registry/core/service/storage,
// patchAllocatedValues: a server keeps the addresses that a Service has where none are given.
func loosenService(before, after Object) {
	isExternal := before.at("spec.type") == "ExternalName" || after.at("spec.type") == "ExternalName"
	freeUnless(!isExternal && after.at("spec.clusterIP") != nil, before, after, "spec.clusterIP")
	for _, field := range []string{"spec.clusterIPs", "spec.ipFamilies", "spec.healthCheckNodePort"} {
		for _, object := range []Object{before, after} {
			if list, _ := object.at(field).([]any); len(list) > 1 { // a second address may come and go
				_ = unstructured.SetNestedSlice(object.Object, list[:1], strings.Split(field, ".")...)
			}
		}
		freeUnless(!isExternal && after.at(field) != nil && before.at(field) != nil, before, after, field)
	}
	const balanced = "LoadBalancer"
	freeUnless(before.at("spec.type") == balanced && after.at("spec.type") == balanced, before, after, "spec.loadBalancerClass")
}

// claimSize is the size of a claim, which may grow.
const claimSize = "spec.resources.requests.storage"

// isLess tells whether a quantity is less than another.
func isLess(quantity, than any) bool {
	one, isText := quantity.(string)
	other, isOther := than.(string)
	if !isText || !isOther {
		return false
	}
	a, err := resource.ParseQuantity(one)
	b, failed := resource.ParseQuantity(other)
	return err == nil && failed == nil && a.Cmp(b) < 0
}
