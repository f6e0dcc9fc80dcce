package minicluster

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkBrokerConfig checks the user's configuration, which replaces the generated one.
func (v *validator) checkBrokerConfig() {
	text := v.mc.Spec.Flux.BrokerConfig
	if text == "" {
		return
	}
	var config map[string]any
	if err := toml.Unmarshal([]byte(text), &config); err != nil {
		v.InvalidText(configPath, "it is not TOML: %s: correct it", tomlProblem(err))
		return
	}
	value, isSet := config["bootstrap"]
	bootstrap, isTable := value.(map[string]any)
	switch {
	case !isSet && v.listsHosts():
		v.InvalidText(configPath, "it has no [bootstrap], without which the brokers do not find each other: add one with curve_cert and hosts = [{host = %q}]", v.hosts())
	case isSet && !isTable:
		v.InvalidText(configPath, "bootstrap is not a table: write [bootstrap] on a line of its own")
	case isSet:
		v.checkBootstrap(bootstrap)
	}
	v.checkResourcePath(config)
}

// listsHosts tells whether a configuration must list the hosts. With onChange: Rename it cannot, see checkRename.
func (v *validator) listsHosts() bool { return v.manyHosts() && !v.Renames() }

// Files that the runner makes, below the mount path. The first is a link to the second.
const (
	linkedCertificate = "/config/curve/" + v1alpha2.CertificateKey
	certificate       = privatePath + "/" + v1alpha2.CertificateKey
	resourceSet       = "/config/etc/flux/system/R"
)

// checkResourcePath warns of a configuration that looks for R at the former path of the Flux Operator.
func (v *validator) checkResourcePath(config map[string]any) {
	resource, _ := config["resource"].(map[string]any)
	file, ok := resource["path"].(string)
	if want := v.mountPath() + resourceSet; ok && path.Clean(file) != path.Clean(want) {
		v.Warn(configPath, file, "[resource] path is %q, and the resources are in %q: write that, unless a hook or volume puts a file there", file, want)
	}
}

// checkCertificatePath requires the path of the certificate if the set has one.
func (v *validator) checkCertificatePath(value any) {
	file, _ := value.(string)
	linked := v.mountPath() + linkedCertificate
	switch {
	case !v.needsKey():
	case file == "":
		v.InvalidText(configPath, "[bootstrap] has no curve_cert, which Flux wants of more than one host: add curve_cert = %q", certificate)
	case path.Clean(file) != certificate && path.Clean(file) != path.Clean(linked):
		v.Warn(configPath, file, "[bootstrap] curve_cert is %q, and the certificate is in %q: write that, unless a hook or volume puts one there", file, certificate)
	}
}

func tomlProblem(err error) string {
	if problem, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := problem.Position()
		return fmt.Sprintf("line %d, column %d: %s", line, column, strings.TrimPrefix(problem.Error(), "toml: "))
	}
	return strings.TrimPrefix(err.Error(), "toml: ")
}

// checkBootstrap checks what depends on the set. Flux itself names mistakes of other kinds when a broker starts.
func (v *validator) checkBootstrap(bootstrap map[string]any) {
	v.checkDomain(bootstrap["default_connect"])
	v.checkCertificatePath(bootstrap["curve_cert"])
	v.checkConfigHosts(bootstrap["hosts"])
}

// checkDomain warns of an address below another Service than that of the set.
func (v *validator) checkDomain(value any) {
	uri, _ := value.(string)
	_, domain, found := strings.Cut(uri, "%h.")
	subdomain, _, _ := strings.Cut(domain, ".")
	if service := v.serviceName(); found && strings.Trim(subdomain, hostLetters) == "" && subdomain != service {
		v.Warn(configPath, uri, "[bootstrap] default_connect looks for pods in the domain %q, and theirs is %q: write %q there, or set network.headlessName", subdomain, service, "%h."+service)
	}
}

// checkConfigHosts compares the hosts of a configuration with the pods of the set.
func (v *validator) checkConfigHosts(value any) {
	entries, _ := value.([]any)
	var hosts []string
	for i, entry := range entries {
		table, _ := entry.(map[string]any)
		host, _ := table["host"].(string)
		more, err := readHostlist(host)
		if err != nil {
			v.InvalidText(configPath, "[bootstrap] hosts[%d] host: %s", i, err)
			return
		}
		hosts = append(hosts, more...)
	}
	switch {
	case len(hosts) == 0 && v.listsHosts():
		v.InvalidText(configPath, "[bootstrap] lists no hosts: add hosts = [{host = %q}]", v.hosts())
	case len(hosts) == 0:
	case !v.Renames():
		v.compareHosts(hosts)
	case !v.manyHosts(): // for many hosts checkRename has already reported this
		v.InvalidText(configPath, "[bootstrap] lists hosts, and with onChange: Rename they are called otherwise after every change: leave hosts out, or use another onChange")
	}
}

// compareHosts reports hosts that no pod has, and pods that are not listed: the broker of such a pod ends at once.
func (v *validator) compareHosts(hosts []string) {
	pods := v.pods()
	missing, stranger := firstWithout(pods, hosts), firstWithout(hosts, pods)
	switch {
	case missing != "" && stranger != "":
		v.InvalidText(configPath, "[bootstrap] hosts name %q, which is no pod of this set, and leave out the pod %q: list %q", stranger, missing, v.hosts())
		return
	case missing != "":
		v.InvalidText(configPath, "[bootstrap] hosts leave out the pod %q: list %q", missing, v.hosts())
		return
	case stranger != "" && !v.mc.Bursts():
		v.InvalidText(configPath, "[bootstrap] hosts name %q, which is no pod of this set: list %q alone", stranger, v.hosts())
	}
	if lead := pods[0]; v.mc.Spec.Flux.Bursting.LeadBroker.Address == "" && hosts[0] != lead {
		v.InvalidText(configPath, "[bootstrap] hosts begin with %q, and the first host leads: begin with %q", hosts[0], lead)
	}
}
