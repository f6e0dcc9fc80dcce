package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func (v *judge) checkRunner() {
	if len(v.mc.Spec.Containers) == 0 {
		v.Required(containersPath, "there is no container: add one, it runs Flux")
		return
	}
	var runners []int
	for i, container := range v.mc.Spec.Containers {
		if container.RunsFlux() {
			runners = append(runners, i)
		}
	}
	if len(runners) == 0 {
		v.Required(containersPath, "no container runs Flux: set runFlux: true on the one whose command Flux is to run")
		return
	}
	for _, i := range runners[1:] {
		v.Invalid(containersPath.Index(i).Child("runFlux"), true, "containers[%d] runs Flux already, and only one can: set runFlux on one container", runners[0])
	}
}

func (v *judge) checkContainers() {
	for i := range v.mc.Spec.Containers {
		container, at := &v.mc.Spec.Containers[i], containersPath.Index(i)
		v.checkContainer(container, at)
		if container.RunsFlux() {
			v.checkWords(at.Child("commands", "prefix"), container.Commands.Prefix, "write one, or leave prefix out")
		} else {
			v.checkContainerName(container.Name, at.Child("name"), "sidecar")
		}
	}
}

func (v *judge) checkServices() {
	for i := range v.mc.Spec.Services {
		service, at := &v.mc.Spec.Services[i], servicesPath.Index(i)
		v.checkContainer(service, at)
		v.checkContainerName(service.Name, at.Child("name"), "service")
		v.checkServiceCommands(service, at)
		if service.RunsFlux() {
			v.Forbidden(at.Child("runFlux"), "a service cannot run Flux: move it to spec.containers, or leave runFlux out")
		}
	}
}

func (v *judge) checkContainerName(name string, at *field.Path, kind string) {
	if name == "" {
		v.Required(at, "a %s needs a name: %s", kind, findings.Label.Remedy)
	}
	v.Obey(at, name, findings.Label)
}

// checkContainer checks the rules that hold for runners, sidecars and services.
func (v *judge) checkContainer(c *Container, at *field.Path) {
	for _, older := range c.Older {
		v.WarnText(at.Child(older), "it is an older name: write %s", c.OlderPlaces()[older])
	}
	v.Image(at.Child("image"), c.Image)
	if c.Image == defaultImage {
		v.Warn(at.Child("image"), c.Image, "%q is a demonstration whose tag moves: name the image of your application", c.Image)
	}
	v.Choice(at.Child("imagePullPolicy"), c.ImagePullPolicy, "Always", "IfNotPresent", "Never")
	if c.PullAlways && c.ImagePullPolicy == "Never" {
		v.Warn(at.Child("imagePullPolicy"), c.ImagePullPolicy, "\"Never\" has no effect beside pullAlways, which wins: leave one of the two out")
	}
	v.Obey(at.Child("imagePullSecret"), c.ImagePullSecret, findings.ObjectName)
	v.Directory(at.Child("workingDir"), c.WorkingDir)
	v.Text(at.Child("logs"), c.Logs)
	v.checkEnvironment(c, at)
	v.checkResources(at.Child("resources"), c.Resources)
	lists := []corev1.ResourceList{c.Resources.Limits, c.Resources.Requests}
	if c.RunsFlux() {
		lists = append(lists, v.mc.Spec.Pod.Resources)
	}
	v.checkHugePages(at.Child("resources"), lists...)
	v.checkSecurity(at.Child("securityContext"), c.SecurityContext)
	v.checkTexts(c, at)
	v.checkVolumes(c, at)
	v.checkPorts(c.Ports, at.Child("ports"))
}

func (v *judge) checkPorts(ports []int32, at *field.Path) {
	for i, port := range ports {
		if port < 1 || port > 65535 {
			v.Invalid(at.Index(i), port, "%d is not a port: use 1 to 65535", port)
		}
	}
}
