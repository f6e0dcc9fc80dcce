package minicluster

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// checkElastic warns of what does not follow the size of a set whose size may change.
func (v *judge) checkElastic() {
	runner, at := v.theRunner()
	if runner == nil || !v.mc.Elastic() || mode(*runner) == interactiveMode {
		return
	}
	if v.Options.Gang == latchkey.GangPodGroup && v.Options.GangVersion == latchkey.GangVersionAlpha {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), v.mc.Spec.MaxSize, "the size of a set with gang: PodGroup cannot change while it runs, because Kubernetes 1.36 refuses another parallelism of a Job with a PodGroup: set gangVersion: v1beta1 for Kubernetes 1.37, or leave maxSize or gang out")
	}
	spec, jobs := v.mc.Spec, mode(*runner) == submitMode || mode(*runner) == batchMode
	if *spec.Size > 1 && spec.MinSize == 0 {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), spec.MaxSize, "the size of this set may change from 1 to %d, so Flux starts the command with one broker: set minSize to the number of brokers to wait for", spec.MaxSize)
	}
	if jobs && !v.mc.TasksDefaulted && ptr.Deref(spec.Tasks, 1) == 0 {
		v.Warn(v1alpha2.TasksPath, 0, "it asks for all nodes, whose number may change in this set, so the command is one task: write the number of tasks, or leave maxSize out")
	}
	const fixed = "%q asks for the same number of nodes at every size from minSize to maxSize: a job waits if there are fewer, and the others stay idle: leave it out, so that Flux places the tasks"
	if jobs {
		for _, field := range [][2]string{{"submitCommand", spec.Flux.SubmitCommand}, {"optionFlags", spec.Flux.OptionFlags}} {
			if nodes := fixedNodes(strings.Fields(field[1])); nodes != "" {
				v.Warn(v1alpha2.FluxPath.Child(field[0]), field[1], fixed, nodes)
			}
		}
	}
	for _, text := range runner.Texts(at) {
		if nodes := fixedNodesOfText(text.Value, jobs); nodes != "" {
			v.WarnText(text.At, fixed, nodes)
		}
	}
}

// fixedNodesOfText returns the option of a text that fixes a number of nodes, or "". It reads the words after flux in each
// line, and in a line of a job the options before the command.
func fixedNodesOfText(text string, isJob bool) string {
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		words := strings.Fields(line)
		calls := slices.IndexFunc(words, func(word string) bool { return path.Base(word[strings.LastIndexAny(word, "=(`")+1:]) == "flux" })
		if isJob && len(words) > 0 && strings.HasPrefix(words[0], "-") {
			calls = 0
		}
		if calls >= 0 {
			if nodes := fixedNodes(words[calls:]); nodes != "" {
				return nodes
			}
		}
	}
	return ""
}

// fixedNodes returns the option among the words of a command of Flux that asks for two nodes or more, or "".
func fixedNodes(words []string) string {
	for i, word := range words {
		option, value := word, ""
		switch {
		case (word == "-N" || word == "--nodes") && i+1 < len(words):
			value = words[i+1]
			option += " " + value
		case strings.HasPrefix(word, "--nodes="):
			value = strings.TrimPrefix(word, "--nodes=")
		case strings.HasPrefix(word, "-N"):
			value = strings.TrimPrefix(word, "-N")
		}
		if n, err := strconv.Atoi(value); err == nil && n > 1 {
			return option
		}
	}
	return ""
}
