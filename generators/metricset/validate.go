package metricset

import (
	"cmp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// Validate returns all problems of a MetricSet that its schema does not tell. [Default] must have run. The set is not changed. For a set that is attached,
// [Addition] finds the problems of its metrics.
func Validate(ms *v1alpha2.MetricSet, opts latchkey.Options) (errs, warnings field.ErrorList) {
	var fields findings.Findings
	checkFields(&fields, ms)
	if attach.IsRequested(ms.Annotations) {
		fields.Obey(v1alpha2.NamePath, ms.Name, findings.ServiceName)
		return fields.Errors, fields.Warnings
	}
	r := planned(ms, opts, nil)
	r.checkNames()
	r.checkWorkload()
	r.checkAnnotations()
	r.rules().Judge(&r.Findings, v1alpha2.MetricsPath)
	return append(fields.Errors, r.Errors...), append(fields.Warnings, r.Warnings...)
}

// setLabels are the labels of pods that Latchkey writes. Selectors find pods by them.
var setLabels = []string{
	"app.kubernetes.io/component", "app.kubernetes.io/name", "cluster-name", "latchkey.dev/network", "metricset-name",
}

// checkFields checks the fields that need no catalogue.
func checkFields(f *findings.Findings, ms *v1alpha2.MetricSet) {
	spec, path := ms.Spec, v1alpha2.SpecPath
	f.Metadata("MetricSet", &ms.ObjectMeta)
	if spec.ServiceName != ms.Name {
		f.Obey(path.Child("serviceName"), spec.ServiceName, findings.ServiceName)
	}
	if len(spec.Metrics) == 0 {
		f.Required(v1alpha2.MetricsPath, "there is no metric: list at least one, for example \"- name: sys-hwloc\"")
	}
	f.ResourceList(path.Child("resources"), spec.Resources)
	for i, metric := range spec.Metrics {
		at := v1alpha2.MetricsPath.Index(i).Child("resources")
		f.ResourceList(at.Child("limits"), metric.Resources.Limits)
		f.ResourceList(at.Child("requests"), metric.Resources.Requests)
		f.Requests(at.Child("requests"), resourcesOf(ms, metric))
	}
	f.Obey(v1alpha2.PodPath.Child("serviceAccountName"), spec.Pod.ServiceAccountName, findings.ObjectName)
	f.Labels(v1alpha2.PodPath.Child("nodeSelector"), spec.Pod.NodeSelector)
	f.JobPods(v1alpha2.PodPath, spec.Pod.Labels, spec.Pod.Annotations)
	for _, key := range setLabels {
		if value, ok := spec.Pod.Labels[key]; ok {
			f.Invalid(v1alpha2.PodPath.Child("labels").Key(key), value, "%q is set by Latchkey, because pods are selected by this label: choose another key", key)
		}
	}
}

// maxHostName is the maximum length of a host name in Linux, see uname(2) and kubernetes/kubernetes,
// pkg/kubelet/util/util.go, GetNodenameForKernel.
const maxHostName = 64

// checkNames reports a set with a name that its Service cannot have, or that is too long for the names of its pods.
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
	fits := r.Fits(v1alpha2.NamePath, r.ms.Name, longest+workload.PodSuffix, "a pod with the suffix that Kubernetes adds", findings.MaxLabel)
	if fits || len(r.ms.Name) <= findings.MaxLabel { // or else the length has been reported
		r.Obey(v1alpha2.NamePath, r.ms.Name, findings.ServiceName)
	}
	if !fits || *r.ms.Spec.DontSetFQDN || longest == "" {
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
				"%q has workers, which would never end with the option workload=Job: use workload=JobSet", metric.Name)
		}
	}
}

// checkAnnotations warns of annotations on the set that have no effect. Options from elsewhere get no warning, because
// they also apply to other objects.
func (r *planner) checkAnnotations() {
	r.warnAnnotation("curve", "this option is for MiniClusters: leave it out")
	r.warnAnnotation("curve-secret", "this option is for MiniClusters: leave it out")
	if len(r.Errors) > 0 {
		return // metrics with errors are not in the plans
	}
	if !r.hasJob(func(job plan.Job) bool { return job.SharesProcesses }) {
		r.warnAnnotation("ptrace", "no metric here watches another container: leave it out")
	}
	if r.opts.Spread == latchkey.SpreadRequire && !r.hasJob(func(job plan.Job) bool { return job.SoleTenancy }) {
		r.warnAnnotation("spread", "no metric here asks for one pod per node: set soleTenancy: true in the options of a metric, or leave the annotation out")
	}
}

// rules returns what the rules about options know of the set. Metrics with errors are not in the plans.
func (r *planner) rules() workload.Rules {
	requests := func(_ plan.Job, c plan.Container) bool { return len(c.Resources.Requests)+len(c.Resources.Limits) > 0 }
	return workload.Rules{
		Set: newSet(r.ms, r.opts, nil).Set, PodAnnotations: workload.PodAnnotations(r.ms.Spec.Pod.Annotations, r.opts),
		Requests: len(r.Errors) > 0 || slices.ContainsFunc(r.plans, func(made plan.Plan) bool { _, found := made.Container(requests); return found }),
		Alone:    r.opts.Spread == latchkey.SpreadRequire && r.hasJob(func(job plan.Job) bool { return job.SoleTenancy }),
	}
}

// warnAnnotation warns of an option's annotation, if the set has it.
func (r *planner) warnAnnotation(flag, why string) {
	key := latchkey.Prefix + flag
	if value, isSet := r.ms.Annotations[key]; isSet && value != "" {
		r.Warn(field.NewPath("metadata", "annotations").Key(key), value, "it has no effect, because %s", why)
	}
}

func (r *planner) hasJob(fits func(plan.Job) bool) bool { return slices.ContainsFunc(r.jobs(), fits) }
