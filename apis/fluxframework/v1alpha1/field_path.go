package v1alpha1

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// InOwnFields changes the paths of the converted object's problems to the fields that the user wrote. If a field of
// v1alpha2 comes from several fields of v1alpha1, the path is the part that these have in common.
func (mc *MiniCluster) InOwnFields(problems field.ErrorList) field.ErrorList {
	var own field.ErrorList
	for _, problem := range problems {
		renamed := *problem
		renamed.Field = mc.ownField(problem.Field)
		own = append(own, &renamed)
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
