package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
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
	record.Missing = slices.Clone(c.missing)
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		record.Nodes = append(record.Nodes, c.nodes[name])
	}
	addEarlier(record, c.earlier)
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			record.Missing = append(record.Missing, c.describe(pod.Name, &pod.Containers[n], atEnd || at >= len(c.pods))...)
		}
	}
	if atEnd {
		record.Missing = append(record.Missing, all.gone(record)...)
	}
	for at, m := range record.Missing {
		record.Missing[at].Remark = m.Remark || m.Pod != "" && !all.isOutputOf(record, m.Pod, m.Container)
	}
	record.Phases = all.phases(record)
	slices.SortStableFunc(record.Missing, func(a, b runs.Missing) int {
		return strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container)
	})
	return record
}

// addEarlier adds to a record what an earlier run knew and the cluster knows no more: pods that are gone, nodes, and times of pulls.
func addEarlier(record, earlier *runs.Set) {
	there := map[string]bool{}
	for _, pod := range record.Pods {
		there[pod.Name] = true
		for n := range pod.Containers {
			if own := &pod.Containers[n]; own.Pull == nil {
				own.Pull = containerOf(earlier, container{pod: pod.Name, name: own.Name}).Pull
			}
		}
	}
	for _, pod := range earlier.Pods {
		if !there[pod.Name] {
			record.Pods = append(record.Pods, pod)
		}
	}
	for _, node := range earlier.Nodes {
		if !slices.ContainsFunc(record.Nodes, func(n runs.Node) bool { return n.Name == node.Name }) {
			record.Nodes = append(record.Nodes, node)
		}
	}
}

// describe adds the log of a container to its record, and returns what of it is missing.
func (c *collection) describe(pod string, own *runs.Container, atEnd bool) (missing []runs.Missing) {
	lacks := func(reason string, gap bool) {
		missing = append(missing, runs.Missing{Pod: pod, Container: own.Name, Reason: reason, Gap: gap})
	}
	if own.Started == nil && own.Restarts == 0 {
		return nil
	}
	log := c.log(container{pod: pod, name: own.Name})
	if log.foreign != nil {
		lacks(log.foreign.Error(), false)
		return missing
	}
	log.lock.Lock()
	defer log.lock.Unlock()
	for _, gap := range log.Gaps {
		lacks(gap, true)
	}
	isSaved, _ := files.Exists(c.folder, log.name)
	if isSaved {
		own.Log, own.FirstLine, own.LastLine, own.Whole = log.name, stamp(log.First), stamp(log.Time), log.Ended > own.Restarts
	}
	_, isThere := c.last().statusOf(log.of)
	switch {
	case !atEnd || own.Whole:
	case log.failed != nil && isThere:
		lacks(log.failed.Error(), false)
	case !isThere && isSaved && log.Bytes > 0:
		lacks("the pod is gone, and what the container wrote after the last saved line with it", true)
	case !isThere:
		lacks(errGone.Error(), false)
	}
	return missing
}

// stamp reads the time of a line as a node notes it, and stamped writes it.
func stamp(text string) *time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil
	}
	at = at.UTC()
	return &at
}

func stamped(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.Format(time.RFC3339Nano)
}

// isOutputOf tells by the record whether a container has the application's output of the last life. Its pod may be gone.
func (s *Set) isOutputOf(record *runs.Set, name, of string) bool {
	for _, pod := range record.Pods {
		if pod.Name != name || pod.Life != record.Restarts {
			continue
		}
		for _, p := range s.parts {
			if p.name == pod.Job && p.role == measured {
				return s.hasOutput(p, ptr.Deref(pod.Index, 0)) && (!s.isFlux() || of == record.Application) &&
					slices.ContainsFunc(p.spec.Template.Spec.Containers, func(c corev1.Container) bool { return c.Name == of })
			}
		}
	}
	return false
}

// hasOutput tells whether the pod of an index of a part has output of the application.
func (s *Set) hasOutput(p part, at int32) bool {
	return !s.isFlux() || p.name == s.main().name && at <= 0
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
				missing = append(missing, runs.Missing{Reason: fmt.Sprintf("the pod of index %d of %s is gone, and its logs with it", at, p.name), Remark: p.role != measured || !s.hasOutput(p, at)})
			}
		}
	}
	return missing
}
