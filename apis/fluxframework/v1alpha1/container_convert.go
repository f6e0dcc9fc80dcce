package v1alpha1

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

func convertContainers(containers []Container) []v1alpha2.Container {
	var out []v1alpha2.Container
	for i := range containers {
		out = append(out, containers[i].convert())
	}
	return out
}

// convert lets the image's own entrypoint run in a sidecar without a command. v1alpha1 gave a start script to sidecars with a
// command only. v1alpha2 gives one to all sidecars without noWrapEntrypoint.
func (c *Container) convert() v1alpha2.Container {
	return v1alpha2.Container{
		Name:             c.Name,
		Image:            c.Image,
		RunFlux:          c.RunFlux,
		Command:          c.Command,
		Commands:         c.convertCommands(),
		Launcher:         c.Launcher,
		Batch:            c.Batch,
		BatchRaw:         c.BatchRaw,
		Logs:             c.Logs,
		NoWrapEntrypoint: !*c.RunFlux && c.Command == "",
		WorkingDir:       c.WorkingDir,
		PullAlways:       c.PullAlways,
		ImagePullSecret:  c.ImagePullSecret,
		Ports:            c.Ports,
		Environment:      c.Environment,
		Secrets:          c.Secrets,
		Volumes:          c.convertVolumes(),
		LifeCycle:        c.LifeCycle,
		Resources: corev1.ResourceRequirements{
			Limits:   resourceList(c.Resources.Limits),
			Requests: resourceList(c.Resources.Requests),
		},
		SecurityContext: c.convertSecurityContext(),
	}
}

// convertCommands keeps all hooks of a sidecar. v1alpha1 ran brokerPre, workerPre and pre in a sidecar, in this order
// and in every pod. v1alpha2 runs servicePre only.
func (c *Container) convertCommands() v1alpha2.Commands {
	hooks := c.Commands
	out := v1alpha2.Commands{Init: hooks.Init, Post: hooks.Post, Prefix: hooks.Prefix}
	if *c.RunFlux {
		out.Pre, out.BrokerPre, out.WorkerPre = hooks.Pre, hooks.BrokerPre, hooks.WorkerPre
		return out
	}
	out.ServicePre = joinTexts(hooks.BrokerPre, hooks.WorkerPre, hooks.Pre)
	return out
}

// joinTexts joins the texts that are not empty. Each begins on a new line.
func joinTexts(texts ...string) string {
	var lines []string
	for _, text := range texts {
		if text != "" {
			lines = append(lines, strings.TrimSuffix(text, "\n"))
		}
	}
	return strings.Join(lines, "\n")
}

// convertSecurityContext contains only what the user wrote. v1alpha1's default user and capabilities would take away
// what images need.
func (c *Container) convertSecurityContext() *corev1.SecurityContext {
	var out corev1.SecurityContext
	if c.SecurityContext.Privileged {
		out.Privileged = new(true)
	}
	if added := c.SecurityContext.AddCapabilities; len(added) > 0 {
		out.Capabilities = &corev1.Capabilities{}
		for _, name := range added {
			out.Capabilities.Add = append(out.Capabilities.Add, corev1.Capability(name))
		}
	}
	out.RunAsUser = c.FluxUser.UID // nil for the image's user
	if c.Commands.RunFluxAsRoot {
		out.RunAsUser = new(int64(0))
	}
	if out == (corev1.SecurityContext{}) {
		return nil
	}
	return &out
}

// resourceList returns the quantities of resources. It leaves out invalid quantities, which Validate reports.
func resourceList(values map[string]intstr.IntOrString) corev1.ResourceList {
	var out corev1.ResourceList
	for name, value := range values {
		quantity, err := parseQuantity(value)
		if err != nil {
			continue
		}
		if out == nil {
			out = corev1.ResourceList{}
		}
		out[corev1.ResourceName(name)] = quantity
	}
	return out
}

// parseQuantity reads a quantity, which may be written as a number, for example 4, "500m" or "2Gi".
func parseQuantity(value intstr.IntOrString) (resource.Quantity, error) {
	return resource.ParseQuantity(value.String())
}

// convertVolumes joins both kinds of volumes of a container. If both have a volume with the same name, the existing
// volume wins, and Validate reports it.
func (c *Container) convertVolumes() map[string]v1alpha2.ContainerVolume {
	if len(c.Volumes)+len(c.ExistingVolumes) == 0 {
		return nil
	}
	out := map[string]v1alpha2.ContainerVolume{}
	for name, volume := range c.Volumes {
		out[name] = v1alpha2.ContainerVolume{
			Path:      volume.Path,
			ReadOnly:  volume.ReadOnly,
			ClaimName: v1alpha2.ClaimName(name),
		}
	}
	for name, volume := range c.ExistingVolumes {
		out[name] = v1alpha2.ContainerVolume{
			Path:          volume.Path,
			ReadOnly:      volume.ReadOnly,
			ConfigMapName: volume.ConfigMapName,
			Items:         volume.Items,
			ClaimName:     volume.ClaimName,
			SecretName:    volume.SecretName,
		}
	}
	return out
}

func convertVolumes(volumes map[string]Volume) map[string]v1alpha2.PersistentVolume {
	if len(volumes) == 0 {
		return nil
	}
	out := map[string]v1alpha2.PersistentVolume{}
	for name, volume := range volumes {
		out[name] = v1alpha2.PersistentVolume{
			Path:             volume.Path,
			Labels:           volume.Labels,
			Annotations:      volume.Annotations,
			ClaimAnnotations: volume.ClaimAnnotations,
			Attributes:       volume.Attributes,
			VolumeHandle:     volume.VolumeHandle,
			StorageClass:     *volume.StorageClass,
			Driver:           volume.Driver,
			Delete:           *volume.Delete,
			Secret:           volume.Secret,
			SecretNamespace:  volume.SecretNamespace,
			Capacity:         volume.Capacity,
		}
	}
	return out
}
