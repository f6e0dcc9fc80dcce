package minicluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func (v *judge) checkContainers() {
	for i := range v.mc.Spec.Containers {
		container, at := &v.mc.Spec.Containers[i], v1alpha2.ContainersPath.Index(i)
		if container.RunsFlux() {
			v.checkRunnerCommands(container, at)
			v.checkMounts(container, at, v.runnerMounts())
			continue
		}
		if container.NoWrapEntrypoint {
			v.Warn(at.Child("noWrapEntrypoint"), true, "nothing holds this sidecar when its program ends, so Kubernetes starts it again and again: it must run until it is stopped")
		}
		v.checkMounts(container, at, v.appMounts())
	}
	v.warnOfUnlikeVolumes(v.mc.Spec.Containers, v1alpha2.ContainersPath)
}

func (v *judge) checkServices() {
	services := v.mc.Spec.Services
	for i := range services {
		v.checkMounts(&services[i], v1alpha2.ServicesPath.Index(i), v.serviceMounts(services[i]))
	}
	v.warnOfUnlikeVolumes(services, v1alpha2.ServicesPath)
	if len(services) == 0 {
		return
	}
	if v.UsesJob() {
		v.Warn(v1alpha2.ServicesPath, len(services), "with workload Job nothing ends the services when the set ends: delete the Job %q yourself, or use workload JobSet", v.servicesJob())
	}
	if v.mc.Spec.Flux.MinimalService {
		v.Warn(v1alpha2.ServicesPath, len(services), "with flux.minimalService only the lead has a name in DNS, and %q has none: leave minimalService out to reach the services by name", v.servicesName())
	}
}

// servicesJob is the name of the services' Job in a message, where the hash is not known yet.
func (v *judge) servicesJob() string {
	if v.Renames() {
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
		v.checkContainerPorts(container.Ports, v1alpha2.ContainersPath.Index(i), used)
		used[v1alpha2.DefaultPort] = broker
	}
	used = map[int32]string{}
	for i, service := range v.mc.Spec.Services {
		v.checkContainerPorts(service.Ports, v1alpha2.ServicesPath.Index(i), used)
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

// checkNames requires a name that leaves room for the longest label made from it: the name of a pod or, with workload: Job, of
// the services' Job. Names of other objects may be longer.
func (v *judge) checkNames() {
	last := hostRange(v.hostPrefix(v.WorkloadName(v.mc.Name)), v.mc.Spec.MaxSize-1, 1)
	longest, owner := last+workload.PodSuffix, "a pod, with the suffix that Kubernetes adds"
	if services := v.WorkloadName(v.servicesName()); len(v.mc.Spec.Services) > 0 && len(services) > len(longest) {
		longest, owner = services, "the Job of the services"
	}
	v.Depending(func() { v.Fits(v1alpha2.NamePath, v.mc.Name, longest, owner, findings.MaxLabel) }, "workload")
}

// takenName says where a name is given, and to whom.
type takenName struct {
	at    *field.Path
	owner string
}

// checkContainerNames requires different names of containers. Kubernetes requires them in a pod. In different pods of the set
// they must differ too, because all scripts share a ConfigMap, by the container's name.
func (v *judge) checkContainerNames() {
	taken := map[string]takenName{}
	v.take(taken, v.viewName(), v1alpha2.ViewPath.Child("name"), "the container that brings Flux")
	for _, container := range newKeyContainers(v.cluster) {
		v.take(taken, container.Name, nil, "the container that makes the key")
	}
	if runner, at := v.theRunner(); runner != nil {
		v.take(taken, runner.Name, at.Child("name"), "the runner, which is called as the set")
	}
	for i, container := range v.mc.Spec.Containers {
		if !container.RunsFlux() {
			v.take(taken, container.Name, v1alpha2.ContainersPath.Index(i).Child("name"), "another container")
		}
	}
	for i, service := range v.mc.Spec.Services {
		v.take(taken, service.Name, v1alpha2.ServicesPath.Index(i).Child("name"), "another container")
	}
}

// take gives a name to an owner, unless another owner has it.
func (v *judge) take(taken map[string]takenName, name string, at *field.Path, owner string) {
	first, ok := taken[name]
	switch {
	case name == "":
	case ok:
		where := ""
		if first.at != nil {
			where = " (" + first.at.String() + ")"
		}
		v.Duplicate(at, name, "%q is the name of %s%s already: choose another", name, first.owner, where)
	default:
		taken[name] = takenName{at, owner}
	}
}

// checkServiceNames requires different names of the Services of a set: one for the pods, one for each sidecar with ports.
func (v *judge) checkServiceNames() {
	for i, container := range v.mc.Spec.Containers {
		if container.RunsFlux() || len(container.Ports) == 0 || container.Name == "" {
			continue
		}
		at := v1alpha2.ContainersPath.Index(i).Child("name")
		if container.Name == v.serviceName() {
			v.Duplicate(at, container.Name, "%q is the name of the set's Service (network.headlessName) already, and a sidecar with ports gets a Service of its own name: choose another", container.Name)
		}
		if findings.Label.Allows(container.Name) && !findings.ServiceName.Allows(container.Name) {
			v.Invalid(at, container.Name, "%q cannot be the name of a Service, which a sidecar with ports gets: %s", container.Name, findings.ServiceName.Remedy)
		}
	}
}
