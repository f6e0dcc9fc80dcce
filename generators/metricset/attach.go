package metricset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// applicationFile is the name of the file with the command that Flux runs.
const applicationFile = "application"

// Addition returns what a MetricSet adds to pods, and the problems that need the catalogues to be found. It replaces
// [Validate] and [Expand] for a set that is attached. The set must have been defaulted. It is not changed. With errors
// there is no addition.
func Addition(ms *v1alpha2.MetricSet, opts latchkey.Options, pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	r := planned(ms, opts, &pod)
	r.checkPods()
	r.checkRights()
	r.warnPods(ms)
	r.warnUnused()
	if len(r.Errors) > 0 {
		return attach.Addition{}, r.Errors, r.Warnings
	}
	s := r.set()
	added = attach.Addition{Files: s.files, SharesProcesses: pod.Flux != nil || r.watches()}
	volume := newFilesVolume(s, nameOfFiles(s, pod))
	for _, job := range s.jobs {
		for _, container := range job.Containers {
			added.Sidecars = append(added.Sidecars, attach.Sidecar{
				Container: newSidecar(s, job, container, pod, volume.Name), Volumes: append([]corev1.Volume{volume}, usersVolumes(job)...),
			})
		}
	}
	return added, nil, r.Warnings
}

// filesVolume is the name of the volume with the files of an attached set.
const filesVolume = "latchkey-metrics"

// nameOfFiles returns the name of the volume with the files of an attached set. In a workload that was read it contains the name of
// the set, so that it does not depend on other sets that are attached too.
func nameOfFiles(s set, pod attach.Pod) string {
	if pod.Flux != nil {
		return filesVolume
	}
	name := filesVolume + "-" + s.ms.Name
	return strings.TrimRight(name[:min(len(name), findings.MaxLabel)], "-.")
}

// watches tells whether a metric watches processes.
func (r *planner) watches() bool {
	return r.hasJob(func(job plan.Job) bool { return job.Has(plan.Watch) })
}

// adapt changes the container of a metric so that it can run in the pods that the set is attached to. The container gets a free name
// and a script that follows what runs there. Addons then find it under that name.
func (r *planner) adapt(made plan.Plan, metric metrics.Metric, at *field.Path) {
	made.Each(hasScript, func(container *plan.Container) {
		container.Name, container.Script = r.freeName(metric.Name, at), metric.Attached
		r.pod.Sidecars = append(r.pod.Sidecars, container.Name)
		flux := r.pod.Flux
		if flux == nil {
			r.adaptToWorkload(container, metric, at)
			return
		}
		container.Env = container.Env.Set("LATCHKEY_RUNNER", strings.Join(flux.Command, " ")).Flag("LATCHKEY_LAUNCHES", flux.Launches)
		if flux.Application != "" {
			texts := map[string]string{applicationFile: plan.CommandLine(flux.Application)}
			maps.Copy(texts, container.Files)
			container.Files = texts
		}
	})
}

// freeName returns the name of a metric. It adds the first free number when other attached sidecars have that name.
func (r *planner) freeName(metric string, at *field.Path) string {
	taken := map[string]bool{}
	for _, sidecar := range r.pod.Sidecars {
		taken[sidecar] = true
	}
	name := metric
	for n := 1; taken[name]; n++ {
		name = metric + "-" + strconv.Itoa(n)
	}
	if slices.Contains(r.pod.Containers, name) {
		remedy := "rename the container of " + r.pod.Title
		if name == r.pod.Name {
			remedy = "rename the MiniCluster, because the broker's container has its name"
		}
		r.Invalid(at.Child("name"), metric,
			"%s has a container %q, and the container of the metric would have the same name: %s", r.pod.Title, name, remedy)
	}
	return name
}

// newSidecar returns the container of a metric. It has no terminal, because nobody attaches to it. A terminal would also end the
// lines of its log with a carriage return.
func newSidecar(s set, job plan.Job, container plan.Container, pod attach.Pod, files string) corev1.Container {
	made := newBareContainer(container)
	made.Env = newVariables(container)
	if container.Kernel { // other scripts run in native sidecars only when they are attached
		made.Env = append(made.Env, nativeSidecar)
	}
	made.SecurityContext = unlessEmpty(s.sidecarSecurity(container, pod))
	made.VolumeMounts = append([]corev1.VolumeMount{{Name: files, MountPath: scriptsPath}}, usersMounts(job)...)
	made.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
	return made
}

// adaptToWorkload is the part of [planner.adapt] for workloads that are not MiniClusters.
func (r *planner) adaptToWorkload(container *plan.Container, metric metrics.Metric, at *field.Path) {
	container.Script = cmp.Or(metric.Watching, metric.Attached)
	if container.Role != plan.Watch {
		container.Env = container.Env.Flag("LATCHKEY_STAY", true)
		return
	}
	names := slices.Sorted(maps.Keys(r.pod.Watched))
	if wanted := container.Watched; wanted != "" {
		if len(names) > 0 && !slices.Contains(names, wanted) {
			problem := field.NotFound(at.Child("options", "container"), wanted)
			problem.Detail = fmt.Sprintf("%s has no container %q: ", r.pod.Title, wanted)
			r.Errors = append(r.Errors, findings.Unknown(problem, wanted, names))
		}
		names = []string{wanted}
	}
	container.Env = container.Env.Set("LATCHKEY_CONTAINERS", strings.Join(names, " "))
}

// checkContainer reports the option container of a set that watches no workload: elsewhere other rules say what is watched.
func (r *planner) checkContainer(made plan.Plan, at *field.Path) {
	watcher, _ := made.Container(hasScript)
	if watcher.Watched != "" && (r.pod == nil || r.pod.Flux != nil) {
		r.Invalid(at.Child("options", "container"), watcher.Watched,
			"this option is only for a MetricSet that is attached to a workload (%s: Job/bench): leave it out", latchkey.AnnotationAttachTo)
	}
}

// canAttach reports a metric that cannot run in the pods that the set is attached to.
func (r *planner) canAttach(metric metrics.Metric, at *field.Path) bool {
	if metric.Attached == "" {
		pods := "a MiniCluster"
		if r.pod.Flux == nil {
			pods = r.pod.Title
		}
		r.Invalid(at.Child("name"), metric.Name,
			"%q brings an application of its own, but the pods of %s have one already: %s, or leave the annotation %s out",
			metric.Name, pods, suggest.OneOf(metrics.AttachedNames()), latchkey.AnnotationAttachTo)
	}
	return metric.Attached != ""
}

// refuses reports an addon that cannot be used in the pods that the set is attached to.
func (r *planner) refuses(addon addons.Addon, at *field.Path) bool {
	if r.pod == nil || addon.Detached == "" {
		return false
	}
	r.Invalid(at.Child("name"), addon.Name, "%q cannot be used in pods that have an application: %s", addon.Name, addon.Detached)
	return true
}

// checkPods reports properties of the pods for which no set can be attached to them.
func (r *planner) checkPods() {
	if r.pod.HostPID {
		r.Invalid(attach.ToPath, r.pod.Name,
			"the pods of %s use the processes of the node (%s.hostPID), but a MetricSet can only be attached to pods whose containers share their own processes: leave hostPID out there", r.pod.Title, r.pod.Field)
	}
	if r.pod.Flux == nil && r.pod.Unshared && r.watches() {
		r.Invalid(attach.ToPath, r.pod.Name,
			"the containers of %s may not see each other's processes (%s.shareProcessNamespace is false), and a sidecar would see no process: leave shareProcessNamespace out there, or set it to true", r.pod.Title, r.pod.Field)
	}
}

// warnPods warns of a number of pods that the pods of the other workload do not have.
func (r *planner) warnPods(written *v1alpha2.MetricSet) {
	pods, reason := int32(0), "the workload that the MetricSet is attached to decides how many pods there are"
	if r.pod.Flux != nil {
		pods = r.pod.Flux.Pods
		reason = fmt.Sprintf("the MiniCluster that the MetricSet is attached to has %d pods", pods)
	}
	for _, one := range []struct {
		name  string
		isSet bool
		value int32
	}{
		{"pods", !written.PodsDefaulted, *written.Spec.Pods},
		{"completions", written.Legacy.Completions != 0, written.Legacy.Completions},
	} {
		if one.isSet && one.value != pods {
			r.Warn(v1alpha2.SpecPath.Child(one.name), one.value, "%d has no effect, because %s: leave it out", one.value, reason)
		}
	}
}

// warnUnused warns of fields of the set that have no effect when it is attached.
func (r *planner) warnUnused() {
	if r.pod.Unshared && r.pod.Flux != nil {
		r.Warn(attach.ToPath, r.pod.Name,
			"the containers of %s share their processes although spec.shareProcessNamespace is false, because sidecars would see no process otherwise: leave shareProcessNamespace out there", r.pod.Title)
	}
	if r.ms.Spec.Logging.Interactive {
		r.Warn(field.NewPath("spec", "logging", "interactive"), true, "it has no effect, because sidecars live as long as the pods that they are attached to: leave it out")
	}
	for _, each := range []struct {
		at    *field.Path
		isSet bool
	}{
		{field.NewPath("spec", "serviceName"), r.ms.Spec.ServiceName != r.ms.Name},
		{field.NewPath("spec", "dontSetFQDN"), !*r.ms.Spec.DontSetFQDN},
		{field.NewPath("spec", "deadlineSeconds"), *r.ms.Spec.DeadlineSeconds != v1alpha2.DefaultDeadlineSeconds},
		{field.NewPath("spec", "pod"), !isEmptyPod(r.ms.Spec.Pod)},
	} {
		if each.isSet {
			r.warnNoEffect(each.at)
		}
	}
	// Tools label all objects of a package. A label that the MiniCluster has too needs no warning.
	for _, key := range slices.Sorted(maps.Keys(r.ms.Labels)) {
		if value, there := r.pod.Labels[key]; !there || value != r.ms.Labels[key] {
			r.warnNoEffect(field.NewPath("metadata", "labels").Key(key))
		}
	}
}

// warnNoEffect warns of a field that must be set on the workload instead.
func (r *planner) warnNoEffect(at *field.Path) {
	r.WarnOmitted(at, "it has no effect, because the MetricSet is attached to %s: write it there", r.pod.Title)
}

func isEmptyPod(pod v1alpha2.MetricSetPod) bool {
	return len(pod.Labels)+len(pod.Annotations)+len(pod.NodeSelector) == 0 && pod.ServiceAccountName == ""
}
