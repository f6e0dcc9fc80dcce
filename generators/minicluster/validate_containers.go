package minicluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

func (v *judge) checkContainers() {
	for i := range v.mc.Spec.Containers {
		container, at := &v.mc.Spec.Containers[i], containersPath.Index(i)
		if container.RunsFlux() {
			v.checkRunnerCommands(container, at)
			v.checkMounts(container, at, v.runnerMounts())
		} else {
			v.checkSidecarCommands(container, at)
			v.checkMounts(container, at, v.appMounts())
		}
	}
	v.warnOfUnlikeVolumes(v.mc.Spec.Containers, containersPath)
}

func (v *judge) checkServices() {
	services := v.mc.Spec.Services
	for i := range services {
		v.checkMounts(&services[i], servicesPath.Index(i), v.serviceMounts(services[i]))
	}
	v.warnOfUnlikeVolumes(services, servicesPath)
	if len(services) == 0 {
		return
	}
	if v.usesJob() {
		v.Warn(servicesPath, len(services), "with workload Job nothing ends the services when the set ends: delete the Job %q yourself, or use workload JobSet", v.servicesJob())
	}
	if v.mc.Spec.Flux.MinimalService {
		v.Warn(servicesPath, len(services), "with flux.minimalService only the lead has a name in DNS, and %q has none: leave minimalService out to reach the services by name", v.servicesName())
	}
}

// servicesJob is the name of the services' Job in a message, where the hash is not known yet.
func (v *judge) servicesJob() string {
	if v.renames() {
		return v.servicesName() + "-<hash>"
	}
	return v.servicesName()
}

// checkPorts refuses a port that two containers of a pod share, because only one of them could listen.
func (v *judge) checkPorts() {
	const broker = "the Flux broker"
	used := map[int32]string{v1alpha2.DefaultPort: broker}
	for i, container := range v.mc.Spec.Containers {
		if container.RunsFlux() {
			delete(used, v1alpha2.DefaultPort) // the broker runs in it
		}
		v.checkContainerPorts(container.Ports, containersPath.Index(i), used)
		used[v1alpha2.DefaultPort] = broker
	}
	used = map[int32]string{}
	for i, service := range v.mc.Spec.Services {
		v.checkContainerPorts(service.Ports, servicesPath.Index(i), used)
	}
}

func (v *judge) checkContainerPorts(ports []int32, container *field.Path, used map[int32]string) {
	for i, port := range ports {
		at := container.Child("ports").Index(i)
		if user, ok := used[port]; ok {
			v.Duplicate(at, port, "%d is used by %s already, and the containers of a pod share their ports: choose another", port, user)
			continue
		}
		used[port] = strings.TrimPrefix(container.String(), "spec.")
	}
}
