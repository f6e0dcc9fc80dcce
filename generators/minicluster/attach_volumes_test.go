package minicluster_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/podtest"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

func claim(name string) corev1.VolumeSource {
	return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: name}}
}

func configMap(name string, items ...corev1.KeyToPath) corev1.VolumeSource {
	source := &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0o644)), Items: items}
	source.Name = name
	return corev1.VolumeSource{ConfigMap: source}
}

// volumeOf is the volume that a sidecar of a MiniCluster mounts at the path of [mounting].
func volumeOf(t *testing.T, pod corev1.PodSpec, sidecar string) corev1.Volume {
	t.Helper()
	mounts := podtest.Container(t, pod, sidecar).VolumeMounts
	name := mounts[slices.IndexFunc(mounts, func(m corev1.VolumeMount) bool { return m.MountPath == "/scratch" })].Name
	at := slices.IndexFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == name })
	if at < 0 {
		t.Fatalf("%s mounts %q, which is no volume", sidecar, name)
	}
	return pod.Volumes[at]
}

// TestAdditionsVolumesOfOneName wants each sidecar to mount its own volume, or one volume if the sources are the same.
func TestAdditionsVolumesOfOneName(t *testing.T) {
	t.Parallel()
	pod := expandWatched(t, latchkey.Options{}, attach.Addition{Set: "both", Sidecars: []attach.Sidecar{
		mounting("perf-sysstat", "out", claim("one")),
		mounting("io-sysstat", "out", claim("two")),
		mounting("io-sysstat-1", "out", claim("one")),
	}}).brokers(t).Template.Spec
	for sidecar, want := range map[string]string{"perf-sysstat": "out one", "io-sysstat": "out-1 two", "io-sysstat-1": "out one"} {
		volume := volumeOf(t, pod, sidecar)
		if got := volume.Name + " " + volume.PersistentVolumeClaim.ClaimName; got != want {
			t.Errorf("%s mounts %s, want %s", sidecar, got, want)
		}
	}
}

const manyVolumes = `
containers:
- image: app
  command: lmp
  volumes:
    dir: {path: /dir, hostPath: /srv}
    key: {path: /key, secretName: key}
    files: {path: /files, configMapName: files, items: {a: b}}
    disk: {path: /disk, claimName: disk}
    fast: {path: /fast, emptyDir: true, emptyDirMedium: Memory, emptyDirSizeLimit: 1Gi}
`

// TestAdditionsVolumes wants a set to share the volumes that the MiniCluster names, but not other volumes of the same name
// and not Latchkey's own.
func TestAdditionsVolumes(t *testing.T) {
	t.Parallel()
	empty := corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
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
		{"an empty directory in memory", "fast", empty, "fast"},
		{"another kind", "fast", claim("fast"), "fast-1"},
		{"a name of Flux", "flux-view", empty, "flux-view-1"},
		{"the home directory", "flux-operator-home", empty, "flux-operator-home-1"},
		{"a name that nobody has", "new", empty, "new"},
		{"a name that is as long as can be", long, empty, long},
	} {
		options := latchkey.Options{}
		options.Default()
		all := objects(minicluster.Expand(read(t, manyVolumes), options, attach.Addition{Set: "cpu", Sidecars: []attach.Sidecar{mounting("perf-sysstat", test.name, test.source)}}))
		if got := volumeOf(t, all.brokers(t).Template.Spec, "perf-sysstat").Name; got != test.want {
			t.Errorf("%s: the volume %q, want %q", test.what, got, test.want)
		}
	}
}

// TestAdditionsLongVolume wants a name with a number to keep within the limit.
func TestAdditionsLongVolume(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("v", 63)
	pod := expandWatched(t, latchkey.Options{}, attach.Addition{Set: "both", Sidecars: []attach.Sidecar{
		mounting("perf-sysstat", long, claim("one")), mounting("io-sysstat", long, claim("two")),
	}}).brokers(t).Template.Spec
	if diff := cmp.Diff(long[:61]+"-1", volumeOf(t, pod, "io-sysstat").Name); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
