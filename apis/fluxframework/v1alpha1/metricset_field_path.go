package v1alpha1

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// InOwnFields returns problems of the converted object as problems of the fields that the user wrote, each once: an
// application or a volume is an addon of every metric there.
func (ms *MetricSet) InOwnFields(problems field.ErrorList) field.ErrorList {
	var own field.ErrorList
	for _, problem := range problems {
		renamed := *problem
		renamed.Field = ms.ownField(problem.Field)
		known := func(other *field.Error) bool { return other.Field == renamed.Field && other.Detail == renamed.Detail }
		if !slices.ContainsFunc(own, known) {
			own = append(own, &renamed)
		}
	}
	return own
}

func (ms *MetricSet) ownField(converted string) string {
	for i, metric := range ms.Spec.Metrics {
		rest, ok := strings.CutPrefix(converted, metricsPath.Index(i).String()+".")
		if !ok {
			continue
		}
		if own, ok := profiledField(metric, rest); ok {
			return own
		}
		paths := ms.Spec.addonPaths()
		if ms.Spec.profiles(metric) {
			paths = paths[1:] // the application is the metric itself
		}
		for j, at := range paths {
			if below, ok := strings.CutPrefix(rest, fmt.Sprintf("addons[%d]", j)); ok {
				return at + ownAddonField(below)
			}
		}
		if option, ok := strings.CutPrefix(rest, "options."); ok {
			return ms.Spec.ownOption(metric, option, converted)
		}
	}
	return converted
}

// addonPaths are the places of what became addons, in their order.
func (s *MetricSetSpec) addonPaths() []string {
	var paths []string
	if s.Application != nil {
		paths = append(paths, applicationPath.String())
		for _, name := range findings.SortedKeys(s.Application.Volumes) {
			paths = append(paths, applicationPath.Child("volumes").Key(name).String())
		}
	}
	return append(paths, storagePath.Child("volume").String())
}

// ownAddonFields are the fields that options of addons come from, where the names differ. A volume's name is its key.
var ownAddonFields = map[string]string{
	"workdir": ".workingDir", "privileged": ".attributes.securityContext.privileged", "name": "", "shell": ".entrypoint",
	"resourceLimits": ".resources.limits", "resourceRequests": ".resources.requests",
}

func ownAddonField(below string) string {
	for _, list := range []string{".options.", ".mapOptions."} {
		if option, ok := strings.CutPrefix(below, list); ok {
			name, key, isMap := strings.Cut(option, "[")
			own, renamed := ownAddonFields[name]
			if !renamed {
				own = "." + name
			}
			if isMap {
				own += "[" + key
			}
			return own
		}
	}
	return ""
}

// ownOption returns where the value of an option comes from.
func (s *MetricSetSpec) ownOption(metric Metric, option, converted string) string {
	if _, implied := s.impliedOptions(metric)[option]; !implied {
		return converted
	}
	if option == "command" {
		return applicationPath.Child("command").String()
	}
	return storagePath.Child("commands", option).String()
}
