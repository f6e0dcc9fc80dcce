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
		v.InvalidText(at.Child("commands", "script"), "the runner has a command too, and a script takes its place: leave one of the two out")
	}
	if c.Launcher && c.Batch {
		v.Invalid(at.Child("batch"), true, "a launcher cannot be a batch: leave launcher or batch out")
	}
	if c.Batch && c.Commands.Script != "" {
		v.InvalidText(at.Child("commands", "script"), "a batch takes its lines from command: write them there, or leave batch out")
	}
	v.checkRepeated(c, at)
	if mode(*c) == submitMode {
		v.checkSubmitted(c, at)
		v.checkSubmitCommand()
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
		v.InvalidText(at.Child("command"), "it begins with %q, an option of flux submit, and so no shell reads it, which it needs: move the options to flux.optionFlags", words[0])
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
	v.Invalid(v1alpha2.FluxPath.Child("submitCommand"), text, "%q does not print the id of one job, and the output is found by this id: use flux submit, with options if you like, "+
		"or set launcher: true on the runner, and begin its command with %s", text, text)
}

// checkElastic warns of what does not follow the size of an elastic set.
func (v *validator) checkElastic() {
	runner, _ := v.theRunner()
	if runner == nil || !v.mc.Elastic() || mode(*runner) == interactiveMode {
		return
	}
	if v.Options.Gang == latchkey.GangPodGroup && v.Options.GangVersion == latchkey.GangVersionAlpha {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), v.mc.Spec.MaxSize, "the size of a set with gang: PodGroup cannot change while it runs, because Kubernetes 1.36 refuses another parallelism of a Job with a PodGroup: set gangVersion: v1beta1 for Kubernetes 1.37, or leave maxSize or gang out")
	}
	spec := v.mc.Spec
	if *spec.Size > 1 && spec.MinSize == 0 {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), spec.MaxSize, "the size of this set may change from 1 to %d, so Flux starts the command with one broker: set minSize to the number of brokers to wait for", spec.MaxSize)
	}
	if mode(*runner) != launcherMode && !v.mc.TasksDefaulted && ptr.Deref(spec.Tasks, 1) == 0 {
		v.Warn(v1alpha2.TasksPath, 0, "it asks for all nodes, and their number may change in this set, so the command is one task: write the number of tasks, or leave maxSize out")
	}
}
