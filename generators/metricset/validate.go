package metricset

import (
	"cmp"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// Validate returns the problems of a MetricSet that need the catalogues to be found: in names and options of metrics
// and addons, and in names and sizes of the generated objects. The set must have been defaulted. It is not changed.
func Validate(ms *v1alpha2.MetricSet, opts latchkey.Options) (errs, warnings field.ErrorList) {
	errs, warnings = ms.Validate(opts)
	if attach.IsRequested(ms.Annotations) {
		return errs, warnings // Attach finds the rest
	}
	r := planned(ms, opts, nil)
	r.checkNames()
	r.checkWorkload()
	r.checkAnnotations()
	r.rules().Judge(&r.Findings, v1alpha2.MetricsPath)
	if len(r.Errors) == 0 {
		r.checkSize()
		r.checkPodAnnotations()
	}
	return append(errs, r.Errors...), append(warnings, r.Warnings...)
}

// maxHostName is the maximum length of a host name in Linux, see uname(2) and kubernetes/kubernetes,
// pkg/kubelet/util/util.go, GetNodenameForKernel.
const maxHostName = 64

// checkNames reports a set whose name is too long for the names of its pods.
func (r *planner) checkNames() {
	stem, longest := r.ms.Name, ""
	if r.opts.OnChange == latchkey.OnChangeRename {
		stem += "-" + workload.HashPlaceholder
	}
	for _, job := range r.jobs() {
		if name := hostName(stem, job, job.Completions-1); len(name) > len(longest) {
			longest = name
		}
	}
	if !r.Fits(field.NewPath("metadata", "name"), r.ms.Name, longest+workload.PodSuffix, "a pod with the suffix that Kubernetes adds", findings.MaxLabel) {
		return
	}
	if *r.ms.Spec.DontSetFQDN || longest == "" {
		return
	}
	namespace := cmp.Or(r.ms.Namespace, metav1.NamespaceDefault)
	if full := longest + "." + r.ms.Spec.ServiceName + "." + namespace + ".svc.cluster.local"; len(full) > maxHostName {
		r.Invalid(field.NewPath("spec", "dontSetFQDN"), false,
			"the host name %q would have %d characters and may have %d: use shorter names, or leave dontSetFQDN out", full, len(full), maxHostName)
	}
}

// checkWorkload refuses metrics with workers in a Job: only a JobSet ends the workers.
func (r *planner) checkWorkload() {
	if r.opts.Workload != latchkey.WorkloadJob {
		return
	}
	for i, metric := range r.ms.Spec.Metrics {
		if _, works := r.plans[i].Container(plan.Work.Fits); works {
			r.Invalid(v1alpha2.MetricsPath.Index(i).Child("name"), metric.Name,
				"%q has workers, which would never end with workload Job: use workload JobSet", metric.Name)
		}
	}
}

// checkAnnotations warns of annotations on the set that have no effect. Options from elsewhere get no warning, because
// they also apply to other objects.
func (r *planner) checkAnnotations() {
	r.warnAnnotation("curve", "it is for MiniClusters: leave it out")
	r.warnAnnotation("curve-secret", "it is for MiniClusters: leave it out")
	if len(r.Errors) > 0 {
		return // metrics with errors are not in the plans
	}
	if !r.hasJob(func(job plan.Job) bool { return job.SharesProcesses }) {
		r.warnAnnotation("ptrace", "no metric of the set watches a container beside it: leave it out")
	}
	if r.opts.Spread == latchkey.SpreadRequire && !r.hasJob(func(job plan.Job) bool { return job.SoleTenancy }) {
		r.warnAnnotation("spread", "no metric of the set asks for one pod per node: set the option soleTenancy of a metric to true, or leave it out")
	}
}

// rules returns what the rules about options know of the set. Metrics with errors are not in the plans.
func (r *planner) rules() workload.Rules {
	requests := func(_ plan.Job, c plan.Container) bool { return len(c.Resources.Requests)+len(c.Resources.Limits) > 0 }
	return workload.Rules{
		Source: newSet(r.ms, r.opts, nil).Source, PodAnnotations: workload.PodAnnotations(r.ms.Spec.Pod.Annotations, r.opts),
		Requests: len(r.Errors) > 0 || slices.ContainsFunc(r.plans, func(made plan.Plan) bool { _, found := made.Container(requests); return found }),
		Alone:    r.opts.Spread == latchkey.SpreadRequire && r.hasJob(func(job plan.Job) bool { return job.SoleTenancy }),
	}
}

// warnAnnotation warns of an option's annotation, if the set has it.
func (r *planner) warnAnnotation(flag, why string) {
	key := latchkey.Prefix + flag
	if value, isSet := r.ms.Annotations[key]; isSet && value != "" {
		r.Warn(field.NewPath("metadata", "annotations").Key(key), value, "it has no effect: %s", why)
	}
}

func (r *planner) hasJob(fits func(plan.Job) bool) bool { return slices.ContainsFunc(r.jobs(), fits) }

// checkPodAnnotations warns of annotations about containers that no pod has.
func (r *planner) checkPodAnnotations() {
	s, pods := r.set(), []corev1.PodSpec{}
	for _, job := range s.jobs {
		pods = append(pods, newPod(s, job))
	}
	workload.WarnOfUnfit(&r.Findings, r.ms.Spec.Pod.Annotations, pods...)
}

// checkSize adds up the texts of the metrics. Their options are texts of the set, so all have the place of the metrics.
func (r *planner) checkSize() {
	byKey := map[string]string{}
	for _, job := range r.jobs() {
		for _, container := range job.Containers {
			maps.Copy(byKey, textsOf(container))
		}
	}
	var texts []v1alpha2.Text
	for _, text := range byKey {
		texts = append(texts, v1alpha2.Text{At: v1alpha2.MetricsPath, Value: text})
	}
	workload.JudgeTexts(&r.Findings, "the texts of the metrics", texts)
}
