package minicluster

import (
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// checkRunnerCommands checks the commands of the runner, see flux-framework/flux-operator, api/v1alpha2/minicluster_types.go,
// Validate.
func (v *validator) checkRunnerCommands(c *v1alpha2.Container, at *field.Path) {
	if c.Command != "" && c.Commands.Script != "" {
		v.InvalidOmitted(at.Child("commands", "script"), "the container has a command too, which the script would replace: leave one of the two out")
	}
	if c.Launcher && c.Batch {
		v.Invalid(at.Child("batch"), true, "launcher and batch start the job in different ways: leave one of the two out")
	}
	if c.Batch && c.Commands.Script != "" {
		v.InvalidOmitted(at.Child("commands", "script"), "with batch: true the lines of the batch are read from the field command: move the script there, or leave batch out")
	}
	v.checkRepeated(c, at)
	if mode(*c) == submitMode {
		v.checkSubmitted(c, at)
		v.checkSubmitCommand()
		v.warnOfWaiting(c, at)
	}
}

// checkRepeated checks what a Study runs again and again inside one MiniCluster.
func (v *validator) checkRepeated(c *v1alpha2.Container, at *field.Path) {
	if _, repeats := v.mc.Annotations[latchkey.AnnotationRepeat]; !repeats {
		return
	}
	const remedy = "leave repeat.inside of the Study out"
	switch mode(*c) {
	case interactiveMode:
		v.Required(at.Child("command"), "the Study has nothing to repeat inside: write a command, or "+remedy)
	case launcherMode:
		v.Invalid(at.Child("launcher"), true, "the Study cannot tell jobs apart that a launcher starts: let Flux submit the command, or "+remedy)
	case batchMode:
		v.Invalid(at.Child("batch"), true, "the Study cannot tell the jobs of a batch apart: let Flux submit the command, or "+remedy)
	}
}

// checkSubmitted refuses a command that begins with options of flux submit and needs a shell after them.
func (v *validator) checkSubmitted(c *v1alpha2.Container, at *field.Path) {
	words := strings.Fields(c.Command)
	if c.Commands.Script != "" || len(words) == 0 || !strings.HasPrefix(words[0], "-") {
		return
	}
	if _, err := v1alpha2.SplitWords(c.Command); err != nil {
		v.InvalidOmitted(at.Child("command"), "the command begins with %q, an option of flux submit. Flux starts such a command without a shell, but this one needs a shell: move the options to spec.flux.optionFlags", words[0])
	}
}

// watchedCommands are the commands of Flux that show the output of a job themselves and print no id.
var watchedCommands = []string{"run", "alloc", "bulksubmit"}

// checkSubmitCommand refuses commands of Flux that print no job id, which scripts/attach.sh needs. The output of the user's own
// programs is not known.
func (v *validator) checkSubmitCommand() {
	text := v.mc.Spec.Flux.SubmitCommand
	words, err := v1alpha2.SplitWords(text)
	if err != nil || len(words) == 0 || path.Base(words[0]) != "flux" {
		return
	}
	// Before flux-core 0.59 these were subcommands of flux mini.
	called := slices.IndexFunc(words[1:], func(word string) bool { return word != "mini" && !strings.HasPrefix(word, "-") })
	if called < 0 || !slices.Contains(watchedCommands, words[1+called]) {
		return
	}
	v.Invalid(v1alpha2.FluxPath.Child("submitCommand"), text, "%q does not print the id of a job, by which Latchkey finds the output: write flux submit here, with options if you like; or leave submitCommand out, "+
		"set launcher: true on the container that runs Flux, and begin its command with %s", text, text)
}

// unused is a field that is set and has no effect.
type unused struct {
	set    bool
	at     *field.Path
	value  any
	reason string
}

func (v *validator) report(fields []unused) {
	for _, one := range fields {
		if one.set {
			v.Warn(one.at, one.value, "it has no effect%s", one.reason)
		}
	}
}

// warnOfSetFields warns of fields of the set that have no effect, and says what to use instead. It warns of a key that sidecars can read:
// /proc/<pid>/root leads to the runner's files.
func (v *validator) warnOfSetFields() {
	spec, flux := v.mc.Spec, v.mc.Spec.Flux
	view, scheduler := flux.Container, flux.Scheduler
	level := ptr.Deref(flux.LogLevel, v1alpha2.DefaultLogLevel)
	ownPolicy := scheduler.QueuePolicy != "" && scheduler.QueuePolicy != v1alpha2.DefaultQueuePolicy
	keyAccount := v.brokersMakeKey() && v.keygenAccount() == v.keygenName()
	v.report([]unused{
		{
			keyAccount && ptr.Deref(spec.Pod.AutomountServiceAccountToken, false), v1alpha2.PodPath.Child("automountServiceAccountToken"), true,
			", since the account of these pods may write the key: name an account of your own in pod.serviceAccountName",
		},
		{spec.Cleanup && v.Options.TTLSeconds == nil, v1alpha2.SpecPath.Child("cleanup"), true, " in static manifests, which no controller watches: use the option ttlSeconds"},
		{flux.Arch != "", v1alpha2.FluxPath.Child("arch"), flux.Arch, ", since the image decides: write an image for your architecture into flux.container.image"},
		{flux.MungeSecret != "", v1alpha2.FluxPath.Child("mungeSecret"), flux.MungeSecret, ", since all brokers belong to one user: leave it out"},
		{view.Disable && view.PythonPath != "", v1alpha2.ViewPath.Child("pythonPath"), view.PythonPath, " with flux.container.disable, which leaves PYTHONPATH alone: set PYTHONPATH in the environment of the container that runs Flux"},
		{scheduler.Simple && ownPolicy, v1alpha2.FluxPath.Child("scheduler", "queuePolicy"), scheduler.QueuePolicy, " with scheduler.simple, because queue policies are for Fluxion: leave one of the two out"},
		{flux.BrokerConfig != "" && ownPolicy, v1alpha2.FluxPath.Child("scheduler", "queuePolicy"), scheduler.QueuePolicy, " beside brokerConfig: write it there, as queue-policy in [sched-fluxion-qmanager]"},
		{spec.Logging.Quiet && level != v1alpha2.DefaultLogLevel, v1alpha2.FluxPath.Child("logLevel"), level, " with logging.quiet: leave one of the two out"},
	})
	if ptr.Deref(spec.ShareProcessNamespace, false) && len(v.sidecars()) > 0 && v.manyHosts() {
		v.Warn(v1alpha2.SpecPath.Child("shareProcessNamespace"), true, "sidecars of the same user can then read the key of the brokers through /proc: trust the images of the sidecars, or run the sidecars as another user")
	}
}

// warnOfFields warns of fields of a container that have no effect.
func (v *validator) warnOfFields(c placed) {
	if c.runs() {
		v.warnOfRunnerFields(c)
	} else {
		v.warnOfOtherFields(c)
	}
}

func (v *validator) warnOfRunnerFields(c placed) {
	at, flux, logging, commands := c.at, v.mc.Spec.Flux, v.mc.Spec.Logging, c.at.Child("commands")
	mode := mode(*c.Container)
	quiet, submits, flags := mode == interactiveMode, mode == submitMode, mode == submitMode || mode == batchMode
	tasks := ptr.Deref(v.mc.Spec.Tasks, 1)
	ownCommand := flux.SubmitCommand != "" && flux.SubmitCommand != v1alpha2.DefaultSubmitCommand
	with := " with " + mode + ": true"
	if quiet {
		with = " without a command"
	}
	v.report([]unused{
		{!quiet && v.mc.Spec.Interactive, v1alpha2.SpecPath.Child("interactive"), true, " beside a command, because Flux ends with the command: leave the command out to get a MiniCluster to connect to"},
		{quiet && c.Launcher, at.Child("launcher"), true, " without a command: write a command, or leave launcher out"},
		{quiet && c.Batch, at.Child("batch"), true, " without a command: write the lines of the batch into command, or leave batch out"},
		{c.BatchRaw && !c.Batch, at.Child("batchRaw"), true, " without batch: set batch: true, or leave batchRaw out"},
		{c.NoWrapEntrypoint, at.Child("noWrapEntrypoint"), true, " on the container that runs Flux, which must start the broker: leave it out"},
		{c.Commands.ServicePre != "", commands.Child("servicePre"), field.OmitValueType{}, " on the container that runs Flux: use commands.pre"},
		{quiet && c.Commands.Prefix != "", commands.Child("prefix"), c.Commands.Prefix, ", because there is no command that it could stand before: write a command, or leave the prefix out"},
		{quiet && logging.Timed, loggingPath.Child("timed"), true, " without a command: write a command, or leave it out"},
		{!submits && logging.Debug, loggingPath.Child("debug"), true, with + ", because it only adds -vvv to flux submit: leave it out"},
		{!submits && ownCommand, v1alpha2.FluxPath.Child("submitCommand"), flux.SubmitCommand, with + ": leave it out"},
		{!flags && flux.OptionFlags != "", v1alpha2.FluxPath.Child("optionFlags"), flux.OptionFlags, with + ", because Flux then submits no job: leave it out"},
		{!flags && tasks != 1, v1alpha2.TasksPath, tasks, with + ", because Flux then submits no job: leave it out"},
	})
	if size := *v.mc.Spec.Size; flags && !v.mc.Elastic() && !v.mc.TasksDefaulted && 0 < tasks && tasks < size {
		v.Warn(v1alpha2.TasksPath, tasks, "%d is less than size, which is %d, so that some nodes are left without a task: use %d or more to use all nodes", tasks, size, size)
	}
	if submits {
		v.warnOfTasks(tasks)
	}
}

// warnOfTasks warns of more tasks than the set has cores, because Flux gives each task a core unless the user chooses otherwise.
func (v *validator) warnOfTasks(tasks int32) {
	size, cores := *v.mc.Spec.Size, cores(v.cluster)
	if cores == 0 || int(tasks) <= int(size)*cores || v.mc.Elastic() || v.mc.Bursts() || v.choosesOptions() || v.mc.Spec.Flux.BrokerConfig != "" {
		return
	}
	v.Warn(v1alpha2.TasksPath, tasks, "%d tasks need a core each, and Flux will have %d cores: %d in each of %d pods, by the CPU limit. Flux refuses the job: raise resources.limits.cpu or size, or take fewer tasks",
		tasks, int(size)*cores, cores, size)
}

// warnOfOtherFields warns of fields of a sidecar or service that only the runner uses, of hooks that no script runs, and of a command
// beside a script.
func (v *validator) warnOfOtherFields(c placed) {
	const (
		ofRunner = " on a container that does not run Flux: leave it out"
		inPods   = " on a sidecar: use commands.servicePre, and run this part only where JOB_COMPLETION_INDEX is "
		unrun    = " with noWrapEntrypoint: add it to the command of the container, or leave noWrapEntrypoint out"
	)
	at, commands, plain, isSidecar := c.at, c.at.Child("commands"), c.NoWrapEntrypoint, !c.isService
	v.report([]unused{
		{c.Launcher, at.Child("launcher"), true, ofRunner},
		{c.Batch, at.Child("batch"), true, ofRunner},
		{c.BatchRaw, at.Child("batchRaw"), true, ofRunner},
		{c.Logs != "", at.Child("logs"), c.Logs, ofRunner},
		{c.Commands.Prefix != "", commands.Child("prefix"), c.Commands.Prefix, ofRunner},
		{isSidecar && c.Commands.Pre != "", commands.Child("pre"), field.OmitValueType{}, " on a sidecar: use commands.servicePre"},
		{isSidecar && c.Commands.BrokerPre != "", commands.Child("brokerPre"), field.OmitValueType{}, inPods + "0"},
		{isSidecar && c.Commands.WorkerPre != "", commands.Child("workerPre"), field.OmitValueType{}, inPods + "not 0"},
		{plain && c.Commands.Init != "", commands.Child("init"), field.OmitValueType{}, unrun},
		{plain && c.Commands.ServicePre != "", commands.Child("servicePre"), field.OmitValueType{}, unrun},
		{plain && c.Commands.Post != "", commands.Child("post"), field.OmitValueType{}, unrun},
		{plain && c.Commands.Script != "", commands.Child("script"), field.OmitValueType{}, unrun},
		{
			!plain && c.Command != "" && c.Commands.Script != "", at.Child("command"),
			field.OmitValueType{},
			" beside commands.script, which replaces it: leave one of the two out",
		},
	})
}
