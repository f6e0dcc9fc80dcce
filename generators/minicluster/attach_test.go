package minicluster_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/podtest"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

const watchedSpec = `
size: 3
containers:
- {name: flux, runFlux: true, image: app, command: lmp -in x, volumes: {data: {path: /data, hostPath: /srv}}}
- {name: proxy, image: nginx}
`

// watcher is the addition of a set, with a volume that has the name of a volume of the MiniCluster.
func watcher(set, sidecar string) attach.Addition {
	return attach.Addition{
		Set: set, Files: map[string]string{"lib.sh": set},
		Sidecars: []attach.Sidecar{mounting(sidecar, "data", corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})},
	}
}

// mounting is a sidecar with one volume besides the files of its set.
func mounting(sidecar, volume string, source corev1.VolumeSource) attach.Sidecar {
	return attach.Sidecar{
		Container: corev1.Container{Name: sidecar, RestartPolicy: new(corev1.ContainerRestartPolicyAlways), VolumeMounts: []corev1.VolumeMount{
			{Name: attach.FilesVolume, MountPath: "/metrics_operator"}, {Name: volume, MountPath: "/scratch"},
		}},
		Volumes: []corev1.Volume{{Name: volume, VolumeSource: source}},
	}
}

// expandWatched expands the MiniCluster of watchedSpec with the additions of attached sets.
func expandWatched(t *testing.T, options latchkey.Options, additions ...attach.Addition) objects {
	t.Helper()
	mc := read(t, watchedSpec)
	options = mc.Options().Merge(options)
	options.Default()
	return minicluster.Expand(mc, options, additions...)
}

func TestAdditions(t *testing.T) {
	t.Parallel()
	all := expandWatched(t, latchkey.Options{}, watcher("cpu", "perf-sysstat"), watcher("disk", "io-sysstat"))
	for _, name := range []string{"ConfigMap/lammps-cpu-HASH", "ConfigMap/lammps-disk-HASH"} {
		if !slices.Contains(all.names(), name) {
			t.Errorf("no %s in %q", name, all.names())
		}
	}
	pod := all.brokers(t).Template.Spec
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
	for name, want := range map[string]map[string]string{
		"perf-sysstat": {"latchkey-metrics": "/metrics_operator", "data-1": "/scratch"},
		"io-sysstat":   {"latchkey-metrics-1": "/metrics_operator", "data-1": "/scratch"},
	} {
		made, mounts := podtest.Container(t, pod, name), map[string]string{}
		for _, mount := range made.VolumeMounts {
			mounts[mount.Name] = mount.MountPath
		}
		if diff := cmp.Diff(want, mounts); diff != "" {
			t.Errorf("mounts of %s, neither the key nor Flux (-want +got):\n%s", name, diff)
		}
		if made.RestartPolicy == nil || *made.RestartPolicy != corev1.ContainerRestartPolicyAlways {
			t.Errorf("%s is no native sidecar", name)
		}
	}
	for _, volume := range pod.Volumes {
		if volume.Name == "latchkey-metrics-1" && contentHash.ReplaceAllString(volume.ConfigMap.Name, "-HASH") != "lammps-disk-HASH" {
			t.Errorf("%s is of %s", volume.Name, volume.ConfigMap.Name)
		}
	}
}

// TestAdditionsOfANumberedName wants a directory not to be shared with another whose name got a number.
func TestAdditionsOfANumberedName(t *testing.T) {
	t.Parallel()
	numbered := watcher("disk", "io-sysstat")
	numbered.Sidecars[0].Volumes[0].Name, numbered.Sidecars[0].Container.VolumeMounts[1].Name = "data-1", "data-1"
	pod := expandWatched(t, latchkey.Options{}, watcher("cpu", "perf-sysstat"), numbered).brokers(t).Template.Spec
	one, other := podtest.Container(t, pod, "perf-sysstat").VolumeMounts[1].Name, podtest.Container(t, pod, "io-sysstat").VolumeMounts[1].Name
	if one != "data-1" || other != "data-1-1" {
		t.Errorf("the volumes are %s and %s", one, other)
	}
}

// TestAdditionsRename wants the content of additions to count in the hash of names, because it cannot be changed either.
func TestAdditionsRename(t *testing.T) {
	t.Parallel()
	rename := latchkey.Options{OnChange: latchkey.OnChangeRename}
	one := expandWatched(t, rename, watcher("cpu", "perf-sysstat")).fullNames()
	changed := watcher("cpu", "perf-sysstat")
	changed.Files = map[string]string{"lib.sh": "changed"}
	if two := expandWatched(t, rename, changed).fullNames(); slices.Equal(one, two) {
		t.Errorf("the same names for another content: %q", one)
	}
}

// TestAdditionsContent wants an attached set to have a ConfigMap of its own for each content.
func TestAdditionsContent(t *testing.T) {
	t.Parallel()
	changed := watcher("cpu", "perf-sysstat")
	changed.Files = map[string]string{"lib.sh": "changed"}
	one := expandWatched(t, latchkey.Options{}, watcher("cpu", "perf-sysstat"), watcher("disk", "io-sysstat"))
	two := expandWatched(t, latchkey.Options{}, changed, watcher("disk", "io-sysstat"))
	before, after := podtest.Every[*corev1.ConfigMap](one), podtest.Every[*corev1.ConfigMap](two)
	if before[0].Name != after[0].Name || before[1].Name == after[1].Name || before[2].Name != after[2].Name {
		t.Errorf("names %q, %q, %q became %q, %q, %q", before[0].Name, before[1].Name, before[2].Name, after[0].Name, after[1].Name, after[2].Name)
	}
	for _, volume := range two.brokers(t).Template.Spec.Volumes {
		if volume.Name == attach.FilesVolume && volume.ConfigMap.Name != after[1].Name {
			t.Errorf("the sidecar mounts %q, and its files are in %q", volume.ConfigMap.Name, after[1].Name)
		}
	}
}

func TestAdditionsToContainers(t *testing.T) {
	t.Parallel()
	ordinary := watcher("cpu", "perf-sysstat")
	ordinary.Sidecars[0].Container.RestartPolicy = nil
	all := expandWatched(t, latchkey.Options{}, ordinary)
	pod := all.brokers(t).Template.Spec
	if n := len(pod.Containers); n != 2 || pod.Containers[1].Name != "perf-sysstat" || pod.Containers[1].RestartPolicy != nil {
		t.Errorf("%d containers, the last %+v", n, pod.Containers[n-1])
	}
}

// TestAdditionsImages wants the key job to try each image of a metric, once, and to give up after some time on its node. The
// brokers start after that job.
func TestAdditionsImages(t *testing.T) {
	t.Parallel()
	disk, again := watcher("disk", "io-sysstat"), watcher("memory", "perf-sysstat-1")
	disk.Sidecars[0].Container.Image, disk.Sidecars[0].Container.ImagePullPolicy = "disk:1", corev1.PullAlways
	pod := expandWatched(t, latchkey.Options{}, watcher("cpu", "perf-sysstat"), disk, again).job(t, "keygen").Template.Spec
	var got []string
	for _, trial := range pod.InitContainers {
		got = append(got, fmt.Sprintf("%s %q %s %q", trial.Name, trial.Image, trial.ImagePullPolicy, trial.Command))
	}
	want := []string{
		`try-perf-sysstat ""  ["/bin/bash" "-c" "exit 0"]`,
		`try-io-sysstat "disk:1" Always ["/bin/bash" "-c" "exit 0"]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if deadline := pod.ActiveDeadlineSeconds; deadline == nil || *deadline != 600 {
		t.Errorf("the pod has %v seconds on its node", deadline)
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	carrier := func(spec string) attach.Carrier {
		options := latchkey.Options{}
		options.Default()
		return minicluster.Carrier(read(t, spec), options, watcher("cpu", "perf-sysstat"))
	}
	want := attach.Carrier{
		Name: "lammps", Title: "the MiniCluster lammps", PodField: "spec.pod", Pods: 3, Runner: []string{"/bin/bash", "/flux_operator/broker.sh"}, Application: "lmp -in x",
		Containers: []string{"flux-view", "lammps", "proxy"}, Sidecars: []string{"perf-sysstat"}, User: attach.User{Plain: true},
	}
	if diff := cmp.Diff(want, carrier(watchedSpec)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got := carrier(`{shareProcessNamespace: false, jobLabels: {team: hpc}, pod: {hostPID: true, securityContext: {runAsUser: 5, runAsGroup: 6, runAsNonRoot: true}}, containers: [{image: a, command: b, launcher: true, securityContext: {runAsUser: 7, capabilities: {add: [SYS_ADMIN]}}}]}`)
	if *got.UID != 7 || *got.GID != 6 || got.Plain || !got.Launches || got.Pods != 1 || !got.NonRoot || !got.HostPID || !got.Unshared || got.Labels["team"] != "hpc" {
		t.Errorf("%+v, user %d, group %d", got, *got.UID, *got.GID)
	}
}
