package minicluster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestGangLivesAndDiesTogether(t *testing.T) {
	t.Parallel()
	all := expand(t, "{size: 2, backoffLimit: 3, deadlineSeconds: 60, containers: [{image: a}]}", latchkey.Options{TTLSeconds: new(int32(9))})
	set := podtest.One[*jobset.JobSet](t, all).Spec
	want := jobset.JobSetSpec{
		Network: &jobset.Network{EnableDNSHostnames: new(false), Subdomain: "lammps"},
		FailurePolicy: &jobset.FailurePolicy{MaxRestarts: 3, RestartStrategy: jobset.BlockingRecreate, Rules: []jobset.FailurePolicyRule{
			{Name: "noKey", Action: jobset.FailJobSet, OnJobFailureReasons: []string{"PodFailurePolicy"}, TargetReplicatedJobs: []string{"keygen"}},
		}},
		TTLSecondsAfterFinished: new(int32(9)),
	}
	jobs := set.ReplicatedJobs
	set.ReplicatedJobs = nil
	if diff := cmp.Diff(want, set); diff != "" {
		t.Errorf("JobSet (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]jobset.DependsOn{{Name: "keygen", Status: jobset.DependencyComplete}}, jobs[1].DependsOn); diff != "" {
		t.Errorf("dependsOn of the brokers (-want +got):\n%s", diff)
	}
	brokers := all.brokers(t)
	got := []any{*brokers.BackoffLimit, *brokers.ActiveDeadlineSeconds, *brokers.Completions, *brokers.Parallelism, brokers.Template.Spec.RestartPolicy}
	if diff := cmp.Diff([]any{int32(0), int64(60), int32(2), int32(2), corev1.RestartPolicyNever}, got); diff != "" {
		t.Errorf("job of the brokers (-want +got):\n%s", diff)
	}
}

// TestDisruptionStartsTheGangAgain wants a restart that does not count, for the brokers alone: Kubernetes replaces the pods
// of other jobs.
func TestDisruptionStartsTheGangAgain(t *testing.T) {
	t.Parallel()
	const spec = "{size: 2, containers: [{image: a}], services: [{name: db, image: c}]}"
	all := expand(t, spec, latchkey.Options{OnDisruption: latchkey.OnDisruptionRestart})
	rules := podtest.One[*jobset.JobSet](t, all).Spec.FailurePolicy.Rules
	want := []jobset.FailurePolicyRule{
		{Name: "noKey", Action: jobset.FailJobSet, OnJobFailureReasons: []string{"PodFailurePolicy"}, TargetReplicatedJobs: []string{"keygen"}},
		{
			Name: "disruption", Action: jobset.RestartJobSetAndIgnoreMaxRestarts, OnJobFailureReasons: []string{"PodFailurePolicy"},
			TargetReplicatedJobs: []string{"m"},
		},
	}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	policy := &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{{
		Action:          batchv1.PodFailurePolicyActionFailJob,
		OnPodConditions: []batchv1.PodFailurePolicyOnPodConditionsPattern{{Type: "DisruptionTarget", Status: "True"}},
	}, { // a lead that does not answer any more
		Action:      batchv1.PodFailurePolicyActionFailJob,
		OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{Operator: "In", Values: []int32{75}},
	}}}
	if diff := cmp.Diff(policy, all.brokers(t).PodFailurePolicy); diff != "" {
		t.Errorf("policy of the brokers (-want +got):\n%s", diff)
	}
	if all.job(t, "services").PodFailurePolicy != nil {
		t.Error("the services pod may start again alone, so it can have no policy")
	}
	fails := expand(t, spec, latchkey.Options{})
	if policy := podtest.One[*jobset.JobSet](t, fails).Spec.FailurePolicy; fails.brokers(t).PodFailurePolicy != nil || policy != nil {
		t.Errorf("a set that never starts again has a policy for failures: %v", policy)
	}
}

// TestServicesAreNotWaitedFor wants a policy for sets with services alone, because these have a job that does not end.
func TestServicesAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string]*jobset.SuccessPolicy{
		"{size: 2, containers: [{image: a}]}":                                   nil,
		"{size: 2, containers: [{image: a}], services: [{name: db, image: c}]}": {Operator: jobset.OperatorAll, TargetReplicatedJobs: []string{"m"}},
	} {
		got := podtest.One[*jobset.JobSet](t, expand(t, spec, latchkey.Options{})).Spec.SuccessPolicy
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: success policy (-want +got):\n%s", spec, diff)
		}
	}
}

func TestServicesPodKeepsItsName(t *testing.T) {
	t.Parallel()
	all := expand(t, "{network: {headlessName: net}, containers: [{image: a}], services: [{name: db, image: c}]}", latchkey.Options{})
	pod := all.job(t, "services").Template.Spec
	if got := pod.Hostname + "." + pod.Subdomain; got != "lammps-services.net" {
		t.Errorf("the services pod is called %s", got)
	}
	if container := podtest.Container(t, pod, "db"); container.Command != nil || container.VolumeMounts != nil {
		t.Errorf("a service without a command runs %v with %v", container.Command, container.VolumeMounts)
	}
}

func TestKeygenMayFillOneSecretOnly(t *testing.T) {
	t.Parallel()
	all := expand(t, "{size: 2, containers: [{image: a}]}", latchkey.Options{})
	want := []rbacv1.PolicyRule{{
		APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"lammps-curve"}, Verbs: []string{"get", "patch"},
	}}
	if diff := cmp.Diff(want, podtest.One[*rbacv1.Role](t, all).Rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if secret := podtest.One[*corev1.Secret](t, all); secret.Data != nil || secret.StringData != nil {
		t.Error("the Secret is not empty")
	}
	pod := all.job(t, "keygen").Template
	if got := pod.Annotations["latchkey.dev/curve-secret-name"]; got != "lammps-curve" {
		t.Errorf("the pod is told to fill %q", got)
	}
}

// A second try of keygen.sh would end with the same status.
func TestKeygenFailsForGood(t *testing.T) {
	t.Parallel()
	all := expand(t, "{size: 2, containers: [{image: a}]}", latchkey.Options{})
	job := all.job(t, "keygen")
	want := &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{{
		Action:      batchv1.PodFailurePolicyActionFailJob,
		OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{Operator: "In", Values: []int32{lasting}},
	}}}
	if diff := cmp.Diff(want, job.PodFailurePolicy); diff != "" {
		t.Errorf("failure policy (-want +got):\n%s", diff)
	}
	for workload, pod := range map[latchkey.Workload]corev1.PodSpec{
		latchkey.WorkloadJobSet: job.Template.Spec,
		latchkey.WorkloadJob: podtest.One[*batchv1.Job](t, expand(t, "{size: 2, containers: [{image: a}]}",
			latchkey.Options{Workload: latchkey.WorkloadJob})).Spec.Template.Spec,
	} {
		if got := podtest.Container(t, pod, "keygen").TerminationMessagePolicy; got != corev1.TerminationMessageFallbackToLogsOnError {
			t.Errorf("%s: the message of the pod comes from %s", workload, got)
		}
	}
	alone := expand(t, "{size: 1, backoffLimit: 1, containers: [{image: a}]}", latchkey.Options{})
	if rules := podtest.One[*jobset.JobSet](t, alone).Spec.FailurePolicy.Rules; rules != nil {
		t.Errorf("a set without a key job has the rules %v", rules)
	}
}

// The API server requires a namespace for the subject of a RoleBinding.
func TestRoleBindingHasANamespace(t *testing.T) {
	t.Parallel()
	mc := read(t, "{size: 2, containers: [{image: a}]}")
	mc.Namespace = ""
	options := minicluster.Options(mc)
	options.Default()
	binding := podtest.One[*rbacv1.RoleBinding](t, minicluster.Expand(mc, options))
	if binding.Namespace != "default" || binding.Subjects[0].Namespace != "default" {
		t.Errorf("bound in %q for %q", binding.Namespace, binding.Subjects[0].Namespace)
	}
}

func TestMetadataOfTheSetGoesToTheJobSet(t *testing.T) {
	t.Parallel()
	mc := read(t, "{jobLabels: {a: job}, pod: {labels: {a: pod, latchkey.dev/network: wrong}, annotations: {note: pod}}, containers: [{image: a}]}")
	mc.Labels = map[string]string{"team": "hpc"}
	mc.Annotations = map[string]string{
		"note": "text", "latchkey.dev/spread": "None", "config.kubernetes.io/path": "x", "internal.config.kubernetes.io/index": "0",
		"kubectl.kubernetes.io/last-applied-configuration": "{}",
	}
	options := latchkey.Options{Queue: "users"}
	options.Default()
	all := objects(minicluster.Expand(mc, options))
	set := podtest.One[*jobset.JobSet](t, all)
	wantSet := metav1.ObjectMeta{
		Name: "lammps", Namespace: "hpc", Annotations: map[string]string{"note": "text", "argocd.argoproj.io/sync-options": "ServerSideApply=true"},
		Labels: map[string]string{"team": "hpc", "a": "job", "kueue.x-k8s.io/queue-name": "users"},
	}
	if diff := cmp.Diff(wantSet, set.ObjectMeta); diff != "" {
		t.Errorf("JobSet (-want +got):\n%s", diff)
	}
	wantPod := metav1.ObjectMeta{
		Annotations: map[string]string{"note": "pod", workload.DefaultContainer: "lammps"},
		Labels: map[string]string{
			"a": "pod", "latchkey.dev/network": "lammps", "app.kubernetes.io/name": "lammps", "app.kubernetes.io/component": "broker",
		},
	}
	if diff := cmp.Diff(wantPod, all.brokers(t).Template.ObjectMeta); diff != "" {
		t.Errorf("pods (-want +got):\n%s", diff)
	}
}

func TestSidecars(t *testing.T) {
	t.Parallel()
	const spec = "{containers: [{image: a, runFlux: true}, {name: web, image: b}]}"
	pod := expand(t, spec, latchkey.Options{}).brokers(t).Template.Spec
	if len(pod.Containers) != 1 || pod.InitContainers[1].Name != "web" || *pod.InitContainers[1].RestartPolicy != corev1.ContainerRestartPolicyAlways {
		t.Errorf("containers %v, init containers %v", pod.Containers, pod.InitContainers)
	}
}

func TestVolumes(t *testing.T) {
	t.Parallel()
	const spec = `
containers:
- image: a
  runFlux: true
  volumes:
    data: {claimName: one, path: /data}
    shm: {emptyDir: true, emptyDirMedium: Memory, emptyDirSizeLimit: 1Gi}
    dir: {hostPath: /x, path: /y, readOnly: true}
    csi: {csiDriver: d, csiDriverAttributes: {a: b}, path: /csi}
    nothing: {path: /nothing}
- image: b
  name: web
  volumes:
    data: {claimName: two, path: /data}
    dir: {hostPath: /x, path: /z}
`
	pod := expand(t, spec, latchkey.Options{}).brokers(t).Template.Spec
	claims := map[string]string{}
	empty := map[string]bool{}
	for _, volume := range pod.Volumes {
		if claim := volume.PersistentVolumeClaim; claim != nil {
			claims[volume.Name] = claim.ClaimName
		}
		empty[volume.Name] = volume.EmptyDir != nil
	}
	if diff := cmp.Diff(map[string]string{"data": "one", "data-1": "two"}, claims); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	if !empty["nothing"] || !empty["shm"] || empty["dir"] {
		t.Errorf("empty directories: %v", empty)
	}
	mounts := map[string]string{}
	for _, mount := range podtest.Container(t, pod, "web").VolumeMounts {
		mounts[mount.MountPath] = mount.Name
	}
	if mounts["/data"] != "data-1" || mounts["/z"] != "dir" || mounts["/y"] != "" {
		t.Errorf("the sidecar mounts %v", mounts)
	}
}

// TestVolumesAreKeptForTheirClaims wants references in both directions if the namespace is known.
func TestVolumesAreKeptForTheirClaims(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, namespace string
		onChange        latchkey.OnChange
		want            *corev1.ObjectReference
	}{
		{"a namespace", "hpc", "", &corev1.ObjectReference{APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: "hpc", Name: "data-claim"}},
		{"another name for what has changed", "hpc", latchkey.OnChangeRename, &corev1.ObjectReference{APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: "hpc", Name: "data-claim"}},
		{"no namespace", "", "", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			mc := read(t, "{containers: [{image: a, volumes: {data: {claimName: data-claim, path: /data}}}]}")
			mc.Namespace = row.namespace
			mc.Legacy.Volumes = map[string]v1alpha2.PersistentVolume{"data": {Path: "/x", StorageClass: "hostpath", Capacity: "5Gi"}}
			options := latchkey.Options{OnChange: row.onChange}
			options.Default()
			all := objects(minicluster.Expand(mc, options))
			volume, claim := podtest.One[*corev1.PersistentVolume](t, all), podtest.One[*corev1.PersistentVolumeClaim](t, all)
			if diff := cmp.Diff(row.want, volume.Spec.ClaimRef); diff != "" {
				t.Errorf("claimRef (-want +got):\n%s", diff)
			}
			if claim.Name != "data-claim" || claim.Namespace != row.namespace || claim.Spec.VolumeName != volume.Name {
				t.Errorf("the volume %s meets the claim %s/%s for %s", volume.Name, claim.Namespace, claim.Name, claim.Spec.VolumeName)
			}
		})
	}
}

// TestContentNames wants a changed command to change the name of the ConfigMap, and so the JobSet. Otherwise a new set would
// run the command of an old set of the same name while the pods of the old set still end, because kubelets serve the old ConfigMap
// (seen).
func TestContentNames(t *testing.T) {
	t.Parallel()
	const spec = "{size: 2, containers: [{image: a, command: %s}]}"
	first := expand(t, strings.Replace(spec, "%s", "one", 1), latchkey.Options{})
	second := expand(t, strings.Replace(spec, "%s", "two", 1), latchkey.Options{})
	resized := expand(t, "{size: 3, containers: [{image: a, command: one}]}", latchkey.Options{})
	before, after := podtest.One[*corev1.ConfigMap](t, first), podtest.One[*corev1.ConfigMap](t, second)
	if before.Name == after.Name || !contentHash.MatchString(before.Name) {
		t.Errorf("the ConfigMaps of two contents are called %q and %q", before.Name, after.Name)
	}
	if cmp.Equal(podtest.One[*jobset.JobSet](t, first), podtest.One[*jobset.JobSet](t, second)) {
		t.Error("the JobSet has not changed with the command")
	}
	if same := podtest.One[*corev1.ConfigMap](t, resized); same.Name != before.Name {
		t.Errorf("the same content is called %q and %q", before.Name, same.Name)
	}
}
