package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// TestKustomize builds both overlays of examples/kustomize.
func TestKustomize(t *testing.T) {
	build := kustomizeWithLatchkey(t)
	test := build("kustomize/overlays/test")
	compare(t, "kustomize/expected.yaml", golden(t, test))
	checkTypes(t, test)

	large := build("kustomize/overlays/large")
	checkTypes(t, large)
	for _, want := range []string{"\n  name: hello-large\n", "parallelism: 3\n", ".command: echo hello from many\n", "\n              team: research\n"} {
		if !strings.Contains(large, want) {
			t.Errorf("%q is missing in:\n%s", want, large)
		}
	}
}

// kustomizeWithLatchkey returns a function that builds a kustomization with kustomize as a library. kustomize starts
// latchkey as a program, as the program kustomize does.
func kustomizeWithLatchkey(t *testing.T) func(root string) (manifests string) {
	t.Helper()
	options := krusty.MakeDefaultOptions()
	options.PluginConfig = types.EnabledPluginConfig(types.BploUseStaticallyLinked)
	options.PluginConfig.FnpLoadingOptions.EnableExec = true
	options.LoadRestrictions = types.LoadRestrictionsNone
	return func(root string) string {
		t.Helper()
		resources, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), root)
		if err != nil {
			t.Fatal(err)
		}
		manifests, err := resources.AsYaml()
		if err != nil {
			t.Fatal(err)
		}
		return string(manifests)
	}
}

// kustomizations writes files beside the component and the transformer, and returns their folder.
func kustomizations(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for folder, from := range map[string]string{"component": "../kustomize", "latchkey": "kustomize/latchkey"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// copied is a set that refers to other objects of its base.
const copied = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: hello}
spec:
  size: 2
  pod: {serviceAccountName: runner}
  containers:
  - image: docker.io/library/ubuntu:noble
    command: cat /data/a
    imagePullSecret: pull
    volumes:
      data: {path: /data, configMapName: data}
      claim: {path: /claim, claimName: claim}
      secret: {path: /secret, secretName: pull}
---
{apiVersion: v1, kind: Secret, metadata: {name: pull}}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: runner}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: claim}}
`

// TestKustomizeCopies renders two copies of one base in one namespace. Each set refers to its own copy of what it needs.
func TestKustomizeCopies(t *testing.T) {
	build := kustomizeWithLatchkey(t)
	root := kustomizations(t, map[string]string{
		"base/sources.yaml":       copied,
		"base/kustomization.yaml": "resources: [sources.yaml]\ncomponents: [../component]\nconfigMapGenerator: [{name: data, literals: [a=b]}]\n",
		"a/kustomization.yaml":    "resources: [../base]\nnamespace: hpc\nnamePrefix: a-\n",
		"b/kustomization.yaml":    "resources: [../base]\nnamespace: hpc\nnamePrefix: b-\n",
		"top/kustomization.yaml":  "resources: [../a, ../b]\ntransformers: [../latchkey]\n",
	})
	found := 0
	for document := range strings.SplitSeq(build(filepath.Join(root, "top")), "\n---\n") {
		var set jobset.JobSet
		if !strings.Contains(document, "kind: JobSet\n") {
			continue
		}
		if err := yaml.UnmarshalStrict([]byte(document), &set); err != nil {
			t.Fatal(err)
		}
		found++
		pod := set.Spec.ReplicatedJobs[1].Template.Spec.Template.Spec
		got := []string{pod.ServiceAccountName, pod.ImagePullSecrets[0].Name}
		for _, volume := range pod.Volumes {
			switch volume.Name {
			case "data":
				got = append(got, strings.Split(volume.ConfigMap.Name, "-")[0]+"-data")
			case "claim":
				got = append(got, volume.PersistentVolumeClaim.ClaimName)
			case "secret":
				got = append(got, volume.Secret.SecretName)
			}
		}
		prefix := set.Name[:2]
		slices.Sort(got)
		if diff := cmp.Diff([]string{prefix + "claim", prefix + "data", prefix + "pull", prefix + "pull", prefix + "runner"}, got); diff != "" {
			t.Errorf("%s refers to (-want +got):\n%s", set.Name, diff)
		}
		if len(set.Annotations) != 1 {
			t.Errorf("%s keeps annotations of kustomize: %q", set.Name, set.Annotations)
		}
	}
	if found != 2 {
		t.Errorf("%d JobSets, want 2", found)
	}
}

// sourcesWithImages have an image in every field that takes one.
const sourcesWithImages = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: set}
spec:
  flux: {container: {image: old:1}}
  containers: [{image: old:1}]
  services: [{image: old:1}, {image: old:1}]
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: metrics}
spec:
  metrics:
  - {name: app-lammps, image: old:1}
  - {name: perf-hpctoolkit, image: old:1, options: {viewImage: old:1}}
  - {name: app-amg, image: old:1, addons: [{name: perf-hpctoolkit, options: {image: old:1}}]}
---
apiVersion: flux-framework.org/v1alpha1
kind: MetricSet
metadata: {name: watch}
spec: {application: {image: old:1}}
---
apiVersion: app.example.com/v1alpha1
kind: PodSet
metadata: {name: pods}
spec: {image: old:1}
`

// TestKustomizeImages changes images in the sources, as happens in the kustomization that lists Latchkey.
func TestKustomizeImages(t *testing.T) {
	t.Parallel()
	manifests := kustomizeSources(t, sourcesWithImages, "images: [{name: old, newName: new, newTag: v2}]\n")
	want := strings.Count(sourcesWithImages, "old:1")
	if got := strings.Count(manifests, "new:v2"); got != want {
		t.Errorf("%d of %d images are changed:\n%s", got, want, manifests)
	}
}

// sourcesWithNames refer to other objects in every field of a list or an object. Every name that a build with a prefix
// should change ends in "-x".
const sourcesWithNames = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: set-x, annotations: {latchkey.dev/curve-secret: secret-x}}
spec:
  size: 1
  pod: {serviceAccountName: account-x}
  flux: {curveCertSecret: secret-x, container: {imagePullSecret: secret-x}}
  containers: [{imagePullSecret: secret-x}, {imagePullSecret: secret-x}]
  services: [{imagePullSecret: secret-x}]
---
apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: metrics-x, annotations: {latchkey.dev/attach-to: set-x}}
spec:
  pod: {serviceAccountName: account-x}
  application: {pullSecret: secret-x}
  storage: {volume: {configMapName: map-x, secretName: secret-x, claimName: claim-x}}
  metrics:
  - addons: [{options: {configMapName: map-x}}, {options: {secretName: secret-x}}, {options: {claimName: claim-x}}]
---
{apiVersion: v1, kind: Secret, metadata: {name: secret-x}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: map-x}}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: account-x}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: claim-x}}
`

// TestKustomizeNames renames objects and what refers to them in sources, for those who render what kustomize has built.
func TestKustomizeNames(t *testing.T) {
	t.Parallel()
	manifests := kustomizeSources(t, sourcesWithNames, "namePrefix: new-\n")
	want := strings.Count(sourcesWithNames, "-x")
	renamed := len(regexp.MustCompile(`: new-[a-z]+-x\b`).FindAllString(manifests, -1))
	if all := strings.Count(manifests, "-x"); renamed != want || all != want {
		t.Errorf("%d of %d names are changed:\n%s", renamed, want, manifests)
	}
}

// TestKustomizeNetwork renames rendered sets. Everything that selects pods by the name of their Service has the new name.
func TestKustomizeNetwork(t *testing.T) {
	t.Parallel()
	manifests, findings, _ := render("network-policy/input.yaml")
	manifests = kustomizeSources(t, manifests, "namePrefix: new-\n")
	all, renamed := strings.Count(manifests, "latchkey.dev/network: "), strings.Count(manifests, "latchkey.dev/network: new-")
	if renamed != all || strings.Count(manifests, "kind: NetworkPolicy\n") != 2 {
		t.Errorf("%d of %d labels and selectors have the new name (%s):\n%s", renamed, all, findings, manifests)
	}
}

// TestKustomizeSets renames rendered sets. "latchkey delete" finds all objects of a set by a label. The label has the new name
// too, and so have the objects.
func TestKustomizeSets(t *testing.T) {
	t.Parallel()
	manifests, findings, _ := render("hello-world/input.yaml")
	all := strings.Count(manifests, "latchkey.dev/set: hello-world\n")
	manifests = kustomizeSources(t, manifests, "namePrefix: new-\nnameSuffix: -two\n")
	if renamed := strings.Count(manifests, "latchkey.dev/set: new-hello-world-two\n"); renamed != all || all < 7 {
		t.Errorf("%d of %d labels have the new name (%s):\n%s", renamed, all, findings, manifests)
	}
	if !strings.Contains(manifests, "kind: JobSet\nmetadata:\n") || !strings.Contains(manifests, "  name: new-hello-world-two\n") {
		t.Errorf("the objects have other names:\n%s", manifests)
	}
}

// TestKustomizeGang renames rendered sets. The pods still belong to the PodGroup of their set.
func TestKustomizeGang(t *testing.T) {
	t.Parallel()
	manifests, findings, _ := render("gang/input.yaml")
	manifests = kustomizeSources(t, manifests, "namePrefix: new-\n")
	for _, name := range []string{"brokers", "launcher"} {
		if !strings.Contains(manifests, "podGroupName: new-"+name+"\n") || strings.Contains(manifests, "podGroupName: "+name) {
			t.Errorf("the pods of %s are in another PodGroup (%s):\n%s", name, findings, manifests)
		}
	}
}

// TestKustomizeLabels gives labels, annotations and sizes to sources.
func TestKustomizeLabels(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		fields, want string
		times        int
	}{
		"selectors":   {"labels: [{pairs: {team: hpc}, includeSelectors: true}]\n", "team: hpc", 4},
		"templates":   {"labels: [{pairs: {team: hpc}, includeTemplates: true}]\n", "team: hpc", 4},
		"plain":       {"labels: [{pairs: {team: hpc}}]\n", "team: hpc", 2},
		"annotations": {"commonAnnotations: {team: hpc}\n", "team: hpc", 4},
		"replicas":    {"replicas: [{name: set-x, count: 77}, {name: metrics-x, count: 77}]\n", ": 77\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sources, _, _ := strings.Cut(sourcesWithNames, "---\n{")
			manifests := kustomizeSources(t, sources, row.fields)
			if got := strings.Count(manifests, row.want); got != row.times {
				t.Errorf("%q is there %d times, want %d:\n%s", row.want, got, row.times, manifests)
			}
		})
	}
}

// kustomizeSources builds sources with the component and with more fields of a kustomization.
func kustomizeSources(t *testing.T, sources, fields string) string {
	t.Helper()
	files := filesys.MakeFsInMemory()
	write := func(name, text string) {
		if err := files.WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"kustomization.yaml", "configuration.yaml"} {
		text, err := os.ReadFile(filepath.Join("../kustomize", name))
		if err != nil {
			t.Fatal(err)
		}
		write("component/"+name, string(text))
	}
	write("base/sources.yaml", sources)
	write("base/kustomization.yaml", "resources: [sources.yaml]\ncomponents: [../component]\n"+fields)
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "base")
	if err != nil {
		t.Fatal(err)
	}
	manifests, err := resources.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	return string(manifests)
}
