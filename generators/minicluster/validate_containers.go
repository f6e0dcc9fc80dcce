package minicluster

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
)

func (v *validator) checkContainers() {
	v.checkNumberOfRunners()
	for i := range v.mc.Spec.Containers {
		c, at := &v.mc.Spec.Containers[i], v1alpha2.ContainersPath.Index(i)
		if c.RunsFlux() {
			v.checkContainer(c, at, v.runnerMounts())
			v.checkWords(at.Child("commands", "prefix"), c.Commands.Prefix, "write one, or leave prefix out")
			v.checkRunnerCommands(c, at)
			continue
		}
		v.checkContainer(c, at, v.appMounts())
		v.checkContainerName(c.Name, at.Child("name"), "sidecar")
		if c.NoWrapEntrypoint {
			v.Warn(at.Child("noWrapEntrypoint"), true, "nothing holds this sidecar when its program ends, so Kubernetes starts it again and again: it must run until it is stopped")
		}
	}
	v.warnOfUnlikeVolumes(v.mc.Spec.Containers, v1alpha2.ContainersPath)
	v.checkServices()
}

func (v *validator) checkNumberOfRunners() {
	if len(v.mc.Spec.Containers) == 0 {
		v.Required(v1alpha2.ContainersPath, "there is no container: add one, it runs Flux")
		return
	}
	var runners []int
	for i, container := range v.mc.Spec.Containers {
		if container.RunsFlux() {
			runners = append(runners, i)
		}
	}
	if len(runners) == 0 {
		v.Required(v1alpha2.ContainersPath, "no container runs Flux: set runFlux: true on the container with the command for Flux")
		return
	}
	for _, i := range runners[1:] {
		v.Invalid(v1alpha2.ContainersPath.Index(i).Child("runFlux"), true, "containers[%d] runs Flux already, and only one can: set runFlux on one container", runners[0])
	}
}

func (v *validator) checkServices() {
	services := v.mc.Spec.Services
	for i := range services {
		v.checkService(&services[i], v1alpha2.ServicesPath.Index(i))
	}
	v.warnOfUnlikeVolumes(services, v1alpha2.ServicesPath)
	if len(services) == 0 {
		return
	}
	if v.UsesJob() {
		v.Warn(v1alpha2.ServicesPath, len(services), "with workload Job nothing ends the services when the set ends: delete the Job %q yourself, or use workload JobSet", v.servicesJob())
	}
}

// checkService forbids the hooks of brokers too, as flux-framework/flux-operator does.
func (v *validator) checkService(c *v1alpha2.Container, at *field.Path) {
	v.checkContainer(c, at, v.serviceMounts(*c))
	v.checkContainerName(c.Name, at.Child("name"), "service")
	for _, hook := range []struct{ name, text string }{
		{"pre", c.Commands.Pre},
		{"brokerPre", c.Commands.BrokerPre},
		{"workerPre", c.Commands.WorkerPre},
	} {
		if hook.text != "" {
			v.Forbidden(at.Child("commands", hook.name), "a service has no broker: use commands.servicePre or commands.init")
		}
	}
	if c.RunsFlux() {
		v.Forbidden(at.Child("runFlux"), "a service cannot run Flux: move it to spec.containers, or leave runFlux out")
	}
}

func (v *validator) checkContainerName(name string, at *field.Path, kind string) {
	v.Need(at, name, "a %s needs a name: %s", kind, findings.Label.Remedy)
	v.Obey(at, name, findings.Label)
}

// checkContainer checks the rules that hold for runners, sidecars and services. own are the mounts of Latchkey.
func (v *validator) checkContainer(c *v1alpha2.Container, at *field.Path, own []corev1.VolumeMount) {
	v.Image(at.Child("image"), c.Image)
	if c.Image == defaultImage {
		v.Warn(at.Child("image"), c.Image, "%q is a demonstration, and its tag moves: name the image of your application", c.Image)
	}
	if c.PullAlways && c.ImagePullPolicy == "Never" {
		v.Warn(at.Child("imagePullPolicy"), c.ImagePullPolicy, "\"Never\" has no effect beside pullAlways, which wins: leave one of the two out")
	}
	v.Obey(at.Child("imagePullSecret"), c.ImagePullSecret, findings.ObjectName)
	v.Directory(at.Child("workingDir"), c.WorkingDir)
	v.checkEnvironment(c, at)
	v.Resources(at.Child("resources", "limits"), at.Child("resources", "requests"), c.Resources.Requirements())
	v.checkSecurity(at.Child("securityContext"), c.SecurityContext)
	for _, one := range c.Texts(at) {
		if one.Value != "" && strings.TrimSpace(one.Value) == "" {
			v.Invalid(one.At, one.Value, "%q is blank: write something, or leave it out", one.Value)
		}
	}
	v.checkVolumes(c, at, own)
}

func (v *validator) checkEnvironment(c *v1alpha2.Container, at *field.Path) {
	for _, name := range findings.SortedKeys(c.Environment) {
		v.checkVariable(at.Child("environment").Key(name), name, findings.Variable)
	}
	for _, name := range findings.SortedKeys(c.Secrets) {
		at, secret := at.Child("secrets").Key(name), c.Secrets[name]
		v.checkVariable(at, name, findings.Variable)
		if _, ok := c.Environment[name]; ok {
			v.Duplicate(at, name, "%q is in environment too: leave one of the two out", name)
		}
		v.Need(at.Child("name"), secret.Name, "there is no Secret: name one of the set's namespace")
		v.Need(at.Child("key"), secret.Key, "there is no key: name the one in the Secret that holds the value")
		v.Obey(at.Child("name"), secret.Name, findings.ObjectName)
		v.Obey(at.Child("key"), secret.Key, findings.FileKey)
	}
}

// indexVariable is the variable with the index of a pod. The Job controller sets it.
const indexVariable = "JOB_COMPLETION_INDEX"

func (v *validator) checkVariable(at *field.Path, name string, form findings.Form) {
	switch {
	case name == "":
		v.Invalid(at, name, "\"\" is not a variable: give it a name")
	case strings.HasPrefix(name, names.VariablePrefix) || name == indexVariable:
		v.Invalid(at, name, "%q is set by Latchkey or Kubernetes itself: choose another name", name)
	default:
		v.Obey(at, name, form)
	}
}

// servicesJob is the name of the services' Job in a message, where the hash is not known yet.
func (v *validator) servicesJob() string {
	if v.Renames() {
		return v.servicesName() + "-<hash>"
	}
	return v.servicesName()
}

// checkPorts refuses a port that two containers of a pod share, because only one of them could listen.
func (v *validator) checkPorts() {
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

func (v *validator) checkContainerPorts(ports []int32, container *field.Path, used map[int32]string) {
	for i, port := range ports {
		at := container.Child("ports").Index(i)
		if user, ok := used[port]; ok {
			v.Duplicate(at, port, "%d is used by %s already, and the containers of a pod share their ports: choose another", port, user)
			continue
		}
		used[port] = strings.TrimPrefix(container.String(), "spec.")
	}
}

// takenName says where a name is given, and to whom.
type takenName struct {
	at    *field.Path
	owner string
}

// checkContainerNames requires different names of containers. Kubernetes requires them in a pod. In different pods of the set
// they must differ too, because all scripts share a ConfigMap, by the container's name.
func (v *validator) checkContainerNames() {
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
func (v *validator) take(taken map[string]takenName, name string, at *field.Path, owner string) {
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
func (v *validator) checkServiceNames() {
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
