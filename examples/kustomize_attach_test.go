package examples_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// watchedSources are two workloads and two sets. One set watches both workloads, and one workload is watched by both sets.
const watchedSources = `apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  selector: {matchLabels: {app: x}}
  template:
    metadata: {labels: {app: x}}
    spec: {containers: [{name: web, image: old:1}]}
---
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: train}
spec:
  replicatedJobs:
  - name: workers
    template: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: old:1}]}}}}
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: cpu, annotations: {latchkey.dev/attach-to: "Deployment/api,JobSet/train/workers"}}
spec: {metrics: [{name: perf-sysstat}]}
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: disk, annotations: {latchkey.dev/attach-to: Deployment/api}}
spec: {metrics: [{name: io-sysstat}]}
`

// TestKustomizeAttached renders sets that watch workloads before an overlay, after it, and both. Two overlays on one base
// rename the workloads and change an image of theirs. Each workload then mounts its own ConfigMaps.
func TestKustomizeAttached(t *testing.T) {
	build := kustomizeWithLatchkey(t)
	const transformed = "transformers: [../latchkey]\n"
	for name, at := range map[string]struct{ base, top string }{
		"before the overlay": {transformed, ""},
		"after the overlay":  {"", transformed},
		"before and after":   {transformed, transformed},
	} {
		root := kustomizations(t, map[string]string{
			"base/sources.yaml":       watchedSources,
			"base/kustomization.yaml": "resources: [sources.yaml]\ncomponents: [../component]\n" + at.base,
			"a/kustomization.yaml":    "resources: [../base]\nnamespace: hpc\nnamePrefix: a-\nimages: [{name: old, newTag: '2'}]\n",
			"b/kustomization.yaml":    "resources: [../base]\nnamespace: hpc\nnameSuffix: -b\n",
			"top/kustomization.yaml":  "resources: [../a, ../b]\n" + at.top,
		})
		out := build(filepath.Join(root, "top"))
		pods, configMaps := podsOf(t, out)
		if got := slices.Sorted(maps.Keys(pods)); !slices.Equal(got, []string{"a-api", "a-train", "api-b", "train-b"}) {
			t.Fatalf("%s: pods of %q\n%s", name, got, out)
		}
		mounted := map[string]bool{}
		for workload, pod := range pods {
			sidecars, image := []string{"perf-sysstat"}, "old:1"
			if strings.Contains(workload, "api") {
				sidecars = append(sidecars, "io-sysstat")
			}
			if strings.HasPrefix(workload, "a-") {
				image = "old:2"
			}
			var got []string
			for _, container := range pod.InitContainers {
				got = append(got, container.Name)
			}
			if !slices.Equal(got, sidecars) || pod.Containers[0].Image != image {
				t.Errorf("%s: %s has the sidecars %q and the image %s", name, workload, got, pod.Containers[0].Image)
			}
			for _, volume := range pod.Volumes {
				mounted[volume.ConfigMap.Name] = true
				if of := volume.ConfigMap.Name; !configMaps[of] || strings.HasPrefix(of, "a-") != strings.HasPrefix(workload, "a-") {
					t.Errorf("%s: %s mounts the ConfigMap %s; there are %v", name, workload, of, configMaps)
				}
			}
		}
		if len(mounted) != 4 || len(configMaps) != 4 {
			t.Errorf("%s: the ConfigMaps %v are mounted, and there are %v", name, mounted, configMaps)
		}
	}
}

// podsOf returns the pods of Deployments and JobSets by the names of these, and the names of all ConfigMaps.
func podsOf(t *testing.T, manifests string) (pods map[string]corev1.PodSpec, configMaps map[string]bool) {
	t.Helper()
	pods, configMaps = map[string]corev1.PodSpec{}, map[string]bool{}
	for document := range strings.SplitSeq(manifests, "\n---\n") {
		type template struct{ Spec corev1.PodSpec }
		var object struct {
			Kind     string
			Metadata struct{ Name string }
			Spec     struct {
				Template       template
				ReplicatedJobs []struct {
					Template struct{ Spec struct{ Template template } }
				}
			}
		}
		if err := yaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		switch object.Kind {
		case "ConfigMap":
			configMaps[object.Metadata.Name] = true
		case "Deployment":
			pods[object.Metadata.Name] = object.Spec.Template.Spec
		case "JobSet":
			pods[object.Metadata.Name] = object.Spec.ReplicatedJobs[0].Template.Spec.Template.Spec
		}
	}
	return pods, configMaps
}
