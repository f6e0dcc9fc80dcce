package v1alpha1

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/internal/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Places of fields of a MetricSet, for problems and tests.
var (
	metricsPath     = specPath.Child("metrics")
	applicationPath = specPath.Child("application")
	storagePath     = specPath.Child("storage")
	completionsPath = specPath.Child("completions")
)

// setJudge judges what only v1alpha1 says of metrics.
type setJudge struct {
	findings.Findings
	ms *MetricSet
}

// Validate returns what is wrong with a MetricSet on which Default has run, as far as v1alpha2 cannot see it. The rest
// is judged after [MetricSet.ConvertTo]; [MetricSet.InOwnFields] puts those problems into the fields of v1alpha1.
//
// The object is not changed. No option changes these rules.
func (ms *MetricSet) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &setJudge{ms: ms}
	v.checkTypes()
	v.checkApplication()
	v.checkStorage()
	if completions := ms.Spec.Completions; completions < 0 {
		v.Invalid(completionsPath, completions, "%d is too small: use 1 or more, or leave it out for as many as pods", completions)
	}
	return v.Errors, v.Warnings
}

// checkTypes keeps metrics of one set of one kind, as what they share is.
func (v *setJudge) checkTypes() {
	spec := v.ms.Spec
	if spec.Application != nil && spec.Storage != nil {
		v.Forbidden(storagePath, "application and storage exclude each other: leave one of the two out, or write an object of v1alpha2 with addons")
		return
	}
	if spec.Application == nil && spec.Storage == nil && len(spec.Metrics) > 1 {
		v.Forbidden(metricsPath, "without application and storage there is one metric only: leave the others out, or use apiVersion flux-framework.org/v1alpha2")
	}
	for i, metric := range spec.Metrics {
		at := metricsPath.Index(i).Child("name")
		kind := typeOf(metric.Name)
		switch {
		case slices.Contains(newMetrics, metric.Name):
			v.Invalid(at, metric.Name, "%q is not a metric of v1alpha1: use apiVersion flux-framework.org/v1alpha2", metric.Name)
		case spec.Application != nil && kind != applicationMetric:
			v.Invalid(at, metric.Name, "%q does not watch an application: leave spec.application out, or use an object of v1alpha2 with the addon application", metric.Name)
		case spec.Storage != nil && kind != storageMetric:
			v.Invalid(at, metric.Name, "%q does not measure a storage: leave spec.storage out, or use an object of v1alpha2 with a volume addon", metric.Name)
		}
	}
}

func (v *setJudge) checkApplication() {
	application := v.ms.Spec.Application
	if application == nil {
		return
	}
	if application.Image == "" {
		v.Required(applicationPath.Child("image"), "the application has no image: name it, for example docker.io/library/ubuntu:24.04")
	}
	if application.Command == "" {
		v.Required(applicationPath.Child("command"), "the application has no command: write what it runs and what is watched, for example \"sleep 10\"")
	}
	for _, name := range findings.SortedKeys(application.Volumes) {
		v.checkVolume(applicationPath.Child("volumes").Key(name), application.Volumes[name])
	}
}

func (v *setJudge) checkStorage() {
	if storage := v.ms.Spec.Storage; storage != nil && !storage.Volume.isEmpty() {
		v.checkVolume(storagePath.Child("volume"), storage.Volume)
	}
}

// checkVolume asks for a path and a source. The rest is judged as that of an addon.
func (v *setJudge) checkVolume(at *field.Path, volume MetricVolume) {
	if volume.Path == "" {
		v.Required(at.Child("path"), "the volume has no path: say where containers mount it, for example /data")
	}
	if !volume.EmptyVol && volume.HostPath == "" && volume.SecretName == "" && volume.ConfigMapName == "" && volume.ClaimName == "" {
		v.Required(at.Child("claimName"), "the volume has no source: name a claim here, or use hostPath, secretName, configMapName or emptyVol")
	}
}
