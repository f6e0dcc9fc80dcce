package live

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A seen is what was seen of a set: the set as it was last, and all pods, events and nodes by their names, in the last form of
// each.
type seen struct {
	set    *Set
	pods   map[string]corev1.Pod
	events map[string]corev1.Event
	nodes  map[string]runs.Node
}

// see keeps a set with its pods and events as they are now, and asks for nodes that are new.
func (c *collection) see(ctx context.Context, set *Set) {
	c.lock.Lock()
	c.set = set
	var fresh []string
	for _, pod := range set.pods {
		c.pods[pod.Name] = pod
		if _, known := c.nodes[pod.Spec.NodeName]; !known && pod.Spec.NodeName != "" {
			c.nodes[pod.Spec.NodeName] = runs.Node{Name: pod.Spec.NodeName}
			fresh = append(fresh, pod.Spec.NodeName)
		}
	}
	for _, event := range set.events {
		c.events[event.Name] = event
	}
	c.lock.Unlock()
	nodes := readNodes(ctx, c.Client, fresh)
	c.lock.Lock()
	maps.Copy(c.nodes, nodes)
	c.lock.Unlock()
}

// all returns the set with everything that was seen of it.
func (s seen) all() *Set {
	all := *s.set
	all.pods = slices.Collect(maps.Values(s.pods))
	all.sortPods()
	all.events = slices.SortedFunc(maps.Values(s.events), func(a, b corev1.Event) int { return strings.Compare(a.Name, b.Name) })
	return &all
}

// note writes the record into the folder.
func (c *collection) note(record *runs.Set) error {
	data, err := runs.Encode(record)
	if err != nil {
		return err
	}
	return files.Replace(c.folder, files.File{Name: runs.SetFile, Data: data})
}

// record returns the record of the set: all pods that were seen, the files of their logs, and what is missing. Before the
// end, logs that are not there yet are not missing.
func (c *collection) record(atEnd bool) *runs.Set {
	c.lock.Lock()
	defer c.lock.Unlock()
	all := c.all()
	record := all.Record()
	record.Latchkey = c.Version
	record.Missing = slices.Clone(c.missing)
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			record.Missing = append(record.Missing, c.describe(pod.Name, &pod.Containers[n], atEnd)...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		record.Nodes = append(record.Nodes, c.nodes[name])
	}
	c.earlier.addTo(record)
	if atEnd {
		record.Missing = append(record.Missing, all.gone(record)...)
	}
	record.Phases = all.phases(record)
	slices.SortStableFunc(record.Missing, func(a, b runs.Missing) int {
		return strings.Compare(a.Pod+"/"+a.Container, b.Pod+"/"+b.Container)
	})
	record.Missing = slices.Compact(record.Missing)
	return record
}

// describe adds the log of a container to its record, and returns what of it is missing.
func (c *collection) describe(pod string, own *runs.Container, atEnd bool) (missing []runs.Missing) {
	of := container{pod: pod, name: own.Name}
	if previous := runs.PreviousLogFile(pod, own.Name); c.isThere(previous) {
		own.PreviousLog = previous
	}
	log := c.logs[of]
	if log == nil || !c.isThere(log.name) {
		told := slices.ContainsFunc(c.missing, func(m runs.Missing) bool { return m.Pod == pod && m.Container == own.Name })
		if log != nil && log.failed != nil {
			missing = append(missing, of.missing(log.failed.Error(), false))
		} else if atEnd && own.Started != nil && !told {
			missing = append(missing, of.missing("the pod is gone, and its logs with it", false))
		}
		return missing
	}
	log.lock.Lock()
	defer log.lock.Unlock()
	saved := log.at
	own.Log, own.Saved, own.FirstLine, own.LastLine = log.name, &saved, stamp(log.first), stamp(saved.Time)
	for _, gap := range log.gaps {
		missing = append(missing, of.missing(gap, true))
	}
	if log.failed != nil && atEnd {
		missing = append(missing, of.missing(log.failed.Error(), false))
	}
	return missing
}

func (c *collection) isThere(name string) bool {
	there, err := files.Exists(c.folder, name)
	return there && err == nil
}

// stamp reads the time of a line as a node notes it.
func stamp(text string) *time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return nil
	}
	at = at.UTC()
	return &at
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
				missing = append(missing, runs.Missing{Reason: fmt.Sprintf("the pod of index %d of %s is gone, and its logs with it", at, p.name)})
			}
		}
	}
	return missing
}

// mostNodes is the largest number of nodes that are asked for by name. kubectl sends one request for each.
const mostNodes = 10

// readNodes asks for nodes. Many users may not read nodes: those are left out.
func readNodes(ctx context.Context, client kubectl.Client, names []string) map[string]runs.Node {
	if len(names) == 0 {
		return nil
	}
	args := append([]string{"nodes", "--ignore-not-found"}, names...)
	if len(names) > mostNodes {
		args = args[:1]
	}
	var answer struct { // a list, or the node itself if there is one name
		corev1.Node
		Items []corev1.Node `json:"items"`
	}
	if client.Get(ctx, &answer, args...) != nil {
		return nil
	}
	nodes := map[string]runs.Node{}
	for _, node := range append(answer.Items, answer.Node) {
		if slices.Contains(names, node.Name) {
			nodes[node.Name] = nodeOf(node)
		}
	}
	return nodes
}

// nodeOf returns the record of a node.
func nodeOf(node corev1.Node) runs.Node {
	label, info := func(name string) string { return node.Labels[name] }, node.Status.NodeInfo
	return runs.Node{
		Name:         node.Name,
		InstanceType: cmp.Or(label(corev1.LabelInstanceTypeStable), label(corev1.LabelInstanceType)),
		Region:       cmp.Or(label(corev1.LabelTopologyRegion), label(corev1.LabelFailureDomainBetaRegion)),
		Zone:         cmp.Or(label(corev1.LabelTopologyZone), label(corev1.LabelFailureDomainBetaZone)),
		Architecture: info.Architecture, CPUModel: cpuModel(label),
		CPUs: node.Status.Capacity.Cpu().AsApproximateFloat64(), Memory: node.Status.Capacity.Memory().Value(),
		Kernel: info.KernelVersion, OS: info.OSImage, Kubelet: info.KubeletVersion, Runtime: info.ContainerRuntimeVersion,
	}
}

// cpuModel is the model of the processor by the labels of Node Feature Discovery, kubernetes-sigs/node-feature-discovery,
// source/cpu.
func cpuModel(label func(string) string) string {
	const prefix = "feature.node.kubernetes.io/cpu-model."
	vendor, family, id := label(prefix+"vendor_id"), label(prefix+"family"), label(prefix+"id")
	return strings.Trim(vendor+" "+family+"/"+id, " /")
}
