package minicluster

import (
	"embed"
	"maps"
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
	texts := textsOf(c.runnerName(), c.runner())
	if text := c.mc.Spec.Flux.BrokerConfig; text != "" {
		texts[brokerConfig] = text
	}
	for _, container := range c.wrapped() {
		maps.Copy(texts, textsOf(container.Name, container))
	}
	data, hash := library().With(scriptsOf(c), texts)
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: c.meta(c.mc.Name + "-entrypoint-" + hash),
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
	if text.Name == names.Command && container.Batch {
		return names.Batch
	}
	return text.Name
}
