package v1alpha1

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// InOwnFields changes the paths of the converted object's problems to the fields that the user wrote. If a field of
// v1alpha2 comes from several fields of v1alpha1, the path is the part that these have in common.
func (mc *MiniCluster) InOwnFields(problems field.ErrorList) field.ErrorList {
	return inOwnFields(problems, mc.ownField)
}

// inOwnFields gives problems other paths. Every problem is returned once, although one field may become several.
func inOwnFields(problems field.ErrorList, ownField func(converted string) string) field.ErrorList {
	var own field.ErrorList
	for _, problem := range problems {
		renamed := *problem
		renamed.Field = ownField(problem.Field)
		known := func(other *field.Error) bool { return other.Field == renamed.Field && other.Detail == renamed.Detail }
		if !slices.ContainsFunc(own, known) {
			own = append(own, &renamed)
		}
	}
	return own
}

func (mc *MiniCluster) ownField(converted string) string {
	for _, list := range []struct {
		path       *field.Path
		containers []Container
	}{
		{containersPath, mc.Spec.Containers},
		{servicesPath, mc.Spec.Services},
	} {
		for i := range list.containers {
			if rest, ok := strings.CutPrefix(converted, fmt.Sprintf("%s[%d].", list.path, i)); ok {
				return list.path.Index(i).String() + list.containers[i].ownField(rest)
			}
		}
	}
	return converted
}

// ownField returns the rest of a path below a container. It reverses the method convert.
func (c *Container) ownField(rest string) string {
	if volume, ok := strings.CutPrefix(rest, "volumes["); ok {
		name, below, _ := strings.Cut(volume, "]")
		if _, existing := c.ExistingVolumes[name]; existing {
			return ".existingVolumes[" + name + "]" + below
		}
		if below == ".claimName" {
			below = ""
		}
		return ".volumes[" + name + "]" + below
	}
	if capability, ok := strings.CutPrefix(rest, "securityContext.capabilities.add"); ok {
		return ".securityContext.addCapabilities" + capability
	}
	switch {
	case rest == "securityContext.runAsUser" && c.Commands.RunFluxAsRoot:
		return ".commands.runFluxAsRoot"
	case rest == "securityContext.runAsUser":
		return ".fluxUser.uid"
	case rest == "commands.servicePre":
		return ".commands"
	case rest == "noWrapEntrypoint":
		return ".command"
	}
	return "." + rest
}

// InOwnFields changes the paths of the converted object's problems to the fields that the user wrote. Every problem is
// returned once, although an application or a volume becomes an addon of every metric.
func (ms *MetricSet) InOwnFields(problems field.ErrorList) field.ErrorList {
	return inOwnFields(problems, ms.ownField)
}

func (ms *MetricSet) ownField(converted string) string {
	for i, metric := range ms.Spec.Metrics {
		rest, ok := strings.CutPrefix(converted, metricsPath.Index(i).String()+".")
		if !ok {
			continue
		}
		if name, ok := profiledFields[rest]; ok && ms.Spec.profiles(metric) {
			return applicationPath.Child(name).String()
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

// addonPaths returns the paths of the fields that become addons, in the order of the addons.
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

// ownAddonFields has the field for an addon's option if their names differ. The name of a volume is its key.
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

// ownOption returns the path of the field that an option's value comes from.
func (s *MetricSetSpec) ownOption(metric Metric, option, converted string) string {
	if _, implied := s.impliedOptions(metric)[option]; !implied {
		return converted
	}
	if option == "command" {
		return applicationPath.Child("command").String()
	}
	return storagePath.Child("commands", option).String()
}
