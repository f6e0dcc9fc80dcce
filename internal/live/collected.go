package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// record returns the record of the set: all pods that were seen, the files of their logs, and what is missing. Before the
// end, logs that are not there yet are not missing.
func (c *collection) record(atEnd bool) *runs.Set {
	all := c.all()
	record := all.Record()
	record.Latchkey = c.Version
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		record.Nodes = append(record.Nodes, c.nodes[name])
	}
	addEarlier(record, c.earlier)
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			own := &pod.Containers[n]
			isOutput := pod.Life == record.Restarts && all.hasOutput(pod.Job, ptr.Deref(pod.Index, 0), own.Name)
			for _, reason := range c.describe(pod, own, atEnd || at >= len(c.pods)) {
				record.Missing = append(record.Missing, runs.Missing{Pod: pod.Name, Container: own.Name, Reason: reason, Remark: !isOutput})
			}
		}
	}
	if atEnd {
		record.Missing = append(record.Missing, all.gone(record)...)
	}
	record.Phases = all.phases(record)
	slices.SortStableFunc(record.Missing, func(a, b runs.Missing) int {
		return strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container)
	})
	return record
}

// addEarlier adds to a record what an earlier run knew and the cluster knows no more: pods that are gone, nodes, and times of pulls.
func addEarlier(record, earlier *runs.Set) {
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			if own := &pod.Containers[n]; own.Pull == nil {
				own.Pull = containerOf(earlier, container{pod: pod.Name, name: own.Name}).Pull
			}
		}
	}
	for _, pod := range earlier.Pods {
		if !slices.ContainsFunc(record.Pods, func(p runs.Pod) bool { return p.Name == pod.Name }) {
			record.Pods = append(record.Pods, pod)
		}
	}
	for _, node := range earlier.Nodes {
		if !slices.ContainsFunc(record.Nodes, func(n runs.Node) bool { return n.Name == node.Name }) {
			record.Nodes = append(record.Nodes, node)
		}
	}
}

// describe adds the log of a container to its record, and returns why parts of it are missing.
func (c *collection) describe(pod *runs.Pod, own *runs.Container, atEnd bool) (missing []string) {
	of := container{pod: pod.Name, name: own.Name}
	_, isThere := c.last().statusOf(of)
	if own.Started == nil && own.Restarts == 0 {
		if atEnd && !isThere && pod.Scheduled != nil {
			missing = []string{"the pod is gone, and was last seen before the container began"}
		}
		return missing
	}
	log := c.log(of)
	if log.foreign != nil {
		return []string{log.foreign.Error()}
	}
	now := log.noted.Load()
	missing = slices.Clone(now.Gaps)
	isSaved, _ := files.Exists(c.folder, log.name)
	if isSaved {
		own.Log, own.FirstLine, own.LastLine, own.Whole = log.name, now.First, timeOf(metav1.Time{Time: now.Time}), now.Ended > own.Restarts
	}
	switch {
	case !atEnd || own.Whole:
	case now.failed != nil && isThere:
		missing = append(missing, now.failed.Error())
	case !isThere && isSaved && now.Bytes > 0:
		missing = append(missing, "the pod is gone, and what the container wrote after the last saved line with it")
	case !isThere:
		missing = append(missing, errGone.Error())
	}
	return missing
}

// gone says which pods of the present life are gone: Kubernetes has deleted them, or somebody else has. Pods in the record
// were seen before they went.
func (s *Set) gone(record *runs.Set) []runs.Missing {
	var missing []runs.Missing
	for _, p := range s.parts {
		if p.role == key || p.role == services || p.job == nil {
			continue
		}
		there := map[int32]bool{}
		for _, pod := range record.Pods {
			if pod.Job == p.name && pod.Life == record.Restarts {
				there[ptr.Deref(pod.Index, -1)] = true
			}
		}
		if _, began := jobEnd(p.job); len(there) == 0 && began.IsZero() {
			continue // its pods are not created yet
		}
		for at := range p.pods() {
			if !there[at] && !there[-1] {
				missing = append(missing, runs.Missing{Reason: fmt.Sprintf("the pod of index %d of %s is gone, and its logs with it", at, p.name), Remark: !s.hasOutput(p.name, at, p.spec.Template.Spec.Containers[0].Name)})
			}
		}
	}
	return missing
}
