package html

import "github.com/latchkey-dev/latchkey/internal/report"

// shortNames returns names of lines for a legend. They have only the parts in which the lines differ.
func shortNames(lines []who, runs []report.Run) []string {
	runsOf := map[string]int{} // the run of a pod's name, the last one
	sharedPods := false
	pods := map[[2]any]bool{}
	processes := map[string]bool{}
	used := map[int]bool{}
	podNames := map[string]bool{}
	for _, w := range lines {
		pods[[2]any{w.run, w.pod}] = true
		podNames[w.pod] = true
		if run, known := runsOf[w.pod]; known && run != w.run {
			sharedPods = true
		}
		runsOf[w.pod] = w.run
		processes[w.process] = true
		used[w.run] = true
	}
	// Where each pod has one process, its number adds nothing to the name of the pod.
	withProcess := len(pods) < len(lines) || len(pods) == 1 && len(processes) > 1
	withPod := len(podNames) > 1 && len(pods) > len(used) || len(used) == 1 && !withProcess
	names := make([]string, len(lines))
	for i, w := range lines {
		name := ""
		if len(used) > 1 && (sharedPods || !withPod) {
			name = runs[w.run].Name
		}
		if withPod {
			name = spaced(name, w.pod)
		}
		if withProcess {
			name = spaced(name, w.process)
		}
		names[i] = name
	}
	return names
}

// spaced joins two words of which one may be missing.
func spaced(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}
