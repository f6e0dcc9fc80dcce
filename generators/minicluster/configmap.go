package minicluster

import (
	"embed"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/disruption"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

//go:embed shipped
var scriptFiles embed.FS

// The scripts that containers start. These scripts use others of the folder.
const (
	initScript    = "flux-init.sh"
	brokerScript  = "broker.sh"
	sidecarScript = "sidecar.sh"
	keygenScript  = "keygen.sh"

	launcherScript = "launcher.sh"
)

// brokerConfig is the key of the user's own broker configuration.
const brokerConfig = "broker.toml"

// newConfigMaps returns the ConfigMap of the set and those of the attached
// MetricSets.
func newConfigMaps(c cluster) []*corev1.ConfigMap {
	maps := []*corev1.ConfigMap{newConfigMap(c)}
	for _, addition := range c.additions {
		maps = append(maps, c.configMap(addition.Set, addition.Files))
	}
	return maps
}

// newConfigMap returns the ConfigMap with the scripts and the user's texts. Each
// text has a key of its own and stays as it was written.
func newConfigMap(c cluster) *corev1.ConfigMap {
	data := scripts(c)
	if text := c.mc.Spec.Flux.BrokerConfig; text != "" {
		data[brokerConfig] = text
	}
	addTexts(data, c.runnerName(), c.runner())
	for _, container := range c.wrapped() {
		addTexts(data, container.Name, container)
	}
	return c.configMap("entrypoint", data)
}

// configMap returns an immutable ConfigMap, which kubelets need not watch. Its
// name ends in a hash of its content. Without the hash a kubelet serves the old
// ConfigMap while a pod still uses it, and a new set ran the old command (seen).
func (c cluster) configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: c.meta(c.mc.Name + "-" + name + "-" + metadata.DataHash(data)),
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

// scripts returns the scripts that this set needs, by name.
func scripts(c cluster) map[string]string {
	data := map[string]string{}
	for name, text := range embeddedScripts() {
		if c.runsScript(name) {
			data[name] = text
		}
	}
	return data
}

// embeddedScripts reads all scripts once, for all sets. It panics if a script
// cannot be read, which would be a fault of the build.
var embeddedScripts = sync.OnceValue(func() map[string]string {
	entries, err := scriptFiles.ReadDir("shipped")
	if err != nil {
		panic(err)
	}
	texts := map[string]string{}
	for _, entry := range entries {
		text, err := scriptFiles.ReadFile("shipped/" + entry.Name())
		if err != nil {
			panic(err)
		}
		texts[entry.Name()] = string(text)
	}
	return texts
})

// runsScript says whether the set needs a script. The scripts of every set have no entry.
func (c cluster) runsScript(name string) bool {
	runner := c.runner()
	mode := mode(runner)
	switch name {
	case "keygen.sh", "keygen.py":
		return c.makesKey()
	case "keyfile.py":
		return c.makesKey() && c.usesJob()
	case sidecarScript:
		return len(c.wrapped()) > 0
	case "lib-hooks.sh":
		return slices.ContainsFunc(c.scripted(), hasHooks)
	case "lib-shebang.sh":
		return slices.ContainsFunc(c.scripted(), hasScript)
	case "lib-root.sh":
		return c.mc.Legacy.InstallRoot != ""
	case "lib-view.sh":
		return c.hasView()
	case "broker-command.sh", "attach.sh":
		return mode != interactiveMode
	case "broker-interactive.sh":
		return mode == interactiveMode
	case launcherScript, "broker-launcher.sh":
		return mode == launcherMode
	case "batch.sh":
		return mode == batchMode && !runner.BatchRaw
	case "broker-batch.sh":
		return mode == batchMode
	case "broker-options.sh":
		return mode == submitMode && c.choosesOptions()
	case "broker-simple.sh":
		return c.mc.Spec.Flux.Scheduler.Simple
	case "broker-script.sh":
		return hasScript(runner)
	case "broker-worker.sh":
		return c.manyHosts()
	case "broker-large.sh":
		return c.isLarge()
	case "broker-limits.sh":
		return cores(c) > 0 || gpus(runnerResources(c, runner)) > 0
	case "broker-linger.sh":
		return disruption.Linger(c.opts) > 0
	case "broker-hold.sh":
		return c.holds()
	case "broker-deadline.sh":
		return deadline(c) > 0
	case "broker-archive.sh":
		return c.mc.Spec.Archive.Path != ""
	case "broker-timed.sh", "timed.sh":
		return c.mc.Spec.Logging.Timed
	default:
		return true
	}
}

// scripted lists the containers whose texts our scripts run.
func (c cluster) scripted() []v1alpha2.Container { return append(c.wrapped(), c.runner()) }

func hasScript(container v1alpha2.Container) bool { return container.Commands.Script != "" }

// hasHooks says whether a container has texts beside its script or command.
func hasHooks(container v1alpha2.Container) bool {
	return slices.ContainsFunc(container.Texts(nil), func(text v1alpha2.Text) bool {
		return text.Value != "" && text.At.String() != "command" && text.At.String() != "commands.script"
	})
}

// addTexts adds the user's texts of a container. Each key consists of the name of
// the container and the field.
func addTexts(data map[string]string, name string, container v1alpha2.Container) {
	for _, text := range container.Texts(nil) {
		kind := strings.TrimPrefix(text.At.String(), "commands.")
		if kind == "command" && container.Batch {
			kind = "batch"
		}
		if text.Value != "" {
			data[name+"."+kind] = text.Value
		}
	}
}
