package v1alpha1

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// containers converts a list of containers. runFlux is the default of their field runFlux, and volumes are the volumes of the set.
func (c *conversion) containers(list []Container, runFlux bool, path *field.Path, volumes map[string]Volume) []v1alpha2.Container {
	var out []v1alpha2.Container
	for i := range list {
		list[i].RunFlux = new(ptr.Deref(list[i].RunFlux, runFlux))
		out = append(out, c.container(&list[i], path.Index(i), volumes))
	}
	return out
}

// container lets the image's own entrypoint run in a sidecar without a command. v1alpha1 gave a start script to sidecars with a
// command only. v1alpha2 gives one to all sidecars without noWrapEntrypoint.
func (c *conversion) container(old *Container, at *field.Path, volumes map[string]Volume) v1alpha2.Container {
	c.warnOfLost(old, at)
	c.move(at.Child("noWrapEntrypoint"), at.Child("command"))
	out := old.Container
	out.Commands = c.hooks(old, at)
	out.NoWrapEntrypoint = !*old.RunFlux && old.Command == ""
	out.Volumes = c.volumes(old, at, volumes)
	out.SecurityContext = c.securityContext(old, at)
	return out
}

// warnOfLost warns of fields that have no effect.
func (c *conversion) warnOfLost(old *Container, at *field.Path) {
	if user := old.FluxUser.Name; user != "" && user != "flux" && old.FluxUser.UID == nil {
		c.Warn(at.Child("fluxUser", "name"), user, "%q has no effect, because Latchkey adds no user to the image: write the number of a user of the image into fluxUser.uid", user)
	}
	if uid := old.FluxUser.UID; uid != nil && old.Commands.RunFluxAsRoot && *uid != 0 {
		c.Warn(at.Child("fluxUser", "uid"), *uid, "%d has no effect beside commands.runFluxAsRoot: leave one of the two out", *uid)
	}
	if old.Diagnostics {
		c.Warn(at.Child("diagnostics"), true, "it has no effect: leave it out; to print facts about Flux, use the command \"flux overlay status\" with launcher: true")
	}
	if !*old.RunFlux && old.Cores > 0 {
		c.Warn(at.Child("cores"), old.Cores, "%d has no effect on a container that does not run Flux: leave it out", old.Cores)
	}
}

// hooks keeps all hooks of a sidecar. v1alpha1 ran brokerPre, workerPre and pre in a sidecar, in this order and in every pod,
// but only together with a command. v1alpha2 runs servicePre only.
func (c *conversion) hooks(old *Container, at *field.Path) v1alpha2.Commands {
	out := old.Commands.Commands
	if *old.RunFlux {
		return out
	}
	out.ServicePre = joinSnippets(out.BrokerPre, out.WorkerPre, out.Pre)
	out.BrokerPre, out.WorkerPre, out.Pre = "", "", ""
	c.move(at.Child("commands", "servicePre"), at.Child("commands"))
	if old.Command == "" && joinSnippets(out.Init, out.ServicePre, out.Post) != "" {
		c.Required(at.Child("command"), "without a command nothing runs the scripts in commands: write the command, or leave commands out")
		return v1alpha2.Commands{}
	}
	return out
}

// joinSnippets joins the snippets that are not empty. Each begins on a new line.
func joinSnippets(texts ...string) string {
	var lines []string
	for _, text := range texts {
		if text != "" {
			lines = append(lines, strings.TrimSuffix(text, "\n"))
		}
	}
	return strings.Join(lines, "\n")
}

// securityContext contains only what the user wrote. v1alpha1's default user and capabilities would take away what images need.
func (c *conversion) securityContext(old *Container, at *field.Path) *corev1.SecurityContext {
	var out corev1.SecurityContext
	if old.SecurityContext.Privileged {
		out.Privileged = new(true)
	}
	if added := old.SecurityContext.AddCapabilities; len(added) > 0 {
		out.Capabilities = &corev1.Capabilities{Add: added}
		c.move(at.Child("securityContext", "capabilities", "add"), at.Child("securityContext", "addCapabilities"))
	}
	user := at.Child("securityContext", "runAsUser")
	out.RunAsUser = old.FluxUser.UID // nil for the image's user
	c.move(user, at.Child("fluxUser", "uid"))
	if old.Commands.RunFluxAsRoot {
		out.RunAsUser = new(int64(0))
		c.move(user, at.Child("commands", "runFluxAsRoot"))
	}
	if out == (corev1.SecurityContext{}) {
		return nil
	}
	return &out
}

// volumes joins both kinds of volumes of a container: volumes of the set, by their claims, and existing volumes.
func (c *conversion) volumes(old *Container, at *field.Path, ofSet map[string]Volume) map[string]v1alpha2.ContainerVolume {
	if len(old.Volumes)+len(old.ExistingVolumes) == 0 {
		return nil
	}
	out, known := map[string]v1alpha2.ContainerVolume{}, findings.SortedKeys(ofSet)
	for _, name := range findings.SortedKeys(old.Volumes) {
		volume, at := old.Volumes[name], at.Child("volumes").Key(name)
		if _, found := ofSet[name]; !found && len(known) == 0 {
			c.Invalid(at, name, "%q is not in spec.volumes: add it there, or use existingVolumes", name)
		} else if !found {
			c.Unknown(at, name, known, "%q is not in spec.volumes: add it there, or ", name)
		}
		volume.ClaimName = v1alpha2.ClaimName(name)
		out[name] = volume
		c.move(at.Child("claimName"), at)
	}
	for _, name := range findings.SortedKeys(old.ExistingVolumes) {
		volume, converted, at := old.ExistingVolumes[name], at.Child("volumes").Key(name), at.Child("existingVolumes").Key(name)
		if _, both := old.Volumes[name]; both {
			c.Duplicate(at, name, "%q is in volumes too: rename one of the two", name)
		}
		if volume.ClaimName == "" && volume.ConfigMapName == "" && volume.SecretName == "" {
			c.Required(at.Child("claimName"), "the volume has no source: write the name of a claim here, or set configMapName or secretName")
			continue
		}
		out[name] = volume
		c.move(converted, at)
		delete(c.fields, converted.Child("claimName").String())
	}
	return out
}
