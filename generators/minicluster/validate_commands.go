package minicluster

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// checkRunnerCommands checks the commands of the runner, see flux-framework/flux-operator, api/v1alpha2/minicluster_types.go,
// Validate.
func (v *judge) checkRunnerCommands(c *v1alpha2.Container, at *field.Path) {
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
func (v *judge) checkRepeated(c *v1alpha2.Container, at *field.Path) {
	text, repeats := v.mc.Annotations[latchkey.AnnotationRepeat]
	if !repeats {
		return
	}
	if count, err := strconv.Atoi(text); err != nil || count < 1 || count > latchkey.MaxRuns {
		v.Invalid(metadataPath.Child("annotations").Key(latchkey.AnnotationRepeat), text,
			"a Study writes the number of its runs here, 1 to %d: leave it out, and use repeat.inside of a Study", latchkey.MaxRuns)
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
func (v *judge) checkSubmitted(c *v1alpha2.Container, at *field.Path) {
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
func (v *judge) checkSubmitCommand() {
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
	v.Invalid(v1alpha2.FluxPath.Child("submitCommand"), text, "%q does not print the id of one job, by which the output is found: use flux submit, with options if you like, "+
		"or set launcher: true on the runner, and begin its command with %s", text, text)
}

func (v *judge) checkSidecarCommands(c *v1alpha2.Container, at *field.Path) {
	if c.NoWrapEntrypoint && v.Options.Sidecars != latchkey.SidecarsContainer {
		v.Warn(at.Child("noWrapEntrypoint"), true, "nothing holds this sidecar when its program ends, so Kubernetes starts it again and again: it must run until it is stopped")
	}
}

func (v *judge) allTexts() []v1alpha2.Text {
	var all []v1alpha2.Text
	for i := range v.mc.Spec.Containers {
		all = append(all, v.mc.Spec.Containers[i].Texts(v1alpha2.ContainersPath.Index(i))...)
	}
	for i := range v.mc.Spec.Services {
		all = append(all, v.mc.Spec.Services[i].Texts(v1alpha2.ServicesPath.Index(i))...)
	}
	return all
}
