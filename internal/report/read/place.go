package read

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// place completes what a source says of itself with its place in the folder of the run, <pod>/<container>.log, and with
// set.json. It is false for a pod of an earlier life of the set, which ended before its measurements did.
func place(s *report.Source, root string, set *runs.Set) bool {
	folder, file := filepath.Split(s.File)
	below, _ := filepath.Rel(root, s.File) // a file that was given alone is below nothing
	file = strings.TrimSuffix(file, filepath.Ext(file))
	switch parent := filepath.Base(folder); {
	case s.Pod != "":
	case set != nil && strings.Count(filepath.ToSlash(below), "/") == 1 && !strings.HasPrefix(below, ".."), isPod(parent):
		s.Pod, s.Container = parent, file
	case set == nil && isPod(file):
		s.Pod = file
	}
	_, job, index := podOf(s.Pod)
	s.Job, s.Index = job, -1
	if number, err := strconv.Atoi(index); err == nil {
		s.Index = number
	}
	if set == nil {
		return true
	}
	life := latestLife(set)
	for _, pod := range set.Pods {
		if pod.Name != s.Pod {
			continue
		}
		s.Job, life = pod.Job, pod.Life
		if pod.Index != nil {
			s.Index = int(*pod.Index)
		}
	}
	return life == latestLife(set)
}

// podOfJobSet is the name of a pod of a JobSet: <set>-<replicated job>-<number of the job>-<index>-<five characters>.
var podOfJobSet = regexp.MustCompile(`^(.+)-([a-z0-9]+)-(\d+)-(\d+)(-[a-z0-9]{5})?$`)

// podOfJob is the name of a pod of an indexed Job: <job>-<index>-<five characters>.
var podOfJob = regexp.MustCompile(`^(.+)-(\d+)(-[a-z0-9]{5})?$`)

// podOf returns the set, the replicated job and the index that the name of a pod says, each "" if it does not.
func podOf(pod string) (set, job, index string) {
	if parts := podOfJobSet.FindStringSubmatch(pod); parts != nil {
		return parts[1], parts[2], parts[4]
	}
	if parts := podOfJob.FindStringSubmatch(pod); parts != nil {
		return parts[1], "", parts[2]
	}
	return "", "", ""
}

// suffix is how the names of pods end that a Job made. Kubernetes leaves out vowels, and digits that look like them.
var suffix = regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{5}$`)

// isPod tells whether a name is the name of a pod of a JobSet or an indexed Job.
func isPod(name string) bool {
	parts := podOfJobSet.FindStringSubmatch(name)
	return parts != nil && parts[5] != "" || podOfJob.MatchString(name) && suffix.MatchString(name)
}
