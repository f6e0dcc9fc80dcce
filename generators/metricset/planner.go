package metricset

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// planner looks up the metrics of a set and their addons in the catalogues, and plans them.
type planner struct {
	findings.Findings
	ms   *v1alpha2.MetricSet
	opts latchkey.Options
	// pod describes the pods that the set is attached to. It is nil for a set with pods of its own.
	pod *attach.Pod

	// plans has one plan for each metric. The plan of an unknown metric is empty.
	plans []plan.Plan
}

// planned plans the metrics of a copy of a set. pod describes the pods that it is attached to, or is nil. An attached set has
// as many pods as the MiniCluster. The number of pods of a workload may change, so there it measures in one pod, any of them.
func planned(ms *v1alpha2.MetricSet, opts latchkey.Options, pod *attach.Pod) *planner {
	ms = ms.DeepCopy()
	if pod != nil {
		pods := int32(1)
		if pod.Flux != nil {
			pods = pod.Flux.Pods
		}
		ms.Spec.Pods, ms.Legacy.Completions = &pods, pods
	}
	r := &planner{ms: ms, opts: opts, pod: pod}
	for i, metric := range ms.Spec.Metrics {
		r.plans = append(r.plans, r.metric(metric, v1alpha2.MetricsPath.Index(i)))
	}
	return r
}

func (r *planner) add(p *options.Problems) {
	r.Errors, r.Warnings = append(r.Errors, p.Errors...), append(r.Warnings, p.Warnings...)
}

// metric plans one metric with its addons.
func (r *planner) metric(written v1alpha2.Metric, at *field.Path) plan.Plan {
	metric, known := metrics.Named(written.Name)
	if !known {
		r.unknown(at, written.Name, "a metric", metrics.Names())
		return plan.Plan{}
	}
	opts, problems := metric.Decode(options.Written{
		Options: written.Options, ListOptions: written.ListOptions, MapOptions: written.MapOptions,
	}, at)
	r.add(problems)
	if least := max(metric.MinPods, 1); r.pods() < least {
		r.Invalid(field.NewPath("spec", "pods"), r.pods(), "pods is %d, and %s needs %d or more, launcher included: write a larger number", r.pods(), metric.Name, least)
	}
	if metric.Image == "" && written.Image == "" {
		r.Required(at.Child("image"), "%s has no image of its own: write the image that holds your program", metric.Name)
	}
	if r.pod != nil && !r.canAttach(metric, at) {
		return plan.Plan{}
	}
	made := r.build(metric, opts)
	r.checkContainer(made, at)
	if r.pod != nil {
		r.adapt(made, metric, at)
		if made.Jobs[0].SoleTenancy {
			r.warnNoEffect(problems.Place("soleTenancy"))
		}
	}
	made.Each(hasScript, func(c *plan.Container) { r.describe(c, metric, opts, written) })
	for i, addon := range written.Addons {
		made = r.addon(addon, at.Child("addons").Index(i), made)
	}
	made = r.finish(made, written, at)
	r.review(made, written, at)
	if r.pods() >= metric.MinPods {
		r.checkRanks(made, at)
	}
	return made
}

func hasScript(_ plan.Job, c plan.Container) bool { return c.Script != "" && c.Role != plan.Prepare }

// pods is the number of pods. It is 1 if the given number is too small, which is reported elsewhere, so that no other
// error is hidden.
func (r *planner) pods() int32 { return max(*r.ms.Spec.Pods, 1) }

// completions is the number of completions of a set of v1alpha1.
func (r *planner) completions() int32 { return cmp.Or(r.ms.Legacy.Completions, r.pods()) }

// build plans a metric. It increases the metric's number until its jobs have names that no earlier metric uses.
func (r *planner) build(metric metrics.Metric, opts any) plan.Plan {
	target := metrics.Target{Pods: r.pods(), Completions: r.pods()}
	if r.ms.Legacy.Set && r.pod == nil {
		target.Completions = r.completions()
	}
	if r.pod == nil && (r.ms.Legacy.Set || r.opts.LogNames == latchkey.LogNamesMetricsOperator) {
		target.ContainerName = metric.Name
	}
	for {
		made := metric.Build(opts, target)
		if !slices.ContainsFunc(made.Jobs, r.isTaken) {
			return made
		}
		target.Number++
	}
}

func (r *planner) isTaken(job plan.Job) bool {
	return slices.ContainsFunc(r.plans, func(earlier plan.Plan) bool {
		return slices.ContainsFunc(earlier.Jobs, func(other plan.Job) bool { return other.Name == job.Name })
	})
}

// jobs are the jobs of all metrics, in the order of the metrics.
func (r *planner) jobs() []plan.Job {
	var jobs []plan.Job
	for _, made := range r.plans {
		jobs = append(jobs, made.Jobs...)
	}
	return jobs
}

// describe copies the metric's settings for all its containers to one container.
func (r *planner) describe(c *plan.Container, metric metrics.Metric, opts any, written v1alpha2.Metric) {
	c.Image = cmp.Or(written.Image, c.Image, metric.Image)
	c.Records = []plan.Record{r.record(metric, opts)}
	c.Resources = resourcesOf(r.ms, written)
	security := written.Attributes.SecurityContext
	c.Privileged, c.Ptrace, c.Admin = security.Privileged, security.AllowPtrace, security.AllowAdmin
}

// record returns the metadata line of a metric. For v1alpha1 the line has more keys.
func (r *planner) record(metric metrics.Metric, opts any) plan.Record {
	record := plan.NewRecord(metric.Name, metric.Summary, r.pods(), opts)
	if legacy := r.ms.Legacy; legacy.Set {
		volume := legacy.StorageVolume
		record.Completions = new(r.completions())
		record.ApplicationImage, record.ApplicationCommand = legacy.ApplicationImage, legacy.ApplicationCommand
		record.StorageVolumePath, record.StorageVolumeHostPath = volume.Path, volume.HostPath
		record.StorageVolumeSecretName, record.StorageVolumeClaimName = volume.SecretName, volume.ClaimName
		record.StorageVolumeConfigMapName = volume.ConfigMapName
		record.MetricType = legacy.MetricType
	}
	return record
}

// addon returns the plan as changed by an addon. An addon with errors leaves the plan as it is.
func (r *planner) addon(written v1alpha2.Addon, at *field.Path, made plan.Plan) plan.Plan {
	addon, known := addons.Named(written.Name)
	if !known {
		r.unknown(at, written.Name, "an addon", addons.Names())
		return made
	}
	if r.refuses(addon, at) {
		return made
	}
	opts, problems := addon.Decode(options.Written{
		Options: written.Options, ListOptions: written.ListOptions, MapOptions: written.MapOptions,
	}, at, made)
	r.add(problems)
	if len(problems.Errors) > 0 {
		return made
	}
	return addon.Apply(opts, made, r.pods())
}

// unknown reports a name that is not in the catalogue.
func (r *planner) unknown(at *field.Path, name, kind string, known []string) {
	if name == "" {
		r.Required(at.Child("name"), "the name is missing: write the name of %s, for example %s", kind, known[len(known)-1])
		return
	}
	if len(r.Errors) >= findings.Most {
		return
	}
	problem := field.NotSupported(at.Child("name"), name, known)
	problem.Detail = fmt.Sprintf("%q is not %s: ", name, kind)
	r.Errors = append(r.Errors, findings.Unknown(problem, name, known))
}

// shareFiles gives a worker the key of its launcher if the files that the worker prints and runs are the launcher's. The
// ConfigMap then has them once.
func shareFiles(made plan.Plan) {
	made.Each(plan.Work.Fits, func(worker *plan.Container) {
		launcher, _ := made.Container(plan.Measure.Fits)
		theirs, like := filesOf(launcher), *worker
		like.Key = launcher.Key
		for key, text := range filesOf(like) {
			if theirs[key] != text {
				return
			}
		}
		if len(worker.Pre) == len(launcher.Pre) { // a worker would run the others too
			worker.Key = launcher.Key
		}
	})
}

// finish sets and checks what depends on all containers of the plan.
func (r *planner) finish(made plan.Plan, written v1alpha2.Metric, at *field.Path) plan.Plan {
	// An application with errors has been reported. It is not in the plan.
	wanted := slices.ContainsFunc(written.Addons, func(a v1alpha2.Addon) bool { return a.Name == "application" })
	for i := range made.Jobs {
		job := &made.Jobs[i]
		watches, applies := job.Has(plan.Watch), job.Has(plan.Apply)
		job.SharesProcesses = watches && applies
		if watches && !applies && !wanted && r.pod == nil {
			r.Required(at.Child("addons"), "%s watches another container of its pods: describe this container with the addon \"application\"", written.Name)
		}
	}
	shareFiles(made)
	return made
}
