package v1alpha2

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// brokerPort is where every broker listens.
const brokerPort = DefaultPort

func (v *judge) checkRunner() {
	if len(v.mc.Spec.Containers) == 0 {
		v.Required(containersPath, "there is no container: add one, it runs Flux")
		return
	}
	var runners []int
	for i, container := range v.mc.Spec.Containers {
		if container.isRunner() {
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
	reserved := append(v.appMounts(), runnerMounts...)
	for i := range v.mc.Spec.Containers {
		container, at := &v.mc.Spec.Containers[i], containersPath.Index(i)
		v.checkContainer(container, at)
		if container.isRunner() {
			v.checkRunnerCommands(container, at)
			v.checkVolumes(container, at, reserved)
		} else {
			v.checkSidecarCommands(container, at)
			v.checkVolumes(container, at, v.appMounts())
		}
	}
	v.warnOfUnlikeVolumes(v.mc.Spec.Containers, containersPath)
}

func (v *judge) checkServices() {
	for i := range v.mc.Spec.Services {
		service, at := &v.mc.Spec.Services[i], servicesPath.Index(i)
		v.checkContainer(service, at)
		v.checkServiceCommands(service, at)
		v.checkVolumes(service, at, []string{scriptsPath})
		if service.isRunner() {
			v.Forbidden(at.Child("runFlux"), "a service cannot run Flux: move it to spec.containers, or leave runFlux out")
		}
	}
	v.warnOfUnlikeVolumes(v.mc.Spec.Services, servicesPath)
	if len(v.mc.Spec.Services) == 0 {
		return
	}
	if v.usesJob() {
		v.Warn(servicesPath, len(v.mc.Spec.Services), "with workload Job nothing ends the services when the set ends: delete the Job %q yourself, or use workload JobSet", v.servicesJob())
	}
	if v.mc.Spec.Flux.MinimalService {
		v.Warn(servicesPath, len(v.mc.Spec.Services), "with flux.minimalService only the lead has a name in DNS, and %q has none: leave minimalService out to reach the services by name", v.mc.Name+"-services")
	}
}

// servicesJob is the name of the services' Job. The hash that onChange: Rename adds is not known yet.
func (v *judge) servicesJob() string {
	if v.renames() {
		return v.mc.Name + "-services-<hash>"
	}
	return v.mc.Name + "-services"
}

// checkContainer checks what runners, sidecars and services have in common.
func (v *judge) checkContainer(c *Container, at *field.Path) {
	v.Image(at.Child("image"), c.Image)
	if c.Image == DefaultImage {
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
	if c.isRunner() {
		lists = append(lists, v.mc.Spec.Pod.Resources)
	}
	v.checkHugePages(at.Child("resources"), lists...)
	v.checkSecurity(at.Child("securityContext"), c.SecurityContext)
	v.checkTexts(c, at)
}

// checkPorts asks for ports that one pod can listen on: the containers of a pod share them.
func (v *judge) checkPorts() {
	const broker = "the Flux broker"
	used := map[int32]string{brokerPort: broker}
	for i, container := range v.mc.Spec.Containers {
		if container.isRunner() {
			delete(used, brokerPort) // the broker runs in it
		}
		v.checkContainerPorts(container.Ports, containersPath.Index(i), used)
		used[brokerPort] = broker
	}
	used = map[int32]string{}
	for i, service := range v.mc.Spec.Services {
		v.checkContainerPorts(service.Ports, servicesPath.Index(i), used)
	}
}

func (v *judge) checkContainerPorts(ports []int32, container *field.Path, used map[int32]string) {
	for i, port := range ports {
		at := container.Child("ports").Index(i)
		if port < 1 || port > 65535 {
			v.Invalid(at, port, "%d is not a port: use 1 to 65535", port)
			continue
		}
		if user, ok := used[port]; ok {
			v.Duplicate(at, port, "%d is used by %s already, and the containers of a pod share their ports: choose another", port, user)
			continue
		}
		used[port] = strings.TrimPrefix(container.String(), "spec.")
	}
}

// sidecars returns the places of the containers beside the runner.
func (v *judge) sidecars() []int {
	var indexes []int
	for i, container := range v.mc.Spec.Containers {
		if !container.isRunner() {
			indexes = append(indexes, i)
		}
	}
	return indexes
}
