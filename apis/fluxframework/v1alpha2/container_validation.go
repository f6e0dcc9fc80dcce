package v1alpha2

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/names"
)

func (v *judge) checkRunner() {
	if len(v.mc.Spec.Containers) == 0 {
		v.Required(ContainersPath, "there is no container: add one, it runs Flux")
		return
	}
	var runners []int
	for i, container := range v.mc.Spec.Containers {
		if container.RunsFlux() {
			runners = append(runners, i)
		}
	}
	if len(runners) == 0 {
		v.Required(ContainersPath, "no container runs Flux: set runFlux: true on the one whose command Flux is to run")
		return
	}
	for _, i := range runners[1:] {
		v.Invalid(ContainersPath.Index(i).Child("runFlux"), true, "containers[%d] runs Flux already, and only one can: set runFlux on one container", runners[0])
	}
}

func (v *judge) checkContainers() {
	for i := range v.mc.Spec.Containers {
		container, at := &v.mc.Spec.Containers[i], ContainersPath.Index(i)
		v.checkContainer(container, at)
		if container.RunsFlux() {
			v.checkWords(at.Child("commands", "prefix"), container.Commands.Prefix, "write one, or leave prefix out")
		} else {
			v.checkContainerName(container.Name, at.Child("name"), "sidecar")
		}
	}
	for i := range v.mc.Spec.Services {
		v.checkService(&v.mc.Spec.Services[i], ServicesPath.Index(i))
	}
}

// checkService forbids the hooks of brokers too, as flux-framework/flux-operator does.
func (v *judge) checkService(c *Container, at *field.Path) {
	v.checkContainer(c, at)
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

func (v *judge) checkContainerName(name string, at *field.Path, kind string) {
	v.Need(at, name, "a %s needs a name: %s", kind, findings.Label.Remedy)
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
	v.HugePages(at.Child("resources"), lists...)
	v.checkSecurity(at.Child("securityContext"), c.SecurityContext)
	v.checkTexts(c, at)
	v.checkVolumes(c, at)
	v.checkPorts(c.Ports, at.Child("ports"))
}

// checkResources checks the resources of a container at a path.
func (v *judge) checkResources(at *field.Path, resources corev1.ResourceRequirements) {
	v.ResourceList(at.Child("limits"), resources.Limits)
	v.ResourceList(at.Child("requests"), resources.Requests)
	v.Requests(at.Child("requests"), resources)
	if len(resources.Claims) > 0 {
		v.Forbidden(at.Child("claims"), "a MiniCluster has no resource claims to refer to: leave claims out")
	}
}

func (v *judge) checkPorts(ports []int32, at *field.Path) {
	for i, port := range ports {
		if port < 1 || port > 65535 {
			v.Invalid(at.Index(i), port, "%d is not a port: use 1 to 65535", port)
		}
	}
}

func (v *judge) checkTexts(c *Container, at *field.Path) {
	for _, one := range c.Texts(at) {
		v.Text(one.At, one.Value)
		if one.Value != "" && strings.TrimSpace(one.Value) == "" {
			v.Invalid(one.At, one.Value, "%q is blank: write something, or leave it out", one.Value)
		}
	}
	v.Text(at.Child("lifeCycle", "postStartExec"), c.LifeCycle.PostStartExec)
	v.Text(at.Child("lifeCycle", "preStopExec"), c.LifeCycle.PreStopExec)
}

// indexVariable is the variable by which the Job controller gives each pod its index.
const indexVariable = "JOB_COMPLETION_INDEX"

func (v *judge) checkEnvironment(c *Container, at *field.Path) {
	v.checkVariables(at.Child("environment"), c.Environment, findings.Variable)
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

// checkVariables checks names and values of variables. No program starts if one variable is too long, whatever its use.
func (v *judge) checkVariables(at *field.Path, variables map[string]string, form findings.Form) {
	for _, name := range findings.SortedKeys(variables) {
		at, value := at.Key(name), variables[name]
		v.checkVariable(at, name, form)
		v.Text(at, value)
		if most := findings.MaxText - len(name) - len("=\x00"); len(value) > most {
			v.InvalidText(at, "it has %d bytes and may have %d, because Linux starts no program with a longer variable: put the text into a file of the image or of a ConfigMap", len(value), most)
		}
	}
}

func (v *judge) checkVariable(at *field.Path, name string, form findings.Form) {
	switch {
	case name == "":
		v.Invalid(at, name, "\"\" is not a variable: give it a name")
	case strings.HasPrefix(name, names.VariablePrefix) || name == indexVariable:
		v.Invalid(at, name, "%q is set by Latchkey or Kubernetes itself: choose another name", name)
	default:
		v.Obey(at, name, form)
	}
}
