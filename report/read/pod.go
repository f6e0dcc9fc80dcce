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
