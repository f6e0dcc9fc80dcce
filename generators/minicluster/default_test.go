package minicluster_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// bare returns the smallest MiniCluster, after a change.
func bare(change func(*v1alpha2.MiniCluster)) *v1alpha2.MiniCluster {
	mc := &v1alpha2.MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec:       v1alpha2.MiniClusterSpec{Containers: []v1alpha2.Container{{Command: "lmp"}}},
	}
	change(mc)
	return mc
}

// defaulted returns bare with its defaults, after a change.
func defaulted(change func(*v1alpha2.MiniCluster)) *v1alpha2.MiniCluster {
	return bare(func(mc *v1alpha2.MiniCluster) {
		mc.Spec.Size = new(int32(1))
		mc.Spec.MaxSize, mc.MaxSizeDefaulted = 1, true
		mc.Spec.Tasks, mc.TasksDefaulted = new(int32(1)), true
		mc.Spec.DeadlineSeconds = new(int64(31500000))
		mc.Spec.Network.HeadlessName = "lammps"
		mc.Spec.Flux = v1alpha2.FluxSpec{
			Container: v1alpha2.FluxContainer{
				Image:     "ghcr.io/converged-computing/flux-view-ubuntu:tag-noble",
				Name:      "flux-view",
				MountPath: "/mnt/flux",
			},
			SubmitCommand:  "flux submit",
			ConnectTimeout: new("5s"),
			LogLevel:       new(int32(6)),
			Scheduler:      v1alpha2.Scheduler{QueuePolicy: "fcfs"},
		}
		mc.Spec.Containers[0] = v1alpha2.Container{
			Name:            "lammps",
			Image:           "ghcr.io/rse-ops/accounting:app-latest",
			RunFlux:         new(true),
			Command:         "lmp",
			Logs:            "/tmp/fluxout",
			ImagePullPolicy: "IfNotPresent",
		}
		change(mc)
	})
}

func TestDefault(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		in, want func(*v1alpha2.MiniCluster)
	}{
		"nothing said": {
			in:   func(*v1alpha2.MiniCluster) {},
			want: func(*v1alpha2.MiniCluster) {},
		},
		"maxSize follows size": {
			in:   func(mc *v1alpha2.MiniCluster) { mc.Spec.Size = new(int32(4)) },
			want: func(mc *v1alpha2.MiniCluster) { mc.Spec.Size, mc.Spec.MaxSize = new(int32(4)), 4 },
		},
		"no command is interactive": {
			in:   func(mc *v1alpha2.MiniCluster) { mc.Spec.Containers[0].Command = " \n" },
			want: func(mc *v1alpha2.MiniCluster) { mc.Spec.Containers[0].Command, mc.Spec.Interactive = " \n", true },
		},
		"a script is a command": {
			in: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Containers[0].Command = ""
				mc.Spec.Containers[0].Commands.Script = "lmp"
			},
			want: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Containers[0].Command = ""
				mc.Spec.Containers[0].Commands.Script = "lmp"
			},
		},
		"the runner is called as the set": {
			in:   func(mc *v1alpha2.MiniCluster) { mc.Spec.Containers[0].Name = "app" },
			want: func(*v1alpha2.MiniCluster) {},
		},
		"no runner among several": {
			in: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Containers = []v1alpha2.Container{{Name: "a"}, {Name: "b"}}
			},
			want: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Containers = []v1alpha2.Container{sidecar("a"), sidecar("b")}
			},
		},
		"services never run flux": {
			in:   func(mc *v1alpha2.MiniCluster) { mc.Spec.Services = []v1alpha2.Container{{Name: "db"}} },
			want: func(mc *v1alpha2.MiniCluster) { mc.Spec.Services = []v1alpha2.Container{sidecar("db")} },
		},
		"pullAlways": {
			in: func(mc *v1alpha2.MiniCluster) { mc.Spec.Containers[0].PullAlways = true },
			want: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Containers[0].PullAlways = true
				mc.Spec.Containers[0].ImagePullPolicy = "Always"
			},
		},
		"emptyDir without a path": {
			in:   volumes(v1alpha2.ContainerVolume{EmptyDir: true}),
			want: volumes(v1alpha2.ContainerVolume{EmptyDir: true, Path: "/dev/shm"}),
		},
		"emptyDir with a path": {
			in:   volumes(v1alpha2.ContainerVolume{EmptyDir: true, Path: "/scratch"}),
			want: volumes(v1alpha2.ContainerVolume{EmptyDir: true, Path: "/scratch"}),
		},
		"other volumes have no default path": {
			in:   volumes(v1alpha2.ContainerVolume{HostPath: "/data"}),
			want: volumes(v1alpha2.ContainerVolume{HostPath: "/data"}),
		},
		"bursting": {
			in: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Size = new(int32(2))
				mc.Spec.Flux.Bursting = v1alpha2.Bursting{
					LeadBroker: v1alpha2.FluxBroker{Address: "192.0.2.1", Name: "lead", Size: 3},
					Clusters:   []v1alpha2.BurstedCluster{{Name: "cloud"}, {Size: 5}},
				}
			},
			want: func(mc *v1alpha2.MiniCluster) {
				mc.Spec.Size, mc.Spec.MaxSize = new(int32(2)), 2
				mc.Spec.Flux.Bursting = v1alpha2.Bursting{
					LeadBroker: v1alpha2.FluxBroker{Address: "192.0.2.1", Name: "lead", Size: 3, Port: 8050},
					Clusters:   []v1alpha2.BurstedCluster{{Name: "cloud", Size: 2}, {Name: "burst-1", Size: 5}},
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, want := bare(row.in), defaulted(row.want)
			minicluster.Default(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

// sidecar returns a container without Flux, with its defaults.
func sidecar(name string) v1alpha2.Container {
	return v1alpha2.Container{
		Name:            name,
		Image:           "ghcr.io/rse-ops/accounting:app-latest",
		RunFlux:         new(false),
		ImagePullPolicy: "IfNotPresent",
	}
}

// volumes gives the first container one volume.
func volumes(volume v1alpha2.ContainerVolume) func(*v1alpha2.MiniCluster) {
	return func(mc *v1alpha2.MiniCluster) {
		mc.Spec.Containers[0].Volumes = map[string]v1alpha2.ContainerVolume{"data": volume}
	}
}

func TestDefaultKeepsWhatIsSaid(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(any){"values": apitest.Fill, "zeros": apitest.FillZeros} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got v1alpha2.MiniCluster
			fill(&got)
			got.Spec.Containers[0].Name = got.Name // the only name that the user does not choose
			want := got.DeepCopy()
			minicluster.Default(&got)
			if diff := cmp.Diff(want, &got); diff != "" {
				t.Errorf("changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDefaultTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	random, filled := rand.New(rand.NewSource(1)), 0
	for range 200 {
		var once v1alpha2.MiniCluster
		apitest.FillSome(&once, func() bool { return random.Intn(2) == 0 })
		said := once.DeepCopy()
		minicluster.Default(&once)
		twice := once.DeepCopy()
		minicluster.Default(twice)
		if diff := cmp.Diff(&once, twice); diff != "" {
			t.Fatalf("differs (-once +twice):\n%s", diff)
		}
		if cmp.Diff(said, &once) != "" {
			filled++
		}
	}
	if filled < 100 {
		t.Errorf("only %d of 200 objects had something to fill", filled)
	}
}
