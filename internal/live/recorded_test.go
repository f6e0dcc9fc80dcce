package live

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
)

var update = flag.Bool("update", false, "rewrite the expected statuses in testdata")

// recorded reads objects that a real cluster has answered with, or that were written by hand in their form. Fields that
// nobody reads here are left out of the files.
func recorded(t *testing.T, name string) *Objects {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var all list[json.RawMessage]
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	o := &Objects{}
	for _, item := range all.Items {
		var header struct {
			Kind     string
			Metadata metav1.ObjectMeta
		}
		if err := json.Unmarshal(item, &header); err != nil {
			t.Fatal(err)
		}
		switch header.Kind {
		case "JobSet":
			add(t, &o.JobSets, item)
		case "Job":
			if header.Metadata.Labels[jobset.JobSetNameKey] == "" {
				add(t, &o.Jobs, item)
			} else {
				add(t, &o.Made, item)
			}
		case "Pod":
			add(t, &o.Pods, item)
		case "Event":
			add(t, &o.Events, item)
		case "Workload":
			add(t, &o.Workloads, item)
		default:
			t.Fatalf("%s holds a %s", name, header.Kind)
		}
	}
	return o
}

func add[T any](t *testing.T, to *[]T, item []byte) {
	t.Helper()
	var value T
	if err := json.Unmarshal(item, &value); err != nil {
		t.Fatal(err)
	}
	*to = append(*to, value)
}

// theSet returns the only set of a recording.
func theSet(t *testing.T, name string) *Set {
	t.Helper()
	sets := recorded(t, name).Sets()
	if len(sets) != 1 {
		t.Fatalf("%s holds %d sets", name, len(sets))
	}
	return sets[0]
}

// TestStatus prints the status of each recording.
func TestStatus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d recordings: %v", len(files), err)
	}
	now := time.Date(2026, 11, 22, 5, 34, 40, 0, time.UTC)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compare(t, name, theSet(t, name).Status(), now)
		})
	}
}

func compare(t *testing.T, name string, status Status, now time.Time) {
	t.Helper()
	out := status.Text(now)
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out); diff != "" {
		t.Errorf("the status differs:\n%s", diff)
	}
}

// change returns the set of a recording after a change of its objects.
func change(t *testing.T, name string, edit func(*Objects)) *Set {
	t.Helper()
	o := recorded(t, name)
	edit(o)
	return o.Sets()[0]
}

// printed returns the status of a set as it is printed.
func printed(s *Set) string { return s.Status().Text(time.Date(2026, 11, 22, 5, 34, 40, 0, time.UTC)) }

// TestStatusOfChanges changes one thing of a recording and expects a line of the status.
func TestStatusOfChanges(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of   string
		edit func(*Objects)
		want string
	}{
		"held by a quota": {"waiting-for-key", func(o *Objects) {
			o.JobSets[0].Spec.Suspend = new(true)
			o.JobSets[0].Labels["kueue.x-k8s.io/queue-name"] = "team"
			o.Pods, o.Made = nil, nil
			o.Workloads = workloadOf(o.JobSets[0], `{"type": "QuotaReserved", "status": "False", "message": "couldn't assign flavors to pod set m: insufficient quota for cpu in flavor one, request (40m) > maximum capacity (10m)"}`)
		}, "waits for    quota of the queue team: couldn't assign flavors to pod set m: insufficient quota for cpu in flavor one, request (40m) > maximum capacity (10m)\n"},
		"Kueue is silent": {"waiting-for-key", func(o *Objects) {
			o.JobSets[0].Spec.Suspend = new(true)
			o.JobSets[0].Labels["kueue.x-k8s.io/queue-name"] = "team"
		}, "waits for    the queue team: Kueue has said nothing about the set yet\n"},
		"suspended by hand": {
			"waiting-for-key", func(o *Objects) { o.JobSets[0].Spec.Suspend = new(true) },
			"brokers      0 of 2 up\n  application  waiting\n  waits for    someone to resume it: spec.suspend is true\n",
		},
		"no key": {"waiting-for-key", func(o *Objects) {
			o.JobSets[0].Status.TerminalState = "Failed"
			o.JobSets[0].Status.Conditions = conditions(`[{"type": "Failed", "status": "True", "message": "jobset failed"}]`)
			o.Made[0].Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobFailed, Status: corev1.ConditionTrue, Message: "no more tries"}}
			o.Pods[0].Status.ContainerStatuses[0].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
				ExitCode: 78, Reason: "Error", Message: "latchkey: error: there is no flux\nin this image",
			}}
		}, "application  has not run\n  failed       no key: keygen in the pod failing-keygen-0-d2f9q ended with status 78: latchkey: error: there is no flux in this image\n"},
		"out of memory": {"failed", func(o *Objects) {
			for at := range o.Pods {
				for n := range o.Pods[at].Status.ContainerStatuses {
					if ended := o.Pods[at].Status.ContainerStatuses[n].State.Terminated; ended != nil && ended.ExitCode == 3 {
						ended.ExitCode, ended.Reason = 137, "OOMKilled"
					}
				}
			}
		}, "failed       the application ran out of memory: the kernel killed a process, because the node had no more (OOMKilled)\n"},
		"another metric": {"faults/two2", func(*Objects) {}, "output       latchkey logs two2 (pod two2-m1-0-0-zwnjl, container app)\n"},
		"started again":  {"running", func(o *Objects) { o.JobSets[0].Status.Restarts = 1 }, "restarts     1, of which 0 count towards the 0 of maxRestarts\n"},
		"started again after a drain": {"running", func(o *Objects) {
			o.JobSets[0].Status.Restarts = 1
			o.Pods[1].Status.Conditions = append(o.Pods[1].Status.Conditions, corev1.PodCondition{
				Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue, Reason: "EvictionByEvictionAPI", Message: "Eviction API: evicting",
			})
		}, "of maxRestarts. Before: the pod lammps-m-0-0-tnskf was taken away (EvictionByEvictionAPI): Eviction API: evicting\n"},
		"started again, and the pods are gone": {
			"running", withoutPods("Pod default/lammps-m-0-1-hb5kg has condition DisruptionTarget matching FailJob rule at index 0"),
			"of maxRestarts. Before: Pod default/lammps-m-0-1-hb5kg has condition DisruptionTarget matching FailJob rule at index 0\n",
		},
		"started again, because a host was silent": {
			"running", withoutPods("Container launcher for pod default/lammps-m-0-0-pbhf5 failed with exit code 75 matching FailJob rule at index 1"),
			"of maxRestarts. Before: the pod lammps-m-0-0-pbhf5 ended with status 75, because a host of the set did not answer\n",
		},
		"a resource quota": {"refused", func(o *Objects) {
			for at := range o.Events {
				o.Events[at].Message = `Error creating: pods "refused-m-0-0-x" is forbidden: exceeded quota: few, requested: pods=1, used: pods=0, limited: pods=0`
			}
		}, "waits for    the pods of refused-m-0, which cannot be created: exceeded quota: few, requested: pods=1, used: pods=0, limited: pods=0\n"},
		"an account of the set is gone": {"waiting-for-key", func(o *Objects) {
			o.Pods, o.Made[0].Status.Active = nil, 0
			o.Events = append(o.Events, corev1.Event{
				InvolvedObject: corev1.ObjectReference{Kind: "Job", UID: o.Made[0].UID, Name: o.Made[0].Name}, Reason: "FailedCreate", Type: "Warning",
				Message: `Error creating: pods "failing-keygen-0-" is forbidden: error looking up service account team/failing-keygen: serviceaccount "failing-keygen" not found`,
			})
		}, "which cannot be created: error looking up service account team/failing-keygen: serviceaccount \"failing-keygen\" not found\n" +
			"  remedy       Apply the set again: the ServiceAccount failing-keygen is one of its objects, and is not there.\n"},
		"an account of the user is not there": {"refused", func(o *Objects) {
			for at := range o.Events {
				o.Events[at].Message = `Error creating: pods "refused-m-0-0-" is forbidden: error looking up service account team/mine: serviceaccount "mine" not found`
			}
		}, "  remedy       Create the ServiceAccount mine, or correct serviceAccountName: to change it, latchkey delete refused --yes, and apply the set"},
		"a broker is missing": {"running", func(o *Objects) {
			for at := range o.Pods {
				if index(o.Pods[at]) == 1 {
					o.Pods[at].Status.ContainerStatuses[0].State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ContainerCreating"}}
				}
			}
		}, "  brokers      1 of 2 up\n  application  waits: Flux starts it once 2 brokers are up\n"},
		"a broker is missing, and not needed": {"running", func(o *Objects) {
			env := o.JobSets[0].Spec.ReplicatedJobs[1].Template.Spec.Template.Spec.Containers[0].Env
			env[slices.IndexFunc(env, func(v corev1.EnvVar) bool { return v.Name == names.BrokerOptions })].Value = "'-Sbroker.quorum=1'"
			o.Pods = slices.DeleteFunc(o.Pods, func(pod corev1.Pod) bool { return index(pod) == 1 })
		}, "  brokers      1 of 2 up\n  application  running since 2026-11-22 05:32:18 UTC\n"},
		"a volume": {"waiting-for-key", func(o *Objects) {
			o.Events = append(o.Events, corev1.Event{
				InvolvedObject: corev1.ObjectReference{UID: o.Pods[0].UID, Name: o.Pods[0].Name}, Reason: "FailedMount", Type: "Warning",
				Message: `MountVolume.SetUp failed for volume "data" : secret "none" not found`,
			})
			o.Pods[0].Status.ContainerStatuses = nil
		}, `waits for    its volumes or its network: MountVolume.SetUp failed for volume "data" : secret "none" not found`},
		"a sidecar that fails": {"running", func(o *Objects) {
			status := &o.Pods[1].Status.InitContainerStatuses[1]
			status.State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "CrashLoopBackOff"}}
			status.LastTerminationState.Terminated = &corev1.ContainerStateTerminated{ExitCode: 9, Reason: "Error"}
		}, "waits for    the container perf-sysstat to be started again: it ended with status 9 (pod lammps-m-0-0-tnskf)\n"},
		"containers that run on": {"running", func(o *Objects) {
			podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "Completed", StartedAt: metav1.Now()}}
		}, "waits for    the container perf-sysstat to end: the application has ended, and a pod ends with the last of its containers (2 pods, first lammps-m-0-0-tnskf)\n"},
		"a run of a study without nodes": {
			"unschedulable", func(o *Objects) { o.JobSets[0].Labels["latchkey.dev/study"] = "scaling" },
			"again        to change it, latchkey delete --study scaling --yes, and run the study into a new folder\n",
		},
		"a gang without nodes": {"unschedulable", func(o *Objects) {
			for at := range o.Pods {
				o.Pods[at].Spec.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("big")}
				for n := range o.Pods[at].Status.Conditions {
					o.Pods[at].Status.Conditions[n].Message = "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled, one or more plugins asked to wait and no plugin rejected pod"
				}
			}
		}, "waits for    nodes for all pods of the PodGroup big at once ("},
		"a gang without feature gates": {"running", func(o *Objects) {
			o.JobSets[0].Annotations["latchkey.dev/gang"] = "PodGroup"
		}, "gang         the cluster starts each pod by itself: the feature gate GenericWorkload"},
		"a Job without feature gates": {"job-completed", func(o *Objects) {
			o.Jobs[0].Annotations["latchkey.dev/gang"] = "PodGroup"
		}, "gang         the cluster starts each pod by itself: the feature gate GenericWorkload"},
		"a gang without its PodGroup": {"unschedulable", func(o *Objects) {
			for at := range o.Pods {
				o.Pods[at].Spec.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("big")}
				o.Pods[at].Status.Conditions = nil
			}
		}, "waits for    the PodGroup big or some of its pods, which are not there ("},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if text := printed(change(t, c.of, c.edit)); !strings.Contains(text, c.want) {
				t.Errorf("%q is missing in:\n%s", c.want, text)
			}
		})
	}
}

func conditions(text string) (all []metav1.Condition) {
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		panic(err)
	}
	return all
}

// workloadOf returns the Workload that Kueue makes for a JobSet.
func workloadOf(js jobset.JobSet, condition string) []Workload {
	w := Workload{}
	w.OwnerReferences = []metav1.OwnerReference{{Kind: "JobSet", Name: js.Name, UID: js.UID}}
	w.Status.Conditions = conditions("[" + condition + "]")
	return []Workload{w}
}

// TestRecord compares the whole record of a set that has completed.
func TestRecord(t *testing.T) {
	t.Parallel()
	o := recorded(t, "completed")
	set := o.Sets()[0]
	set.texts = set.mounted([]corev1.ConfigMap{
		{ObjectMeta: metav1.ObjectMeta{Name: "lammps-entrypoint-021d49b3"}, Data: map[string]string{"lammps.command": "lmp -in in.reaxc.hns\n"}},
		{ObjectMeta: metav1.ObjectMeta{Name: "other"}, Data: map[string]string{"lammps.command": "another set's"}},
	})
	record := set.Record()
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/completed.record"
	if *update {
		if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(text)+"\n"); diff != "" {
		t.Errorf("the record differs:\n%s", diff)
	}
}

// TestEntry wants a running MiniCluster, and says why there is no instance otherwise.
func TestEntry(t *testing.T) {
	t.Parallel()
	entry, err := theSet(t, "interactive").Entry()
	if want := []string{"interactive-m-0-0-sb8wd", "--container=interactive", "--", "bash", "/mnt/flux/flux-connect.sh"}; err != nil || !slices.Equal(entry, want) {
		t.Errorf("the entry is %v (%v), want %v", entry, err, want)
	}
	set := theSet(t, "interactive")
	lead, _ := set.lead()
	for i := range lead.Spec.Containers {
		c := &lead.Spec.Containers[i]
		c.Env = slices.DeleteFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == "LATCHKEY_MOUNT" })
	}
	if without, err := set.Entry(); err != nil || !slices.Equal(without, entry) {
		t.Errorf("with the default mount path the entry is %v (%v), want %v", without, err, entry)
	}
	between := change(t, "completed", func(o *Objects) { o.JobSets[0].Status.TerminalState = "" })
	if _, err := between.Entry(); err == nil || !strings.HasPrefix(err.Error(), "the lead of lammps does not run: the application ended with status 0 at ") {
		t.Errorf("a set that Kubernetes has not judged yet gives %v", err)
	}
	for name, want := range map[string]string{
		"metricset":     "fio is made from a MetricSet, which has no Flux instance to connect to: name a MiniCluster",
		"completed":     `lammps is not running, it is Completed: "latchkey status lammps" says more`,
		"unschedulable": `big is not running, it is Waiting: "latchkey status big" says more`,
	} {
		if _, err := theSet(t, name).Entry(); err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", name, err, want)
		}
	}
}

// TestNames finds a set by the name of its workload and of its source.
func TestNames(t *testing.T) {
	t.Parallel()
	s := change(t, "running", func(o *Objects) {
		o.JobSets[0].Name = "prefix-lammps"
		for at := range o.Pods {
			o.Pods[at].Labels[jobset.JobSetNameKey] = "prefix-lammps"
		}
	})
	if !s.IsCalled("lammps") || !s.IsCalled("prefix-lammps") || s.IsCalled("prefix") {
		t.Errorf("%s from %s is not found by its names", s.Name, s.Source)
	}
	if sets := recorded(t, "job-completed").Sets("other"); len(sets) != 0 {
		t.Errorf("sets that nobody asked for stay: %d", len(sets))
	}
}

// withoutPods lets a set start again after its job has said something. The pods of its first life are gone.
func withoutPods(said string) func(*Objects) {
	return func(o *Objects) {
		o.JobSets[0].Status.Restarts, o.Pods = 1, nil
		o.Events = append(o.Events, corev1.Event{
			InvolvedObject: corev1.ObjectReference{Kind: "Job", Name: "lammps-m-0"}, Reason: "PodFailurePolicy", Type: "Warning",
			FirstTimestamp: metav1.Now(), LastTimestamp: metav1.Now(), Message: said,
		})
	}
}
