package minicluster

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// bootstrapKeys are the keys that Flux allows in [bootstrap], and their types. Any other key stops the broker. See
// flux-framework/flux-core, src/common/libfluxutil/conf_bootstrap.c, conf_bootstrap_parse.
var bootstrapKeys = map[string]string{
	"enable_ipv6":     "true or false",
	"curve_cert":      "text",
	"default_port":    "a number",
	"default_bind":    "text",
	"default_connect": "text",
	"hosts":           "a list of tables",
}

// hostKeys are the keys of one entry of hosts.
var hostKeys = []string{"bind", "connect", "host", "parent"}

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

func (v *validator) checkBootstrap(bootstrap map[string]any) {
	for _, key := range findings.SortedKeys(bootstrap) {
		want, known := bootstrapKeys[key]
		switch {
		case !known:
			v.InvalidText(configPath, "[bootstrap] has %q, which Flux does not know: use %s", key, suggest.Quoted(findings.SortedKeys(bootstrapKeys)))
		case !isOfType(bootstrap[key], want):
			v.InvalidText(configPath, "[bootstrap] %s is not %s: write %s", key, want, want)
		}
	}
	if port, ok := bootstrap["default_port"].(int64); ok && (port < 0 || port > 65535) {
		v.InvalidText(configPath, "[bootstrap] default_port is %d: use 0 to 65535", port)
	}
	v.checkURI("[bootstrap] default_bind", bootstrap["default_bind"])
	v.checkURI("[bootstrap] default_connect", bootstrap["default_connect"])
	v.checkCertificatePath(bootstrap["curve_cert"])
	v.checkConfigHosts(bootstrap["hosts"])
}

func isOfType(value any, want string) bool {
	var ok bool
	switch want {
	case "text":
		_, ok = value.(string)
	case "a number":
		_, ok = value.(int64)
	case "true or false":
		_, ok = value.(bool)
	default:
		_, ok = value.([]any)
	}
	return ok
}

// checkURI follows flux-framework/flux-core, src/common/libfluxutil/conf_bootstrap.c, conf_bootstrap_validate_zmq_uri.
func (v *validator) checkURI(what string, value any) {
	uri, ok := value.(string)
	if !ok {
		return
	}
	protocol, rest, _ := strings.Cut(uri, "://")
	switch {
	case protocol != "tcp" && protocol != "ipc", rest == "":
		v.InvalidText(configPath, "%s is %q: write tcp:// or ipc:// and an address, for example tcp://*:%%p", what, uri)
	case strings.Contains(uri, ":*"):
		v.InvalidText(configPath, "%s is %q, and brokers must know the port: write %%p for default_port", what, uri)
	}
	_, domain, found := strings.Cut(rest, "%h.")
	if service := v.serviceName(); found {
		if subdomain, _, _ := strings.Cut(domain, "."); strings.Trim(subdomain, hostLetters) == "" && subdomain != service {
			v.Warn(configPath, uri, "%s looks for pods in the domain %q, and theirs is %q: write %q there, or set network.headlessName", what, subdomain, service, "%h."+service)
		}
	}
}

// checkConfigHosts compares the hosts of a configuration with the pods of the set.
func (v *validator) checkConfigHosts(value any) {
	entries, _ := value.([]any)
	var hosts []string
	for i, entry := range entries {
		more, ok := v.hostsOfEntry(i, entry)
		if !ok {
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

// hostsOfEntry expands one entry of hosts.
func (v *validator) hostsOfEntry(i int, entry any) ([]string, bool) {
	what := fmt.Sprintf("[bootstrap] hosts[%d]", i)
	table, ok := entry.(map[string]any)
	if !ok {
		v.InvalidText(configPath, "%s is not a table: write {host = \"...\"}", what)
		return nil, false
	}
	for _, key := range findings.SortedKeys(table) {
		if _, isText := table[key].(string); !isText || !slices.Contains(hostKeys, key) {
			v.InvalidText(configPath, "%s has %q, and Flux only takes the texts %s: correct it", what, key, suggest.Quoted(hostKeys))
			return nil, false
		}
	}
	v.checkURI(what+" bind", table["bind"])
	v.checkURI(what+" connect", table["connect"])
	host, _ := table["host"].(string)
	hosts, err := readHostlist(host)
	if err != nil {
		v.InvalidText(configPath, "%s host: %s", what, err)
		return nil, false
	}
	return hosts, true
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
