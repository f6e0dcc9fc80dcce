package study

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

const (
	// turnList is the key of the list of sets, turnScript is the key of the script that waits, and turnPath is the folder with both.
	turnList   = "sets"
	turnScript = "turn.py"
	turnPath   = "/etc/latchkey"
	// turnRetries is how many pods of a turn may fail.
	turnRetries = 3
)

//go:embed scripts
var scriptFiles embed.FS

var library = sync.OnceValue(func() scripts.Library { return scripts.Read(scriptFiles) })

// withTurn returns a JobSet with a job that waits for the turn. All other jobs wait for this job. Jobs that wait for another one already wait longer.
func withTurn(set *jobset.JobSet, s *latchkey.Study, of *transform.Item) *jobset.JobSet {
	set = set.DeepCopy()
	jobs := []jobset.ReplicatedJob{workload.NewReplicatedJob(names.Turn, newTurnJobTemplate(set, s, of))}
	for _, job := range set.Spec.ReplicatedJobs {
		if len(job.DependsOn) == 0 {
			job.DependsOn = []jobset.DependsOn{{Name: names.Turn, Status: jobset.DependencyComplete}}
		}
		jobs = append(jobs, job)
	}
	set.Spec.ReplicatedJobs = jobs
	if policy := set.Spec.FailurePolicy; policy != nil { // a turn that ends by its pod failure policy would end in the same way after a restart
		policy.Rules = slices.Insert(policy.Rules, 0, jobset.FailurePolicyRule{
			Name:                 "noTurn",
			Action:               jobset.FailJobSet,
			OnJobFailureReasons:  []string{batchv1.JobReasonPodFailurePolicy},
			TargetReplicatedJobs: []string{names.Turn},
		})
	}
	return set
}

// newTurnJobTemplate returns the job of a turn. A pod that its node loses does not count as failed.
func newTurnJobTemplate(set *jobset.JobSet, s *latchkey.Study, of *transform.Item) batchv1.JobTemplateSpec {
	labels := map[string]string{names.ComponentLabel: names.Turn}
	for _, label := range []string{names.StudyLabel, names.CellLabel, names.RunLabel} {
		if value, has := set.Labels[label]; has {
			labels[label] = value
		}
	}
	return batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{
		CompletionMode: new(batchv1.NonIndexedCompletion),
		BackoffLimit:   new(int32(turnRetries)),
		PodFailurePolicy: &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{
			workload.FailOn(scripts.LastingStatus), workload.Disrupted(batchv1.PodFailurePolicyActionIgnore),
		}},
		Template: workload.PodTemplate(metav1.ObjectMeta{Labels: labels}, newTurnPod(set, s, of)),
	}}
}

// newTurnPod returns the pod of a turn. It may run where the set runs, and asks for little.
func newTurnPod(set *jobset.JobSet, s *latchkey.Study, of *transform.Item) corev1.PodSpec {
	first := set.Spec.ReplicatedJobs[0].Template.Spec.Template.Spec
	return corev1.PodSpec{
		RestartPolicy:      corev1.RestartPolicyNever,
		ServiceAccountName: turnName(of),
		ImagePullSecrets:   first.ImagePullSecrets,
		Tolerations:        first.Tolerations,
		SecurityContext:    workload.NobodyContext(),
		Containers:         []corev1.Container{newTurnContainer(set, s)},
		Volumes: []corev1.Volume{{Name: turnList, VolumeSource: corev1.VolumeSource{
			ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: turnName(of)}},
		}}},
	}
}

// newTurnContainer returns the container of a turn. An overlay may rename the set, and the container is told both names.
func newTurnContainer(set *jobset.JobSet, s *latchkey.Study) corev1.Container {
	security := workload.Restricted()
	security.ReadOnlyRootFilesystem = new(true)
	env := workload.Environment(nil).Set("LATCHKEY_FILES", turnPath).
		Set("LATCHKEY_PARALLEL", strconv.Itoa(int(s.Spec.Order.Parallel))).
		Set("LATCHKEY_RENDERED", set.Name)
	return corev1.Container{
		Name:            names.Turn,
		Image:           cmp.Or(s.Spec.Order.Image, turnImage(set)),
		ImagePullPolicy: corev1.PullIfNotPresent,
		Command:         []string{"/bin/sh", turnPath + "/" + scripts.Python, turnScript},
		Env: append(env, corev1.EnvVar{Name: "LATCHKEY_TURN_OF", ValueFrom: &corev1.EnvVarSource{
			FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.labels['" + jobset.JobSetNameKey + "']"},
		}}),
		Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
			corev1.ResourceCPU:    resource.MustParse("1m"),
			corev1.ResourceMemory: resource.MustParse("32Mi"),
		}},
		SecurityContext:          security,
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
		VolumeMounts:             []corev1.VolumeMount{{Name: turnList, MountPath: turnPath, ReadOnly: true}},
	}
}

// turnImage returns an image with Flux. The python of Flux runs the script. It is the image of the job that makes the key, or the Flux
// view of the set. A MetricSet has neither, and gets the default view.
func turnImage(set *jobset.JobSet) string {
	image := v1alpha2.DefaultViewImage
	for _, job := range set.Spec.ReplicatedJobs {
		pod := job.Template.Spec.Template.Spec
		for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
			if container.Name == names.Keygen {
				return container.Image
			}
			if strings.HasSuffix(strings.Join(container.Command, " "), "/"+names.InitScript) {
				image = container.Image
			}
		}
	}
	return image
}
