package html

import "github.com/latchkey-dev/latchkey/internal/report"

// shortNames returns names of lines for a legend. They have only the parts in which the lines differ.
func shortNames(lines []who, runs []report.Run) []string {
	pods, podNames, processes, used := map[who]bool{}, map[string]bool{}, map[string]bool{}, map[int]bool{}
	for _, w := range lines {
		pods[who{run: w.run, pod: w.pod}] = true
		podNames[w.pod] = true
		processes[w.process] = true
		used[w.run] = true
	}
	// Where each pod has one process, its number adds nothing to the name of the pod.
	withProcess := len(pods) < len(lines) || len(pods) == 1 && len(processes) > 1
	withPod := len(podNames) > 1 && len(pods) > len(used) || len(used) == 1 && !withProcess
	names := make([]string, len(lines))
	for i, w := range lines {
		name := ""
		if len(used) > 1 && (len(pods) > len(podNames) || !withPod) {
			name = runs[w.run].Name
		}
		if withPod {
			name = report.Join(name, w.pod)
		}
		if withProcess {
			name = report.Join(name, w.process)
		}
		names[i] = name
	}
	return names
}
