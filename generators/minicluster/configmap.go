package minicluster

import (
	"embed"
	"maps"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/internal/shipped"
)

//go:embed shipped
var scriptFiles embed.FS

// library reads all scripts once, for all sets.
var library = sync.OnceValue(func() *shipped.Library { return shipped.Read(scriptFiles) })

// The scripts that containers start. These scripts use others of the folder.
const (
	initScript    = "flux-init.sh"
	brokerScript  = "broker.sh"
	sidecarScript = "sidecar.sh"
	keygenScript  = "keygen.sh"
)

// brokerConfig is the key of the user's own broker configuration.
const brokerConfig = "broker.toml"

// newConfigMaps returns the ConfigMap of the set and those of the attached
// MetricSets.
func newConfigMaps(c cluster) []*corev1.ConfigMap {
	maps := []*corev1.ConfigMap{newConfigMap(c)}
	for _, addition := range c.additions {
		maps = append(maps, c.configMap(addition.Set, addition.Files, metadata.DataHash(addition.Files)))
	}
	return maps
}

// newConfigMap returns the ConfigMap with the scripts and the user's texts. Each
// text has a key of its own and stays as it was written.
func newConfigMap(c cluster) *corev1.ConfigMap {
	texts := textsOf(c.runnerName(), c.runner())
	if text := c.mc.Spec.Flux.BrokerConfig; text != "" {
		texts[brokerConfig] = text
	}
	for _, container := range c.wrapped() {
		maps.Copy(texts, textsOf(container.Name, container))
	}
	data, hash := library().Select(uses(c)).With(texts)
	return c.configMap("entrypoint", data, hash)
}

// configMap returns an immutable ConfigMap, which kubelets need not watch. Its
// name ends in a hash of its content. Without the hash a kubelet serves the old
// ConfigMap while a pod still uses it, and a new set ran the old command (seen).
func (c cluster) configMap(name string, data map[string]string, hash string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: c.meta(c.mc.Name + "-" + name + "-" + hash),
		Data:       data,
		Immutable:  new(true),
	}
}

// wrapped lists the sidecars and services that our script starts.
func (c cluster) wrapped() []v1alpha2.Container {
	var wrapped []v1alpha2.Container
	for _, sidecar := range c.sidecars() {
		if isWrapped(sidecar) {
			wrapped = append(wrapped, sidecar)
		}
	}
	for _, service := range c.mc.Spec.Services {
		if isWrappedService(service) {
			wrapped = append(wrapped, service)
		}
	}
	return wrapped
}

// uses returns the scripts that the containers of the set start.
func uses(c cluster) []shipped.Use {
	runner := c.runner()
	all := []shipped.Use{
		shipped.NewUse(brokerScript, c.environment, kinds(runner), runnerFacts(c)),
		shipped.NewUse(initScript, viewEnvironment(c), nil, nil),
	}
	if c.makesKey() {
		all = append(all, shipped.NewUse(keygenScript, keygenEnvironment(c), nil, nil))
	}
	for _, container := range c.sidecars() {
		if isWrapped(container) {
			all = append(all, shipped.NewUse(sidecarScript, wrappedEnvironment(c, container), kinds(container), nil))
		}
	}
	for _, service := range c.mc.Spec.Services {
		if isWrappedService(service) {
			all = append(all, shipped.NewUse(sidecarScript, serviceEnvironment(c, service), kinds(service), nil))
		}
	}
	return all
}

// The facts about a runner that its variables and texts do not show.
const (
	manyHostsFact = "many hosts"
	optionsFact   = "options" // of flux submit, written by the user
	ownConfigFact = "own configuration"
)

func runnerFacts(c cluster) []string {
	var facts []string
	add := func(fact string, holds bool) {
		if holds {
			facts = append(facts, fact)
		}
	}
	add(manyHostsFact, c.manyHosts())
	add(optionsFact, mode(c.runner()) == submitMode && c.choosesOptions())
	add(ownConfigFact, c.mc.Spec.Flux.BrokerConfig != "")
	return facts
}

// kinds are the kinds of a container's texts.
func kinds(container v1alpha2.Container) []string {
	var all []string
	for _, text := range container.Texts(nil) {
		if text.Value != "" {
			all = append(all, kindOf(container, text))
		}
	}
	return all
}

// textsOf returns the user's texts of a container. Each key consists of the name of the container and the kind of the text.
func textsOf(name string, container v1alpha2.Container) map[string]string {
	texts := map[string]string{}
	for _, text := range container.Texts(nil) {
		if text.Value != "" {
			texts[name+"."+kindOf(container, text)] = text.Value
		}
	}
	return texts
}

// kindOf returns the kind of a text: the name of its field, or batch for the command of a batch job.
func kindOf(container v1alpha2.Container, text v1alpha2.Text) string {
	if text.Name == "command" && container.Batch {
		return "batch"
	}
	return text.Name
}
