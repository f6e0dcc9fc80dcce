package v1alpha2

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields of a MetricSet, for problems found here and by the generator.
var (
	MetricsPath     = SpecPath.Child("metrics")
	podsPath        = SpecPath.Child("pods")
	serviceNamePath = SpecPath.Child("serviceName")
	resourcesPath   = SpecPath.Child("resources")
)

// setJudge judges the fields of one MetricSet.
type setJudge struct {
	findings.Findings
	ms *MetricSet
}

// Validate returns the problems of a MetricSet on which Default has run. The generator's package judges the names,
// options and images of metrics and addons, because it has the catalogue. The object is not changed, and the options have no
// influence.
func (ms *MetricSet) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &setJudge{ms: ms}
	v.Obey(NamePath, ms.Name, findings.ServiceName)
	v.MetadataOf("set", &ms.ObjectMeta)
	v.Between(podsPath, ptr.Deref(ms.Spec.Pods, 1), 1, MaxPods, "number of pods of each metric")
	if seconds := ptr.Deref(ms.Spec.DeadlineSeconds, DefaultDeadlineSeconds); seconds < 1 {
		v.Invalid(deadlinePath, seconds, "%d is too small: use 1 or more (seconds until a job is ended), or leave it out for about a year", seconds)
	}
	if service := ms.Spec.ServiceName; service != ms.Name {
		v.Obey(serviceNamePath, service, findings.ServiceName)
	}
	v.checkMetrics()
	v.checkPod()
	return v.Errors, v.Warnings
}

func (v *setJudge) checkMetrics() {
	if len(v.ms.Spec.Metrics) == 0 {
		v.Required(MetricsPath, "there is no metric: list at least one, for example \"- name: sys-hwloc\"")
	}
	for i, metric := range v.ms.Spec.Metrics {
		at := MetricsPath.Index(i)
		v.Need(at.Child("name"), metric.Name, "the metric has no name: choose one of the catalogue, for example sys-hwloc")
		v.checkSetResources(at.Child("resources"), metric)
		for j, addon := range metric.Addons {
			v.Need(at.Child("addons").Index(j).Child("name"), addon.Name, "the addon has no name: choose one of the catalogue, for example volume-pvc")
		}
	}
	v.ResourceList(resourcesPath, v.ms.Spec.Resources)
}

// checkSetResources checks the resources of one metric together with those of the set, which fill gaps of the metric's
// own.
func (v *setJudge) checkSetResources(at *field.Path, metric Metric) {
	v.ResourceList(at.Child("limits"), metric.Resources.Limits)
	v.ResourceList(at.Child("requests"), metric.Resources.Requests)
	resources := v.ms.ResourcesOf(metric)
	v.Requests(at.Child("requests"), resources)
	v.HugePages(at, resources.Limits, resources.Requests)
}

// SetLabels are the labels of pods that Latchkey writes for a MetricSet. Users may not write them.
var SetLabels = []string{
	"app.kubernetes.io/component", "app.kubernetes.io/name", "cluster-name", "latchkey.dev/network", "metricset-name",
}

func (v *setJudge) checkPod() {
	at, pod := PodPath, v.ms.Spec.Pod
	v.Obey(at.Child("serviceAccountName"), pod.ServiceAccountName, findings.ObjectName)
	v.Labels(at.Child("nodeSelector"), pod.NodeSelector)
	v.PodMetadata(at, pod.Annotations, pod.Labels)
	for _, key := range SetLabels {
		if value, ok := pod.Labels[key]; ok {
			v.Invalid(at.Child("labels").Key(key), value, "%q is set by Latchkey, and pods are selected by it: choose another key", key)
		}
	}
}
