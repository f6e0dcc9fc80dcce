package minicluster

import (
	"embed"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
)

//go:embed scripts
var scriptFiles embed.FS

// library reads all scripts once, for all sets.
var library = sync.OnceValue(func() scripts.Library { return scripts.Read(scriptFiles) })

// brokerConfig is the key of the user's own broker configuration.
const brokerConfig = names.BrokerConfig

// newConfigMap returns the ConfigMap with the scripts and the user's texts. Each
// text has a key of its own and stays as it was written. The ConfigMap is immutable,
// so kubelets need not watch it. Its name ends in a hash of its content. Without
// the hash a kubelet serves the old ConfigMap while a pod still uses it, and a new
// set ran the old command (seen).
func newConfigMap(c cluster) *corev1.ConfigMap {
	texts := map[string]string{}
	for _, container := range c.scripted() {
		for kind, text := range textsOf(container.Container) {
			texts[container.Name+"."+kind] = text
		}
	}
	if text := c.mc.Spec.Flux.BrokerConfig; text != "" {
		texts[brokerConfig] = text
	}
	data, hash := library().With(scriptsOf(c), texts)
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: c.meta(c.mc.Name + "-entrypoint-" + hash),
		Data:       data,
		Immutable:  new(true),
	}
}

// scripted is a container of the user that one of our scripts starts.
type scripted struct {
	v1alpha2.Container
	script      string
	environment environment
}

// scripted lists the runner, and the sidecars and services whose images are not started as they are.
func (c cluster) scripted() []scripted {
	containers := []scripted{{c.runner(), brokerScript, c.environment}}
	for _, sidecar := range c.sidecars() {
		if isWrapped(sidecar) {
			containers = append(containers, scripted{sidecar, sidecarScript, sidecarEnvironment(c, sidecar)})
		}
	}
	for _, service := range c.mc.Spec.Services {
		if isWrappedService(service) {
			containers = append(containers, scripted{service, sidecarScript, serviceEnvironment(c, service)})
		}
	}
	return containers
}

// textsOf returns the user's texts of a container by their kinds: the names of their fields, or batch for the command of a
// batch job.
func textsOf(container v1alpha2.Container) map[string]string {
	texts := map[string]string{}
	for _, text := range container.Texts(nil) {
		switch {
		case text.Value == "":
		case text.Name == names.Command && container.Batch:
			texts[names.Batch] = text.Value
		default:
			texts[text.Name] = text.Value
		}
	}
	return texts
}
