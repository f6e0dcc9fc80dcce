package minicluster

import (
	"embed"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/scripts"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

//go:embed scripts
var scriptFiles embed.FS

// library reads all scripts once, for all sets.
var library = sync.OnceValue(func() scripts.Library { return scripts.Read(scriptFiles) })

// brokerConfig is the key of the user's own broker configuration.
const brokerConfig = names.BrokerConfig

// newConfigMap returns the ConfigMap with the scripts and the user's snippets.
func newConfigMap(c cluster) *corev1.ConfigMap {
	texts := map[string]string{}
	for _, p := range c.scripted() {
		for kind, text := range snippetsOf(p.Container) {
			texts[p.Name+"."+kind] = text
		}
	}
	if text := c.mc.Spec.Flux.BrokerConfig; text != "" {
		texts[brokerConfig] = text
	}
	data, hash := library().With(scriptsOf(c), texts)
	return workload.NewFiles(c.Meta(c.mc.Name+"-entrypoint"), data, hash)
}

// snippetsOf returns the user's snippets of a container by their kinds: the names of their fields, or batch for the command of a
// batch job.
func snippetsOf(container v1alpha2.Container) map[string]string {
	texts := map[string]string{}
	for _, text := range container.Snippets(nil) {
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

// The scripts that containers start.
const (
	initScript    = names.InitScript
	brokerScript  = "broker.sh"
	sidecarScript = "sidecar.sh"
	keygenScript  = "keygen.py"
)

// scriptsOf returns the names of the scripts that the containers of a set start, and of the scripts that they source only under a
// condition. The library adds the scripts that they always source.
func scriptsOf(c cluster) []string {
	names := []string{initScript}
	for _, p := range c.scripted() {
		names = append(names, scriptsFor(p.script, p.environment, findings.SortedKeys(snippetsOf(p.Container)))...)
	}
	if c.manyHosts() {
		names = append(names, "broker-worker.sh")
	}
	if mode(c.runner()) == submitMode && c.choosesOptions() {
		names = append(names, "broker-options.sh")
	}
	if c.makesKey() {
		names = append(names, scriptsFor(keygenScript, keygenEnvironment(c), nil)...)
	}
	return names
}

// scriptsFor returns a script that a container starts, and those that it uses there. What it uses follows from the variables of
// the container and the kinds of its snippets, which are the conditions in the script too.
func scriptsFor(script string, env workload.Environment, kinds []string) []string {
	names := []string{script}
	for _, part := range parts[script] {
		if part.variable == "" || env.Has(part.variable) {
			names = append(names, part.scripts...)
		}
	}
	if script == brokerScript {
		names = append(names, modeScripts(env)...)
	}
	if script != brokerScript && script != sidecarScript {
		return names
	}
	if env.Value("LATCHKEY_VIEW") != "false" {
		names = append(names, "lib-view.sh")
	}
	if slices.Contains(kinds, "script") {
		names = append(names, "lib-shebang.sh")
	}
	isHook := func(kind string) bool { return !slices.Contains([]string{"command", "batch", "script"}, kind) }
	if slices.ContainsFunc(kinds, isHook) {
		names = append(names, "lib-hooks.sh")
	}
	return names
}

// A part is what a script uses when the container has a variable. Without a name of a variable it is always used.
type part struct {
	variable string
	scripts  []string
}

var parts = map[string][]part{
	brokerScript: {
		{"", []string{names.ConnectScript}},
		{"LATCHKEY_ARCHIVE", []string{"broker-archive.sh"}},
		{"LATCHKEY_CORES", []string{"broker-limits.sh"}},
		{names.Deadline, []string{"broker-deadline.sh"}},
		{"LATCHKEY_FANOUT", []string{"broker-large.sh"}},
		{"LATCHKEY_GPUS", []string{"broker-limits.sh"}},
		{"LATCHKEY_LINGER", []string{"broker-linger.sh", "lost.sh"}},
		{"LATCHKEY_REPEAT", []string{"repeat.sh"}},
		{"LATCHKEY_TIMED", []string{"broker-timed.sh", "timed.sh"}},
	},
	keygenScript: {
		{"", scripts.ForPython},
		{"LATCHKEY_KEY_FILE", []string{"keep.py"}},
	},
}

// modeScripts returns what runs the command on the lead.
func modeScripts(env workload.Environment) []string {
	switch env.Value(names.Mode) {
	case interactiveMode:
		return []string{"broker-interactive.sh"}
	case launcherMode:
		return []string{"broker-launcher.sh", "launcher.sh"}
	case batchMode:
		if env.Has("LATCHKEY_BATCH_RAW") {
			return []string{"broker-batch.sh", "attach.sh"}
		}
		return []string{"broker-batch.sh", "attach.sh", "batch.sh"}
	default:
		return []string{"broker-submit.sh", "attach.sh"}
	}
}
