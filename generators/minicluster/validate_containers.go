package minicluster

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
)

// checkContainers judges each container by itself and beside those before it.
func (v *validator) checkContainers() {
	v.checkRunners()
	names, brokers, services := v.ownNames(), newTaken(), newTaken()
	brokers.ports[v1alpha2.DefaultPort] = brokerTitle
	for _, c := range v.containers {
		v.checkContainer(c)
		v.warnOfFields(c)
		pod := brokers
		if c.isService {
			pod = services
		}
		v.checkPorts(c, pod.ports)
		v.warnOfUnlikeVolumes(c, pod.volumes)
		if !c.runs() {
			v.checkContainerName(c)
			v.take(names, c.Name, c.at.Child("name"), "another container")
		}
	}
	if len(v.mc.Spec.Services) > 0 && v.UsesJob() {
		v.Warn(v1alpha2.ServicesPath, len(v.mc.Spec.Services), "with the option workload=Job, nothing ends the services when the MiniCluster ends: delete the Job %q yourself, or use workload=JobSet", v.nameOfServices())
	}
}

// taken is what the containers of one pod share: their ports, by number, and their volumes, by name.
type taken struct {
	ports   map[int32]string
	volumes map[string]namedVolume
}

func newTaken() taken { return taken{map[int32]string{}, map[string]namedVolume{}} }

// checkRunners looks for the runner. There must be one.
func (v *validator) checkRunners() {
	runners := slices.DeleteFunc(slices.Clone(v.containers), func(c placed) bool { return !c.runs() })
	switch {
	case len(v.mc.Spec.Containers) == 0:
		v.Required(v1alpha2.ContainersPath, "there is no container: add one, in which Flux will run")
	case len(runners) == 0:
		v.Required(v1alpha2.ContainersPath, "no container runs Flux: set runFlux: true on the container whose command Flux is to run")
	case len(runners) == 1:
		v.onlyRunner = &runners[0]
	default:
		for _, c := range runners[1:] {
			v.Invalid(c.at.Child("runFlux"), true, "%s runs Flux already, and only one container can: set runFlux on one container", runners[0].title())
		}
	}
}

// checkContainer checks one container. Services may not have the hooks of brokers, as in flux-framework/flux-operator.
func (v *validator) checkContainer(c placed) {
	switch at := c.at; {
	case c.isService:
		v.checkFields(c, v.serviceMounts(*c.Container))
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
			v.Forbidden(at.Child("runFlux"), "a service cannot run Flux: move the container to spec.containers, or leave runFlux out")
		}
	case c.runs():
		v.checkFields(c, v.runnerMounts())
		v.checkWords(at.Child("commands", "prefix"), c.Commands.Prefix, "write a command, or leave prefix out")
		v.checkRunnerCommands(c.Container, at)
	default:
		v.checkFields(c, v.appMounts())
		if c.NoWrapEntrypoint {
			v.Warn(at.Child("noWrapEntrypoint"), true, "Kubernetes starts this sidecar again whenever its program ends: use a program that runs until it is stopped")
		}
	}
}

// checkContainerName checks the name of a sidecar or service. A sidecar with ports gets a Service of its name, beside the Service of
// the pods.
func (v *validator) checkContainerName(c placed) {
	at, kind := c.at.Child("name"), "sidecar"
	if c.isService {
		kind = "service"
	}
	v.Need(at, c.Name, "a %s needs a name: %s", kind, findings.Label.Remedy)
	if !v.Obey(at, c.Name, findings.Label) || c.Name == "" || c.isService || len(c.Ports) == 0 {
		return
	}
	if c.Name == v.headlessName() {
		v.Duplicate(at, c.Name, "%q is already the name of the Service of all pods (network.headlessName), and a sidecar with ports gets a Service of its own name: choose another name", c.Name)
	}
	if !findings.ServiceName.Allows(c.Name) {
		v.Invalid(at, c.Name, "%q cannot be the name of a Service, which a sidecar with ports gets: %s", c.Name, findings.ServiceName.Remedy)
	}
}

// checkFields checks the rules that hold for runners, sidecars and services. own are the mounts of Latchkey.
func (v *validator) checkFields(c placed, own []corev1.VolumeMount) {
	at := c.at
	v.Image(at.Child("image"), c.Image)
	if c.Image == defaultImage {
		v.Warn(at.Child("image"), c.Image, "%q is the default, a demonstration whose tag moves: write the image of your application", c.Image)
	}
	if c.PullAlways && c.ImagePullPolicy == "Never" {
		v.Warn(at.Child("imagePullPolicy"), c.ImagePullPolicy, "\"Never\" has no effect beside pullAlways, which wins: leave one of the two out")
	}
	v.Obey(at.Child("imagePullSecret"), c.ImagePullSecret, findings.ObjectName)
	v.Directory(at.Child("workingDir"), c.WorkingDir)
	v.checkEnvironment(c.Container, at)
	v.Resources(at.Child("resources", "limits"), at.Child("resources", "requests"), c.Resources.Requirements())
	v.checkSecurity(at.Child("securityContext"), c.SecurityContext)
	for _, one := range c.Snippets(at) {
		if one.Value != "" && strings.TrimSpace(one.Value) == "" {
			v.Invalid(one.At, one.Value, "%q is blank: write something, or leave it out", one.Value)
		}
	}
	v.checkVolumes(c.Container, at, own)
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
		v.Need(at.Child("name"), secret.Name, "the name is missing: write the name of a Secret of the same namespace")
		v.Need(at.Child("key"), secret.Key, "the key is missing: write the key in the Secret that holds the value")
		v.Obey(at.Child("name"), secret.Name, findings.ObjectName)
		v.Obey(at.Child("key"), secret.Key, findings.FileKey)
	}
}

// indexVariable is the variable with the index of a pod. The Job controller sets it.
const indexVariable = "JOB_COMPLETION_INDEX"

func (v *validator) checkVariable(at *field.Path, name string, form findings.Form) {
	switch {
	case name == "":
		v.Invalid(at, name, "\"\" is not the name of a variable: write a name")
	case strings.HasPrefix(name, names.VariablePrefix) || name == indexVariable:
		v.Invalid(at, name, "%q is set by Latchkey or Kubernetes itself: choose another name", name)
	default:
		v.Obey(at, name, form)
	}
}

// servicesJob is the name of the services' Job in a message, where the hash is not known yet.
func (v *validator) nameOfServices() string {
	if v.HashesNames() {
		return v.servicesJobName() + "-<hash>"
	}
	return v.servicesJobName()
}

// brokerTitle is the owner of the port of Flux.
const brokerTitle = "the Flux broker"

// checkPorts refuses a port that two containers of a pod share, because only one of them could listen.
func (v *validator) checkPorts(c placed, used map[int32]string) {
	if c.runs() { // the broker runs in it, so it may name the broker's port
		delete(used, v1alpha2.DefaultPort)
		defer func() { used[v1alpha2.DefaultPort] = brokerTitle }()
	}
	for i, port := range c.Ports {
		if user := used[port]; user == c.title() {
			v.Duplicate(c.at.Child("ports").Index(i), port, "%d is already in this list: remove one of the two", port)
		} else if user != "" {
			v.Duplicate(c.at.Child("ports").Index(i), port, "%d is used by %s already, and the containers of a pod share their ports: choose another port", port, user)
		} else {
			used[port] = c.title()
		}
	}
}

// takenName says where a name is given, and to whom.
type takenName struct {
	at    *field.Path
	owner string
}

// ownNames returns the names of containers that others cannot have. Kubernetes requires different names in a pod. In different pods of
// the set they must differ too, because all scripts share a ConfigMap, by the container's name.
func (v *validator) ownNames() map[string]takenName {
	taken := map[string]takenName{}
	v.take(taken, v.viewName(), v1alpha2.ViewPath.Child("name"), "the container that brings Flux")
	for _, container := range newKeyContainers(v.cluster) {
		v.take(taken, container.Name, nil, "the container that makes the key")
	}
	if v.onlyRunner != nil {
		v.take(taken, v.onlyRunner.Name, v.onlyRunner.at.Child("name"), "the container that runs Flux, named after the MiniCluster")
	}
	return taken
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
		v.Duplicate(at, name, "%q is already the name of %s%s: choose another name", name, first.owner, where)
	default:
		taken[name] = takenName{at, owner}
	}
}
