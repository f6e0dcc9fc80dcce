package generators_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// flux are the pods of a MiniCluster, as far as sets see them.
const flux = `
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: lammps, labels: {team: hpc}}
spec:
  replicatedJobs:
  - name: keygen
    template: {spec: {template: {spec: {containers: [{name: keygen, image: view}]}}}}
  - name: m
    template:
      spec:
        template:
          spec:
            securityContext: {runAsUser: 5, runAsGroup: 6, runAsNonRoot: true}
            initContainers:
            - {name: flux-view, image: view}
            - {name: proxy, image: nginx, restartPolicy: Always}
            containers:
            - {name: lammps, image: app, securityContext: {runAsUser: 7, capabilities: {add: [SYS_ADMIN]}}}
            volumes:
            - {name: flux-view, emptyDir: {}}
            - {name: flux-operator-home, emptyDir: {}}
            - {name: dir, hostPath: {path: /srv, type: Directory}}
            - {name: key, secret: {secretName: key}}
            - {name: files, configMap: {name: files, items: [{key: a, path: b}]}}
            - {name: disk, persistentVolumeClaim: {claimName: disk}}
            - {name: fast, emptyDir: {medium: Memory, sizeLimit: 1Gi}}
            - {name: data, hostPath: {path: /srv, type: Directory}}
`

func miniCluster(t *testing.T) attach.Source {
	t.Helper()
	var pods jobset.JobSet
	if err := yaml.Unmarshal([]byte(flux), &pods); err != nil {
		t.Fatal(err)
	}
	return attach.Source{
		Mark: "flux-framework.org/MiniCluster//lammps", Item: &transform.Item{Group: "flux-framework.org", Kind: "MiniCluster", Name: "lammps"},
		Objects: []runtime.Object{&pods},
		Flux: &attach.Flux{
			Part: "m", TriesImages: "keygen", Container: "lammps", Pods: 3, Unshared: true,
			Volumes: []string{"flux-view", "flux-operator-home"},
		},
	}
}

// adding is a set that adds sidecars, whatever the pods are.
func adding(name string, sidecars ...attach.Sidecar) attach.Source {
	added := attach.Addition{Sidecars: sidecars, SharesProcesses: true}
	added.Files = &corev1.ConfigMap{}
	added.Files.Name = name
	return attach.Source{
		Mark: "flux-framework.org/MetricSet//" + name, Item: &transform.Item{Kind: "MetricSet", Name: name},
		Request:  attach.RequestOf(map[string]string{"latchkey.dev/attach-to": "lammps"}),
		Addition: func(attach.Pod) (attach.Addition, field.ErrorList, field.ErrorList) { return added, nil, nil },
	}
}

// mounting is a sidecar with one volume.
func mounting(name, volume string, source corev1.VolumeSource) attach.Sidecar {
	return attach.Sidecar{
		Container: corev1.Container{
			Name: name, Image: name + ":1", RestartPolicy: new(corev1.ContainerRestartPolicyAlways),
			VolumeMounts: []corev1.VolumeMount{{Name: volume, MountPath: "/scratch"}},
		},
		Volumes: []corev1.Volume{{Name: volume, VolumeSource: source}},
	}
}

// attached returns the pods of the parts keygen and m after sets were attached. The MiniCluster then has a ConfigMap of each set.
func attached(t *testing.T, sets ...attach.Source) (keygen, brokers corev1.PodSpec) {
	t.Helper()
	mc := miniCluster(t)
	before := mc.Objects[0].DeepCopyObject()
	outcomes, edits := attach.Attach(append(sets, mc), nil)
	for _, out := range outcomes[:len(sets)] {
		if len(out.Errors) > 0 || out.To != mc.Item {
			t.Fatalf("errors %v, attached to %v", out.Errors, out.To)
		}
	}
	if diff := cmp.Diff(before, mc.Objects[0]); diff != "" {
		t.Errorf("the object that was handed in has changed (-before +after):\n%s", diff)
	}
	made := outcomes[len(sets)].Objects
	if len(edits) > 0 || len(made) != len(sets)+1 {
		t.Fatalf("%d edits, objects %v", len(edits), made)
	}
	jobs := made[len(sets)].(*jobset.JobSet).Spec.ReplicatedJobs
	return jobs[0].Template.Spec.Template.Spec, jobs[1].Template.Spec.Template.Spec
}

var scratch = corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}

// TestMiniCluster wants the sidecars of two sets after the sidecars of the MiniCluster, in one process namespace.
func TestMiniCluster(t *testing.T) {
	t.Parallel()
	_, pod := attached(t, adding("cpu", mounting("perf-sysstat", "data", scratch)), adding("disk", mounting("io-sysstat", "data", scratch)))
	if pod.ShareProcessNamespace == nil || !*pod.ShareProcessNamespace {
		t.Error("the pods do not share their processes")
	}
	var order []string
	for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
		order = append(order, c.Name)
	}
	if diff := cmp.Diff([]string{"flux-view", "proxy", "perf-sysstat", "io-sysstat", "lammps"}, order); diff != "" {
		t.Errorf("containers (-want +got):\n%s", diff)
	}
	for _, name := range []string{"perf-sysstat", "io-sysstat"} {
		if volume := volumeOf(t, pod, name); volume.Name != "data-1" || volume.EmptyDir == nil {
			t.Errorf("%s mounts %+v", name, volume)
		}
	}
}

// TestTrials wants the first pod to try each image of a metric, once.
func TestTrials(t *testing.T) {
	t.Parallel()
	again := mounting("perf-sysstat-1", "data", scratch)
	again.Container.Image = "perf-sysstat:1"
	pod, _ := attached(t, adding("cpu", mounting("perf-sysstat", "data", scratch)), adding("disk", mounting("io-sysstat", "data", scratch)), adding("memory", again))
	var got []string
	for _, trial := range pod.InitContainers {
		got = append(got, trial.Name+" "+trial.Image+" "+strings.Join(trial.Command, " "))
	}
	want := []string{"try-perf-sysstat perf-sysstat:1 /bin/bash -c exit 0", "try-io-sysstat io-sysstat:1 /bin/bash -c exit 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPod wants a set to see what the template says, and the sidecars of other sets.
func TestPod(t *testing.T) {
	t.Parallel()
	var seen attach.Pod
	spy := adding("spy")
	spy.Addition = func(pod attach.Pod) (attach.Addition, field.ErrorList, field.ErrorList) {
		seen = pod
		return attach.Addition{Files: &corev1.ConfigMap{}}, nil, nil
	}
	attached(t, adding("cpu", mounting("perf-sysstat", "data", scratch)), spy)
	user := attach.User{UID: new(int64(7)), GID: new(int64(6))}
	want := attach.Pod{
		Name: "lammps", Title: "the MiniCluster lammps", Field: "spec.pod",
		Containers: []string{"flux-view", "proxy", "lammps"}, Sidecars: []string{"perf-sysstat"},
		Watched: map[string]attach.User{"lammps": user}, User: user,
		Limits: attach.Limits{NonRoot: true, Unshared: true},
		Labels: map[string]string{"team": "hpc"}, Flux: miniCluster(t).Flux,
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func claim(name string) corev1.VolumeSource {
	return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: name}}
}

func configMap(name string, items ...corev1.KeyToPath) corev1.VolumeSource {
	source := &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0o644)), Items: items}
	source.Name = name
	return corev1.VolumeSource{ConfigMap: source}
}

// volumeOf is the volume that a sidecar mounts at the path of [mounting].
func volumeOf(t *testing.T, pod corev1.PodSpec, sidecar string) corev1.Volume {
	t.Helper()
	mounts := podtest.Container(t, pod, sidecar).VolumeMounts
	name := mounts[slices.IndexFunc(mounts, func(m corev1.VolumeMount) bool { return m.MountPath == "/scratch" })].Name
	at := slices.IndexFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == name })
	if at < 0 {
		t.Fatalf("%s mounts %q, which is not a volume", sidecar, name)
	}
	return pod.Volumes[at]
}

// TestVolumesOfOneName wants each sidecar to mount its own volume, or one volume if the sources are the same.
func TestVolumesOfOneName(t *testing.T) {
	t.Parallel()
	_, pod := attached(t, adding("both",
		mounting("perf-sysstat", "out", claim("one")),
		mounting("io-sysstat", "out", claim("two")),
		mounting("io-sysstat-1", "out", claim("one")),
	))
	for sidecar, want := range map[string]string{"perf-sysstat": "out one", "io-sysstat": "out-1 two", "io-sysstat-1": "out one"} {
		volume := volumeOf(t, pod, sidecar)
		if got := volume.Name + " " + volume.PersistentVolumeClaim.ClaimName; got != want {
			t.Errorf("%s mounts %s, want %s", sidecar, got, want)
		}
	}
}

// TestSharedVolumes wants a set to share the volumes of the pod that it names, but not other volumes of the same name and
// not Latchkey's own.
func TestSharedVolumes(t *testing.T) {
	t.Parallel()
	dir := func(path string) corev1.VolumeSource {
		return corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: path}}
	}
	secret := corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "key", DefaultMode: new(int32(0o644))}}
	long := strings.Repeat("v", 63)
	for _, test := range []struct {
		what, name string
		source     corev1.VolumeSource
		want       string
	}{
		{"the same directory of the node", "dir", dir("/srv"), "dir"},
		{"another directory", "dir", dir("/tmp"), "dir-1"},
		{"the same Secret", "key", secret, "key"},
		{"the same ConfigMap", "files", configMap("files", corev1.KeyToPath{Key: "a", Path: "b"}), "files"},
		{"other files of it", "files", configMap("files", corev1.KeyToPath{Key: "c", Path: "d"}), "files-1"},
		{"the same claim", "disk", claim("disk"), "disk"},
		{"another claim", "disk", claim("other"), "disk-1"},
		{"an empty directory in memory", "fast", scratch, "fast"},
		{"another kind", "fast", claim("fast"), "fast-1"},
		{"a name of Flux", "flux-view", scratch, "flux-view-1"},
		{"the home directory", "flux-operator-home", scratch, "flux-operator-home-1"},
		{"a name that nobody has", "new", scratch, "new"},
		{"a name that is as long as can be", long, scratch, long},
	} {
		_, pod := attached(t, adding("cpu", mounting("perf-sysstat", test.name, test.source)))
		if got := volumeOf(t, pod, "perf-sysstat").Name; got != test.want {
			t.Errorf("%s: the volume %q, want %q", test.what, got, test.want)
		}
	}
}

// TestLongVolume wants a name with a number to keep within the limit.
func TestLongVolume(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("v", 63)
	_, pod := attached(t, adding("both", mounting("perf-sysstat", long, claim("one")), mounting("io-sysstat", long, claim("two"))))
	if diff := cmp.Diff(long[:61]+"-1", volumeOf(t, pod, "io-sysstat").Name); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
