package transform

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Type identifies a type of object in any version.
type Type struct{ Group, Kind string }

// templates has the types of objects with pod templates, and where their templates are. A step of a path is a key; a key with
// "[]" stands for all elements of the list under it, and "*" for all values of a map. A Pod is a template itself.
//
// The paths come from the CustomResourceDefinitions of kubernetes-sigs/jobset, kubernetes-sigs/lws,
// kubeflow/mpi-operator, kubeflow/trainer and ray-project/kuberay.
var templates = map[Type][]string{
	{"", "Pod"}:                   {""},
	{"", "ReplicationController"}: {"spec.template"},
	{"apps", "DaemonSet"}:         {"spec.template"},
	{"apps", "Deployment"}:        {"spec.template"},
	{"apps", "ReplicaSet"}:        {"spec.template"},
	{"apps", "StatefulSet"}:       {"spec.template"},
	{"batch", "CronJob"}:          {"spec.jobTemplate.spec.template"},
	{"batch", "Job"}:              {"spec.template"},

	{"jobset.x-k8s.io", "JobSet"}:                      {"spec.replicatedJobs[].template.spec.template"},
	{"kubeflow.org", "MPIJob"}:                         {"spec.mpiReplicaSpecs.*.template"},
	{"kubeflow.org", "PyTorchJob"}:                     {"spec.pytorchReplicaSpecs.*.template"},
	{"leaderworkerset.x-k8s.io", "LeaderWorkerSet"}:    {"spec.leaderWorkerTemplate.leaderTemplate", "spec.leaderWorkerTemplate.workerTemplate"},
	{"ray.io", "RayCluster"}:                           {"spec.headGroupSpec.template", "spec.workerGroupSpecs[].template"},
	{"ray.io", "RayJob"}:                               {"spec.rayClusterSpec.headGroupSpec.template", "spec.rayClusterSpec.workerGroupSpecs[].template"},
	{"trainer.kubeflow.org", "ClusterTrainingRuntime"}: {"spec.template.spec.replicatedJobs[].template.spec.template"},
	{"trainer.kubeflow.org", "TrainingRuntime"}:        {"spec.template.spec.replicatedJobs[].template.spec.template"},
}

// elsewhere has the types of objects without pod templates of their own, and says which object has them.
var elsewhere = map[Type]string{
	{"trainer.kubeflow.org", "TrainJob"}: "a TrainJob takes its pods from its runtime (spec.runtimeRef), so name that: TrainingRuntime/<name> or ClusterTrainingRuntime/<name>",
}

// clusterScoped has the types with pod templates whose objects have no namespace.
var clusterScoped = map[Type]bool{{"trainer.kubeflow.org", "ClusterTrainingRuntime"}: true}

// HasNamespace tells whether objects of a type have pod templates at known paths and a namespace.
func HasNamespace(of Type) bool {
	_, has := templates[of]
	return has && !clusterScoped[of]
}

// HasPods tells whether objects of a type have pod templates at known paths. Otherwise why may say where their pods are.
func HasPods(of Type) (has bool, why string) {
	_, has = templates[of]
	return has, elsewhere[of]
}

// KindsWithPods returns the kinds of the types that have pods, sorted.
func KindsWithPods() []string {
	var kinds []string
	for of := range templates {
		kinds = append(kinds, of.Kind)
	}
	slices.Sort(kinds)
	return kinds
}

// Type returns the type of the item.
func (i *Item) Type() Type { return Type{i.Group, i.Kind} }

// A Template is a pod template of an item.
type Template struct {
	// Path leads to the template: keys, and indexes of lists. It is empty for a Pod.
	Path []string
	// Part is the name of the part of a workload with several templates, for example of a replicated job. It is "" for others.
	Part string
	// Value has the template's fields metadata and spec. It is read-only.
	Value any
}

// Templates returns the pod templates of an item, in the order of the file. path says where they are, as attach-path
// does; with "" the item's type says it.
func (i *Item) Templates(path string) []Template {
	paths := templates[i.Type()]
	if path != "" {
		paths = []string{path}
	}
	found := []Template{}
	for _, path := range paths {
		part := ""
		if len(paths) > 1 {
			part = lastOf(path)
		}
		collect(&found, Template{Part: part, Value: any(i.Content())}, path)
	}
	return found
}

// IsWhole tells whether the template has a pod.
func (t Template) IsWhole() bool {
	_, fits := t.At("spec").(map[string]any)
	return fits
}

// lastOf returns the word that distinguishes a path from others of its type: leaderTemplate, headGroupSpec.
func lastOf(path string) string {
	path = strings.TrimSuffix(path, ".template")
	return path[strings.LastIndex(path, ".")+1:]
}

// collect adds the templates at the rest of a path below t.
func collect(found *[]Template, t Template, path string) {
	if path == "" {
		if t.Value != nil {
			*found = append(*found, t)
		}
		return
	}
	step, rest, _ := strings.Cut(path, ".")
	key, isList := strings.CutSuffix(step, "[]")
	switch fields, _ := t.Value.(map[string]any); {
	case step == "*":
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			collect(found, t.below(key, fields[key], key), rest)
		}
	case isList:
		elements, _ := fields[key].([]any)
		for at, element := range elements {
			name, _ := At(element, "name").(string)
			group, _ := At(element, "groupName").(string)
			inner := t.below(key, element, cmp.Or(name, group, strconv.Itoa(at)))
			inner.Path = append(inner.Path, strconv.Itoa(at))
			collect(found, inner, rest)
		}
	default:
		collect(found, t.below(key, fields[key], t.Part), rest)
	}
}

func (t Template) below(key string, value any, part string) Template {
	return Template{Path: append(slices.Clone(t.Path), key), Part: part, Value: value}
}

// Field returns a path below the template for messages, for example "spec.template.spec.hostPID".
func (t Template) Field(keys ...string) string {
	var text strings.Builder
	for _, key := range slices.Concat(t.Path, keys) {
		switch _, err := strconv.Atoi(key); {
		case err == nil:
			text.WriteString("[" + key + "]")
		case text.Len() > 0:
			text.WriteString("." + key)
		default:
			text.WriteString(key)
		}
	}
	return text.String()
}

// At returns the value under some keys of the template, or nil.
func (t Template) At(keys ...string) any { return At(t.Value, keys...) }

// List returns the list under some keys of the template. It is nil if there is none.
func (t Template) List(keys ...string) []any {
	list, _ := t.At(keys...).([]any)
	return list
}
