package minicluster

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

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
		Set(names.Mode, unless(submitMode, mode(container)))
	switch mode(container) {
	case submitMode:
		env = env.Words(names.Submit, submitWords(c)).Flag("LATCHKEY_STREAM", streams(c)).
			Set("LATCHKEY_REPEAT", c.mc.Annotations[latchkey.AnnotationRepeat])
	case batchMode:
		env = env.Words(names.BatchWords, append([]string{"flux", "batch"}, taskFlags(c)...)).Flag("LATCHKEY_STREAM", streams(c))
	}
	env = env.Flag("LATCHKEY_BATCH_RAW", container.BatchRaw).
		Flag("LATCHKEY_LONG", isLong(container)).
		Words("LATCHKEY_PREFIX", splitWords(container.Commands.Prefix)).
		Set("LATCHKEY_WRAP", flux.Wrap).
		Set("LATCHKEY_LOGS", unless(v1alpha2.DefaultLogs, container.Logs)).
		Set("LATCHKEY_ARCHIVE", c.mc.Spec.Archive.Path).
		Set("LATCHKEY_HOSTS", hostlist(c)).
		Set("LATCHKEY_HOSTS_TOML", hostsTOML(c)).
		Words(names.BrokerOptions, brokerOptions(c)).
		Set("LATCHKEY_LOG_LEVEL", unless(fmt.Sprint(v1alpha2.DefaultLogLevel), fmt.Sprint(ptr.Deref(flux.LogLevel, v1alpha2.DefaultLogLevel)))).
		Number("LATCHKEY_FANOUT", c.fanout()).
		Number("LATCHKEY_CORES", cores(c)).
		Number("LATCHKEY_GPUS", gpus(runnerResources(c, container))).
		Set(names.QueuePolicy, unless(v1alpha2.DefaultQueuePolicy, flux.Scheduler.QueuePolicy)).
		Flag("LATCHKEY_QUEUES", namesQueues(flux.BrokerConfig)).
		Flag("LATCHKEY_COMPLETE_WORKERS", flux.CompleteWorkers).
		Number(names.Deadline, deadline(c)).
		Number("LATCHKEY_LINGER", c.Linger()).
		Flag("LATCHKEY_TIMED", logging.Timed).
		Flag("LATCHKEY_DEBUG", logging.Debug).
		Set("LATCHKEY_INSTALL_ROOT", c.mc.Legacy.InstallRoot)
	if c.needsKey() {
		env = env.Set("LATCHKEY_CURVE", c.keyPath()+"/"+v1alpha2.CertificateKey)
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
	return env.Set(names.Mount, unless(v1alpha2.DefaultMountPath, c.mountPath())).
		Set(names.Container, container).
		Set("LATCHKEY_VIEW", unless("true", strconv.FormatBool(c.hasView()))).
		Set("LATCHKEY_SOCKET", unless("true", strconv.FormatBool(!flux.DisableSocket))).
		Flag(names.Quiet, logging.Quiet).
		Flag("LATCHKEY_STRICT", logging.Strict).
		Flag(names.SimpleScheduler, flux.Scheduler.Simple).
		Set("LATCHKEY_PYTHON_PATH", flux.Container.PythonPath).
		Set("LATCHKEY_ENVIRONMENT", strings.Join(findings.SortedKeys(flux.Environment), " "))
}

// sidecarEnvironment returns the variables of a sidecar: first the user's, then those that scripts/sidecar.sh describes.
func sidecarEnvironment(c cluster, container v1alpha2.Container) workload.Environment {
	return sharedEnvironment(usersEnvironment(container), c, container.Name).
		Flag("LATCHKEY_LONG", isLong(container)).
		Flag("LATCHKEY_WAIT_SOCKET", !c.mc.Spec.Flux.NoWaitSocket)
}

// serviceEnvironment returns the variables of a service: first the user's, then those that scripts/sidecar.sh describes.
func serviceEnvironment(c cluster, service v1alpha2.Container) workload.Environment {
	return usersEnvironment(service).Set(names.Container, service.Name).
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
		flags = append(flags, "-N", fmt.Sprint(size))
	}
	if tasks > 0 {
		flags = append(flags, "-n", fmt.Sprint(tasks))
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

// treeFanout is the number of brokers below each broker of a large set.
//
// Where Flux chooses a tree itself it takes kary:32, but a broker that reads its hosts from a configuration, as in pods,
// connects to the lead unless it is told otherwise: flux-framework/flux-core v0.88, doc/man5/flux-config-tbon.rst (topo) and
// doc/man5/flux-config-bootstrap.rst. A lead with hundreds of children is the bottleneck of large jobs:
// flux-framework/flux-core#6807.
const treeFanout = 32

// fanout is treeFanout if the brokers form a tree because there are many, and otherwise 0. All versions of Flux know this tree.
// The lead stays the parent of all brokers where the user chooses a tree or writes the configuration, where other brokers have
// no host name (minimalService), and where brokers of other clusters only reach the lead (bursting).
//
// A lost broker takes those below it along. The set then fails anyway, because all its pods start and end together.
func (c cluster) fanout() int {
	flux := c.mc.Spec.Flux
	if c.mc.Spec.MaxSize <= treeFanout+1 || flux.Topology != "" || flux.BrokerConfig != "" || flux.MinimalService || c.mc.Bursts() {
		return 0
	}
	return treeFanout
}

// brokerOptions are the attributes of flux-broker(1) that follow from the spec.
func brokerOptions(c cluster) []string {
	var options []string
	if timeout := ptr.Deref(c.mc.Spec.Flux.ConnectTimeout, ""); timeout != "" {
		options = append(options, "-Stbon.connect_timeout="+timeout)
	}
	if topology := c.mc.Spec.Flux.Topology; topology != "" {
		options = append(options, "-Stbon.topo="+topology)
	}
	if n := quorum(c); n > 0 {
		options = append(options, fmt.Sprint("-Sbroker.quorum=", n))
	}
	if c.mc.Spec.Logging.Zeromq {
		options = append(options, "-Stbon.zmqdebug=1")
	}
	return options
}

// quorum is the number of brokers that must be up before work starts, 0 for all. It does not count hosts that no pod of this
// set provides. In an elastic set it is the lowest size.
func quorum(c cluster) int32 {
	size := *c.mc.Spec.Size
	switch {
	case c.mc.Spec.MinSize > 0:
		return c.mc.Spec.MinSize
	case c.mc.Elastic():
		return 1
	case c.mc.Bursts():
		return size
	default:
		return 0
	}
}

// deadline is the deadline of the set in seconds, 0 for the default of about a year.
func deadline(c cluster) int {
	if seconds := ptr.Deref(c.mc.Spec.DeadlineSeconds, v1alpha2.DefaultDeadlineSeconds); seconds != v1alpha2.DefaultDeadlineSeconds {
		return int(seconds)
	}
	return 0
}

// cores is the number of cores that Flux may use on each host: the CPU limit of the runner, rounded down, or 0 for all cores of
// the node.
func cores(c cluster) int {
	if c.mc.Legacy.Cores > 1 {
		return int(c.mc.Legacy.Cores)
	}
	limit, ok := runnerResources(c, c.runner()).Limits[corev1.ResourceCPU]
	if !ok {
		return 0
	}
	return int(max(1, limit.MilliValue()/1000))
}

// accelerator matches the resources of device plugins that Flux calls GPUs: whole GPUs, shared GPUs, and parts of a GPU that a
// program sees as devices. Memory, time or monitors of a device do not count.
//
// The names come from the plugins of NVIDIA (gpu, gpu.shared, mig-1g.5gb), AMD (gpu, cpx_nps4), Intel (i915, xe), Habana,
// AWS and Google, and from any plugin with a name that ends in /gpu.
var accelerator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^/]+/gpu|nvidia\.com/(?:gpu\.shared|mig-[0-9]+g\..+)|amd\.com/[a-z]px_nps[0-9]+|` +
		`gpu\.intel\.com/(?:i915|xe)|habana\.ai/gaudi|aws\.amazon\.com/neuron(?:device)?|google\.com/tpu|` +
		regexp.QuoteMeta(deviceClass) + `.*\b(?:gpu|mig)\b.*)$`)
})

// deviceClass begins the name of a resource that stands for a DeviceClass, see kubernetes/api, resource/v1,
// ResourceDeviceClassPrefix.
const deviceClass = "deviceclass.resource.kubernetes.io/"

// gpus is the number of GPUs in the limits of a container.
func gpus(resources v1alpha2.ContainerResources) int {
	var n int64
	for name, quantity := range resources.Limits {
		if strings.Contains(string(name), "/") && accelerator().MatchString(string(name)) {
			n += quantity.Value()
		}
	}
	return int(n)
}

// ownHosts stands in a hostlist for the host name of a pod without its index. A script replaces it in the pod, so the set still
// runs after an overlay has renamed it.
const ownHosts = "%H"

// hostlist returns the hosts of the instance in the order of their ranks, in the form of RFC 29, for example
// "%H-[0-3],burst-0-m-0-[0-7]". All clusters of a burst must give the same order, because the position is the rank. The form
// follows flux-framework/flux-operator, pkg/flux/config.go.
func hostlist(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	if b.Hostlist != "" {
		return b.Hostlist
	}
	return joined(leadHost(c), followingHosts(c))
}

// hostsTOML returns the entries of bootstrap.hosts if they differ from the hostlist: a burst cluster reaches the lead by an
// address from outside.
func hostsTOML(c cluster) string {
	lead := c.mc.Spec.Flux.Bursting.LeadBroker
	if lead.Address == "" {
		return ""
	}
	port := strconv.Itoa(int(lead.Port))
	entries := []string{inlineTable(
		"host", lead.Address,
		"bind", "tcp://*:"+port,
		"connect", "tcp://"+lead.Address+":"+port,
	)}
	hosts := followingHosts(c)
	if list := c.mc.Spec.Flux.Bursting.Hostlist; list != "" {
		hosts = strings.TrimPrefix(list, lead.Address+",")
	}
	if hosts != "" {
		entries = append(entries, inlineTable("host", hosts))
	}
	return "[" + strings.Join(entries, ", ") + "]"
}

// leadHost is rank 0. In the lead's own cluster it also has the other hosts of this cluster.
func leadHost(c cluster) string {
	if lead := c.mc.Spec.Flux.Bursting.LeadBroker; lead.Address != "" {
		return lead.Address
	}
	return hostRange(ownHosts, 0, c.mc.Spec.MaxSize)
}

// followingHosts are all hosts but leadHost.
func followingHosts(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	var lists []string
	if b.LeadBroker.Address != "" {
		lists = append(lists, hostRange(c.hostPrefix(b.LeadBroker.Name), 1, b.LeadBroker.Size-1))
	}
	for _, burst := range b.Clusters {
		prefix := c.hostPrefix(burst.Name)
		if burst.Name == c.mc.Name {
			prefix = ownHosts
		}
		lists = append(lists, hostRange(prefix, 0, burst.Size))
	}
	return joined(lists...)
}

func joined(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// inlineTable writes keys and their string values as a table of TOML on one line.
func inlineTable(pairs ...string) string {
	var fields []string
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, pairs[i]+" = "+tomlString(pairs[i+1]))
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

func tomlString(text string) string {
	encoded, err := toml.Marshal(text)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(encoded))
}
