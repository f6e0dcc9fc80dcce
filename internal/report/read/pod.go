package read

import (
	"regexp"
	"strconv"
	"sync"
)

// podOfJobSet is the name of a pod of a JobSet: <set>-<replicated job>-<number of the job>-<index>-<five characters>.
var podOfJobSet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+)-([a-z0-9]+)-(\d+)-(\d+)(-[a-z0-9]{5})?$`) })

// podOfJob is the name of a pod of an indexed Job: <job>-<index>-<five characters>.
var podOfJob = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+)-(\d+)(-[a-z0-9]{5})?$`) })

// placeOf returns the replicated job and the index that the name of a pod says, or "" and -1.
func placeOf(pod string) (job string, index int) {
	text := ""
	if parts := podOfJobSet().FindStringSubmatch(pod); parts != nil {
		job, text = parts[2], parts[4]
	} else if parts := podOfJob().FindStringSubmatch(pod); parts != nil {
		text = parts[2]
	}
	if index, err := strconv.Atoi(text); err == nil {
		return job, index
	}
	return job, -1
}

// suffix is how the names of pods end that a Job made. Kubernetes leaves out vowels, and digits that look like them.
var suffix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{5}$`) })

// isPod tells whether a name is that of a pod of a JobSet or an indexed Job.
func isPod(name string) bool {
	parts := podOfJobSet().FindStringSubmatch(name)
	return parts != nil && parts[5] != "" || podOfJob().MatchString(name) && suffix().MatchString(name)
}

// setOfPod returns the name of the set of a pod.
func setOfPod(pod string) string {
	if parts := podOfJobSet().FindStringSubmatch(pod); parts != nil {
		return parts[1]
	}
	if parts := podOfJob().FindStringSubmatch(pod); parts != nil {
		return parts[1]
	}
	return ""
}
