package v1alpha2

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// podSuffix stands for what Kubernetes adds to the names of pods, as in the check of
// kubernetes-sigs/jobset v0.12.0, pkg/webhooks/jobset_webhook.go, ValidateCreate.
const podSuffix = "-xxxxx"

func (v *judge) checkMetadata() {
	if v.mc.Name == "" {
		v.Required(namePath, "the set has no name: give it one, all other names are made from it")
	}
	v.Obey(metadataPath.Child("namespace"), v.mc.Namespace, findings.Label)
	v.Labels(metadataPath.Child("labels"), v.mc.Labels)
	v.Annotations(metadataPath.Child("annotations"), v.mc.Annotations)
}

// derivedName is a name made from the set's.
type derivedName struct{ name, owner string }

func (v *judge) derivedNames() []derivedName {
	set := v.mc.Name
	hash := v.hashSuffix()
	lastPod := fmt.Sprintf("%s%s-m-0-%d", set, hash, v.ownHosts()-1)
	if v.usesJob() {
		lastPod = fmt.Sprintf("%s%s-%d", set, hash, v.ownHosts()-1)
	}
	names := []derivedName{
		{lastPod + podSuffix, "a pod, with the suffix that Kubernetes adds"},
		{set + "-entrypoint" + hash, "the ConfigMap"},
		{set + hash + "-keygen-0", "the Job that makes the key"},
		{set + "-curve", "the Secret with the key"},
	}
	if len(v.mc.Spec.Services) > 0 {
		names = append(names, derivedName{set + hash + "-services-0", "the Job of the services"})
	}
	return names
}

func (v *judge) renames() bool { return v.opts.OnChange == latchkey.OnChangeRename }

// hashSuffix stands for what onChange: Rename adds to the names of JobSet and ConfigMap.
func (v *judge) hashSuffix() string {
	if !v.renames() {
		return ""
	}
	return "-" + strings.Repeat("x", latchkey.HashLength)
}

// checkRename refuses to rename a set whose host names stand in a text of the user's, or in the hostlist
// of another set: the hash that goes into them is not known before the set is rendered.
func (v *judge) checkRename() {
	if !v.renames() || !v.manyHosts() {
		return
	}
	if v.mc.Spec.Flux.BrokerConfig != "" {
		v.Forbidden(configPath, "it names the hosts, and with onChange: Rename they are called otherwise after every change: leave it out, or use another onChange")
	}
	if v.mc.bursts() {
		v.Forbidden(burstingPath, "other sets know the hosts of this one by name, and with onChange: Rename they are called otherwise after every change: use another onChange")
	}
}

// checkNames asks for a name that JobSet and Flux can build on: JobSet wants RFC 1035 labels, and Flux
// takes no host name that is not a label.
func (v *judge) checkNames() {
	set := v.mc.Name
	if len(set) <= findings.MaxLabel {
		v.Obey(namePath, set, findings.ServiceName)
	}
	names := v.derivedNames()
	slices.SortStableFunc(names, func(a, b derivedName) int { return len(b.name) - len(a.name) })
	if longest := names[0]; len(longest.name) > findings.MaxLabel {
		v.Invalid(namePath, set, "%q is too long: %q, the name of %s, has %d characters and may have %d: use a name shorter by %d",
			set, longest.name, longest.owner, len(longest.name), findings.MaxLabel, len(longest.name)-findings.MaxLabel)
	}
	if service := v.mc.Spec.Network.HeadlessName; service != set {
		v.Obey(networkPath.Child("headlessName"), service, findings.ServiceName)
	}
}

// takenName is a name and who has it.
type takenName struct {
	at    *field.Path
	owner string
}

// checkContainerNames keeps the names of containers apart: in a pod Kubernetes asks for it, and beyond a
// pod the scripts of all containers share a ConfigMap, by the container's name.
func (v *judge) checkContainerNames() {
	taken := map[string]takenName{}
	v.take(taken, v.mc.Spec.Flux.Container.Name, viewPath.Child("name"), "the container that brings Flux")
	if v.usesJob() {
		v.take(taken, "keygen", nil, "the container that makes the key")
	}
	if runner, at := v.runner(); runner != nil {
		v.take(taken, v.mc.Name, at.Child("name"), "the runner, which is called as the set")
	}
	for i, container := range v.mc.Spec.Containers {
		at := containersPath.Index(i).Child("name")
		if container.isRunner() {
			continue
		}
		v.checkContainerName(taken, container.Name, at, "sidecar")
	}
	for i, service := range v.mc.Spec.Services {
		v.checkContainerName(taken, service.Name, servicesPath.Index(i).Child("name"), "service")
	}
	v.checkServiceNames()
}

func (v *judge) checkContainerName(taken map[string]takenName, name string, at *field.Path, kind string) {
	if name == "" {
		v.Required(at, "a %s needs a name: %s", kind, findings.Label.Remedy)
		return
	}
	v.Obey(at, name, findings.Label)
	v.take(taken, name, at, "another container")
}

func (v *judge) take(taken map[string]takenName, name string, at *field.Path, owner string) {
	if name == "" {
		return
	}
	if first, ok := taken[name]; ok {
		where := ""
		if first.at != nil {
			where = " (" + first.at.String() + ")"
		}
		v.Duplicate(at, name, "%q is the name of %s%s already: choose another", name, first.owner, where)
		return
	}
	taken[name] = takenName{at, owner}
}

// checkServiceNames keeps the Services of one set apart: one for the pods, one per sidecar with ports.
func (v *judge) checkServiceNames() {
	for i, container := range v.mc.Spec.Containers {
		if container.isRunner() || len(container.Ports) == 0 || container.Name == "" {
			continue
		}
		at := containersPath.Index(i).Child("name")
		if container.Name == v.mc.Spec.Network.HeadlessName {
			v.Duplicate(at, container.Name, "%q is the name of the set's Service (network.headlessName) already, and a sidecar with ports gets a Service of its own name: choose another", container.Name)
		}
		if findings.Label.Allows(container.Name) && !findings.ServiceName.Allows(container.Name) {
			v.Invalid(at, container.Name, "%q cannot be the name of a Service, which a sidecar with ports gets: %s", container.Name, findings.ServiceName.Remedy)
		}
	}
}
