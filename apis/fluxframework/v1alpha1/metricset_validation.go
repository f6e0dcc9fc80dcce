package v1alpha1

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields of a MetricSet, for problems and tests.
var (
	metricsPath     = specPath.Child("metrics")
	applicationPath = specPath.Child("application")
	storagePath     = specPath.Child("storage")
	completionsPath = specPath.Child("completions")
)

// setJudge checks the fields of a MetricSet that only v1alpha1 has.
type setJudge struct {
	findings.Findings
	ms *MetricSet
}

// Validate returns the problems of a MetricSet that v1alpha2 cannot see. Default must have run. The others are found
// after [MetricSet.ConvertTo], and [MetricSet.InOwnFields] gives them the paths of v1alpha1.
//
// The object is not changed. The options have no influence.
func (ms *MetricSet) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &setJudge{ms: ms}
	v.checkTypes()
	v.checkApplication()
	v.checkStorage()
	v.checkCompletions()
	return v.Errors, v.Warnings
}

// checkCompletions warns of completions for metrics with a launcher and workers, because these run once. Default has
// filled in the number of pods.
func (v *setJudge) checkCompletions() {
	completions := v.ms.Spec.Completions
	if completions < 0 {
		v.Invalid(completionsPath, completions, "%d is too small: use 1 or more, or leave completions out: the default is spec.pods", completions)
		return
	}
	for _, metric := range v.ms.Spec.Metrics {
		if typeOf(metric.Name) == standaloneMetric && completions != *v.ms.Spec.Pods {
			v.Warn(completionsPath, completions, "%d has no effect with %s: only metrics that watch an application or measure a storage have completions; leave it out", completions, metric.Name)
		}
	}
}

// checkTypes wants all metrics of a set to have one type.
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
		for _, older := range metric.Older {
			v.WarnText(metricsPath.Index(i).Child(older), "it is an older name: write %s", metric.OlderPlaces()[older])
		}
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
	v.Need(applicationPath.Child("image"), application.Image, "the application has no image: name it, for example docker.io/library/ubuntu:24.04")
	v.Need(applicationPath.Child("command"), application.Command, "the application has no command: write what it runs and what is watched, for example \"sleep 10\"")
	for _, name := range findings.SortedKeys(application.Volumes) {
		v.checkVolume(applicationPath.Child("volumes").Key(name), application.Volumes[name])
	}
}

func (v *setJudge) checkStorage() {
	storage := v.ms.Spec.Storage
	if storage == nil {
		return
	}
	if !storage.Volume.isEmpty() {
		v.checkVolume(storagePath.Child("volume"), storage.Volume)
	}
	at, prefix := storagePath.Child("commands", "prefix"), storage.Commands.Prefix
	for _, metric := range v.ms.Spec.Metrics {
		if prefix != "" && typeOf(metric.Name) == storageMetric && !slices.Contains(storageCommands(metric.Name), "prefix") {
			v.Warn(at, prefix, "%q has no effect with %s, which has no prefix: leave it out, or use an object of v1alpha2 with the addon commands", prefix, metric.Name)
		}
	}
}

// checkVolume reports a missing path or source, and warns of a second source. The addon checks the other rules.
func (v *setJudge) checkVolume(at *field.Path, volume MetricVolume) {
	v.Need(at.Child("path"), volume.Path, "the volume has no path: say where containers mount it, for example /data")
	switch sources := volume.sources(); {
	case len(sources) == 0:
		v.Required(at.Child("claimName"), "the volume has no source: name a claim here, or use hostPath, secretName, configMapName or emptyVol")
	case len(sources) > 1:
		v.Warn(at, strings.Join(sources, ", "), "the volume has %d sources, %s, and is what the first of them says: leave the others out", len(sources), strings.Join(sources, " and "))
	}
	if len(volume.Items) > 0 && volume.ConfigMapName == "" {
		v.Warn(at.Child("items"), len(volume.Items), "they have no effect without configMapName: name one, or leave them out")
	}
}

// sources returns the names of the source fields that are set.
func (v MetricVolume) sources() (set []string) {
	for _, source := range []struct {
		field string
		isSet bool
	}{
		{"emptyVol", v.EmptyVol},
		{"hostPath", v.HostPath != ""},
		{"secretName", v.SecretName != ""},
		{"configMapName", v.ConfigMapName != ""},
		{"claimName", v.ClaimName != ""},
	} {
		if source.isSet {
			set = append(set, source.field)
		}
	}
	return set
}

// WarnPods returns warnings if an attached set gives another number of pods than its MiniCluster has. pods is that number,
// or 0 for another workload. It must be called before Default.
func (ms *MetricSet) WarnPods(pods int32) (warnings field.ErrorList) {
	warnings = v1alpha2.WarnPods(ms.Spec.Pods, pods)
	if written := ms.Spec.Completions; written != 0 && written != pods {
		warnings = append(warnings, field.Invalid(completionsPath, written,
			fmt.Sprintf("%d has no effect: the set joins a MiniCluster of size %d: leave it out", written, pods)))
	}
	return warnings
}
