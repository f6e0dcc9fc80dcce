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
		NoWrapEntrypoint: c.keepsEntrypoint(),
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

// keepsEntrypoint reports whether the image's own entrypoint runs. v1alpha1 gave a start script only to
// sidecars with a command; v1alpha2 gives one to all, unless they say noWrapEntrypoint.
func (c *Container) keepsEntrypoint() bool {
	return !*c.RunFlux && c.Command == ""
}

// convertCommands keeps all hooks of a sidecar: v1alpha1 ran brokerPre, workerPre and pre in it, in this
// order and in every pod, where v1alpha2 runs servicePre alone.
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

// joinTexts joins the texts that are not empty, each on lines of its own.
func joinTexts(texts ...string) string {
	var said []string
	for _, text := range texts {
		if text != "" {
			said = append(said, strings.TrimSuffix(text, "\n"))
		}
	}
	return strings.Join(said, "\n")
}

// convertSecurityContext says only what the user said: a user or capability of v1alpha1's own would
// take from images what they need.
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
	out.RunAsUser = c.user()
	if out == (corev1.SecurityContext{}) {
		return nil
	}
	return &out
}

// user returns the user that the container runs as, nil for the image's own.
func (c *Container) user() *int64 {
	if c.Commands.RunFluxAsRoot {
		return new(int64(0))
	}
	return c.FluxUser.UID
}

// resourceList reads the quantities of resources. Those that cannot be read are left out, since Validate
// reports them.
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

// parseQuantity reads a quantity that may be written as a number, for example 4, "500m" or "2Gi".
func parseQuantity(value intstr.IntOrString) (resource.Quantity, error) {
	return resource.ParseQuantity(value.String())
}
