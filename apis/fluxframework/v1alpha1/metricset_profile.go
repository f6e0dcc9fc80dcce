package v1alpha1

import (
	"maps"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// hpctoolkitMetric is the metric that runs the application itself, under HPCToolkit, and does not watch it.
const hpctoolkitMetric = "perf-hpctoolkit"

func (s *MetricSetSpec) profiles(metric Metric) bool {
	return metric.Name == hpctoolkitMetric && s.Application != nil
}

// convertProfiled copies the application's fields to the metric. The application then is no addon.
func (s *MetricSetSpec) convertProfiled(converted *v1alpha2.Metric) {
	application := s.Application
	converted.Image = application.Image
	if converted.Options == nil {
		converted.Options = map[string]v1alpha2.OptionValue{}
	}
	maps.Copy(converted.Options, texts(map[string]string{
		"command": application.Entrypoint, "workdir": application.WorkingDir, "pullSecret": application.PullSecret,
	}))
	security := &converted.Attributes.SecurityContext
	security.Privileged = security.Privileged || application.Attributes.SecurityContext.Privileged
	if len(converted.Resources.Limits)+len(converted.Resources.Requests) == 0 {
		converted.Resources = application.Resources
	}
	converted.Addons = converted.Addons[1:]
}

// profiledFields has the fields of the application that convertProfiled copies.
var profiledFields = map[string]string{
	"image": "image", "options.command": "command", "options.workdir": "workingDir", "options.pullSecret": "pullSecret",
}
