package minicluster

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// The modes of the lead broker, see scripts/broker.sh.
const (
	interactiveMode = names.Interactive
	submitMode      = "submit"
	launcherMode    = "launcher"
	batchMode       = "batch"
)

// runnerEnvironment returns the variables of the runner: the user's variables, the variables of spec.flux.environment, which
// are for Flux and all programs that it starts, and Latchkey's variables, which scripts/broker.sh describes. A variable of the container itself keeps its value.
func runnerEnvironment(c cluster) workload.Environment {
	container, flux, logging := c.runner(), c.mc.Spec.Flux, c.mc.Spec.Logging
	env := usersEnvironment(container)
	for _, name := range findings.SortedKeys(flux.Environment) {
		if !env.Has(name) {
			env = append(env, corev1.EnvVar{Name: name, Value: flux.Environment[name]})
		}
	}
	env = sharedEnvironment(env, c, container.Name).
		Text(names.Mode, unless(submitMode, mode(container)))
	switch mode(container) {
	case submitMode:
		env = env.Words(names.Submit, submitWords(c)).Flag("LATCHKEY_STREAM", streams(c)).
			Text("LATCHKEY_REPEAT", c.mc.Annotations[latchkey.AnnotationRepeat])
	case batchMode:
		env = env.Words(names.BatchWords, append([]string{"flux", "batch"}, taskFlags(c)...)).Flag("LATCHKEY_STREAM", streams(c))
	}
	env = env.Flag("LATCHKEY_BATCH_RAW", container.BatchRaw).
		Flag("LATCHKEY_LONG", isLong(container)).
		Words("LATCHKEY_PREFIX", splitWords(container.Commands.Prefix)).
		Text("LATCHKEY_WRAP", flux.Wrap).
		Text("LATCHKEY_LOGS", unless(v1alpha2.DefaultLogs, container.Logs)).
		Text("LATCHKEY_ARCHIVE", c.mc.Spec.Archive.Path).
		Text("LATCHKEY_HOSTS", hostlist(c)).
		Text("LATCHKEY_HOSTS_TOML", hostsTOML(c)).
		Words("LATCHKEY_BROKER_OPTIONS", brokerOptions(c)).
		Text("LATCHKEY_LOG_LEVEL", unless(decimal(v1alpha2.DefaultLogLevel), decimal(ptr.Deref(flux.LogLevel, v1alpha2.DefaultLogLevel)))).
		Number("LATCHKEY_FANOUT", c.fanout()).
		Number("LATCHKEY_CORES", cores(c)).
		Number("LATCHKEY_GPUS", gpus(runnerResources(c, container))).
		Text(names.QueuePolicy, unless(v1alpha2.DefaultQueuePolicy, flux.Scheduler.QueuePolicy)).
		Flag("LATCHKEY_QUEUES", namesQueues(flux.BrokerConfig)).
		Flag("LATCHKEY_COMPLETE_WORKERS", flux.CompleteWorkers).
		Number(names.Deadline, deadline(c)).
		Number("LATCHKEY_LINGER", c.Linger()).
		Flag("LATCHKEY_TIMED", logging.Timed).
		Flag("LATCHKEY_DEBUG", logging.Debug).
		Text("LATCHKEY_INSTALL_ROOT", c.mc.Legacy.InstallRoot)
	if c.needsKey() {
		env = env.Text("LATCHKEY_CURVE", c.keyPath()+"/"+v1alpha2.CertificateKey)
	}
	return env
}

// namesQueues tells whether the user's configuration of the broker has queues with names.
func namesQueues(text string) bool {
	var config struct {
		Queues map[string]any `toml:"queues"`
	}
	return toml.Unmarshal([]byte(text), &config) == nil && len(config.Queues) > 0
}

// unless returns a value, or nothing if the value is the script's own default.
func unless(script, value string) string {
	if value == script {
		return ""
	}
	return value
}

// usersEnvironment returns the user's variables of a container. Kubernetes replaces $(NAME) in them, as in any container.
func usersEnvironment(container v1alpha2.Container) (env workload.Environment) {
	for _, name := range slices.Sorted(maps.Keys(container.Environment)) {
		env = append(env, corev1.EnvVar{Name: name, Value: container.Environment[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(container.Secrets)) {
		secret := container.Secrets[name]
		env = append(env, corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{
			SecretKeyRef: &corev1.SecretKeySelector{
				LocalObjectReference: corev1.LocalObjectReference{Name: secret.Name},
				Key:                  secret.Key,
			},
		}})
	}
	return env
}

// sharedEnvironment adds what the runner and wrapped sidecars both read.
func sharedEnvironment(env workload.Environment, c cluster, container string) workload.Environment {
	flux, logging := c.mc.Spec.Flux, c.mc.Spec.Logging
	return env.Text(names.Mount, unless(v1alpha2.DefaultMountPath, c.mountPath())).
		Text(names.Container, container).
		Text("LATCHKEY_VIEW", unless("true", strconv.FormatBool(c.hasView()))).
		Text("LATCHKEY_SOCKET", unless("true", strconv.FormatBool(!flux.DisableSocket))).
		Flag(names.Quiet, logging.Quiet).
		Flag("LATCHKEY_STRICT", logging.Strict).
		Flag(names.SimpleScheduler, flux.Scheduler.Simple).
		Text("LATCHKEY_PYTHON_PATH", flux.Container.PythonPath).
		Text("LATCHKEY_ENVIRONMENT", strings.Join(findings.SortedKeys(flux.Environment), " "))
}

// sidecarEnvironment returns the variables of a sidecar: first the user's, then those that scripts/sidecar.sh describes.
func sidecarEnvironment(c cluster, container v1alpha2.Container) workload.Environment {
	return sharedEnvironment(usersEnvironment(container), c, container.Name).
		Flag("LATCHKEY_LONG", isLong(container)).
		Flag("LATCHKEY_WAIT_SOCKET", !c.mc.Spec.Flux.NoWaitSocket)
}

// serviceEnvironment returns the variables of a service: first the user's, then those that scripts/sidecar.sh describes.
func serviceEnvironment(c cluster, service v1alpha2.Container) workload.Environment {
	return usersEnvironment(service).Text(names.Container, service.Name).
		Flag("LATCHKEY_LONG", isLong(service)).
		Flag("LATCHKEY_SERVICE", true).
		Flag(names.Quiet, c.mc.Spec.Logging.Quiet).
		Flag("LATCHKEY_STRICT", c.mc.Spec.Logging.Strict)
}

// longCommand is the length in bytes from which a command runs from its file. Linux limits an argument to 128 KiB, see
// execve(2).
const longCommand = 30_000

// isLong tells whether a command is too long for an argument. A batch always runs from a file.
func isLong(container v1alpha2.Container) bool {
	return !container.Batch && len(container.Command) >= longCommand
}

func mode(container v1alpha2.Container) string {
	switch {
	case !container.HasCommand():
		return interactiveMode
	case container.Launcher:
		return launcherMode
	case container.Batch:
		return batchMode
	default:
		return submitMode
	}
}

// submitWords is the command that submits the application, without the application itself.
func submitWords(c cluster) []string {
	words := append(splitWords(c.mc.Spec.Flux.SubmitCommand), taskFlags(c)...)
	if c.mc.Spec.Logging.Debug { // flux batch has no such option
		words = append(words, "-vvv")
	}
	return words
}

// choosesOptions tells whether the user writes options of flux submit, or another command in its place.
func (c cluster) choosesOptions() bool {
	flux := c.mc.Spec.Flux
	return flux.SubmitCommand != v1alpha2.DefaultSubmitCommand || flux.OptionFlags != "" ||
		strings.HasPrefix(strings.TrimSpace(c.runner().Command), "-")
}

// taskFlags asks for the tasks, and for all nodes unless there are fewer tasks than nodes, because flux refuses more nodes than
// tasks. In an elastic set it asks for no nodes, because their number changes. The rule comes from
// flux-framework/flux-operator, pkg/flux/scripts.go.
func taskFlags(c cluster) []string {
	size, tasks := *c.mc.Spec.Size, ptr.Deref(c.mc.Spec.Tasks, 0)
	var flags []string
	if !c.mc.Elastic() && (tasks == 0 || tasks >= size) {
		flags = append(flags, "-N", decimal(size))
	}
	if tasks > 0 {
		flags = append(flags, "-n", decimal(tasks))
	}
	return append(flags, splitWords(c.mc.Spec.Flux.OptionFlags)...)
}

// streams tells whether the application's output can reach the lead's container through a pipe. A pipe takes seconds where
// Flux's own store takes minutes. The first task writes into the pipe, so it must run on the lead: the job takes all nodes, and
// the user chooses neither nodes nor output.
func streams(c cluster) bool {
	size, tasks := *c.mc.Spec.Size, ptr.Deref(c.mc.Spec.Tasks, 0)
	if c.mc.Elastic() || c.mc.Bursts() || tasks > 0 && tasks < size {
		return false
	}
	chosen := append(splitWords(c.mc.Spec.Flux.SubmitCommand), splitWords(c.mc.Spec.Flux.OptionFlags)...)
	return !slices.ContainsFunc(chosen, func(word string) bool {
		return strings.HasPrefix(word, "-N") || strings.HasPrefix(word, "--nodes") || strings.HasPrefix(word, "--requires") ||
			strings.Contains(word, "output") || strings.Contains(word, "error") || strings.Contains(word, "pty")
	})
}

// splitWords splits a list of words. It panics on what validation refuses.
func splitWords(text string) []string {
	words, err := v1alpha2.SplitWords(text)
	if err != nil {
		panic(err)
	}
	return words
}
