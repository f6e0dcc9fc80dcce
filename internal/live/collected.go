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

// A seen is what was seen of a set: all pods, events and nodes by their names, in the last form of each, and the texts of its
// ConfigMaps.
type seen struct {
	pods   map[string]corev1.Pod
	events map[string]corev1.Event
	nodes  map[string]runs.Node
	texts  map[string]string
}

// see keeps the pods and events of the set as they are now, and asks for nodes that are new.
func (c *collection) see(ctx context.Context, set *Set) {
	c.lock.Lock()
	var fresh []string
	for _, pod := range set.pods {
		c.pods[pod.Name] = pod
		if _, known := c.nodes[pod.Spec.NodeName]; !known && pod.Spec.NodeName != "" && set.hasRole(jobOf(pod), measured) {
			c.nodes[pod.Spec.NodeName] = runs.Node{Name: pod.Spec.NodeName}
			fresh = append(fresh, pod.Spec.NodeName)
		}
	}
	for _, event := range set.events {
		c.events[event.Name] = event
	}
	c.lock.Unlock()
	nodes, _ := readNodes(ctx, c.Client, fresh) // many users may not read nodes
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, node := range nodes {
		c.nodes[node.Name] = nodeOf(node)
	}
}

// readTexts asks for the ConfigMaps of the set, unless they are known.
func (c *collection) readTexts(ctx context.Context) {
	c.texts = c.last().texts
	var answer list[corev1.ConfigMap]
	if len(c.texts) == 0 && c.Client.Get(ctx, &answer, "configmaps", ofLatchkey) == nil { // the record is of use without them, too
		c.texts = c.last().mounted(answer.Items)
	}
}

// all returns the set with everything that was seen of it.
func (c *collection) all() *Set {
	all := *c.last()
	all.pods = slices.Collect(maps.Values(c.pods))
	all.sortPods()
	all.events = slices.SortedFunc(maps.Values(c.events), func(a, b corev1.Event) int { return strings.Compare(a.Name, b.Name) })
	all.texts = c.texts
	return &all
}

// noteNowAndThen writes the record while logs are written, so that a further run knows of pods that are gone if this one is killed.
func (c *collection) noteNowAndThen() error {
	if time.Since(c.noted) < 20*c.took {
		return nil
	}
	began := time.Now()
	err := c.write(c.record(false))
	c.noted, c.took = time.Now(), time.Since(began)
	return err
}

// write writes the record into the folder.
func (c *collection) write(record *runs.Set) error {
	data, err := runs.Encode(record)
	if err != nil {
		return err
	}
	return files.Replace(c.folder, files.File{Name: runs.SetFile, Data: data})
}

// finish writes the last record, which says of each log whether it is whole. The marks of those are not needed any more.
func (c *collection) finish(record *runs.Set) error {
	if err := c.write(record); err != nil {
		return err
	}
	for of, log := range c.logs {
		if log.mark.Ended > 0 && log.foreign == nil {
			_ = c.folder.Remove(markOf(of)) // it does no harm
		}
	}
	return nil
}

// record returns the record of the set: all pods that were seen, the files of their logs, and what is missing. Before the
// end, logs that are not there yet are not missing.
func (c *collection) record(atEnd bool) *runs.Set {
	c.lock.Lock()
	pods := len(c.pods)
	all := c.all()
	record := all.Record()
	record.Latchkey = c.Version
	record.Missing = slices.Clone(c.missing)
	for _, name := range slices.Sorted(maps.Keys(c.nodes)) {
		record.Nodes = append(record.Nodes, c.nodes[name])
	}
	c.lock.Unlock()
	addEarlier(record, c.earlier)
	for at := range record.Pods {
		pod := &record.Pods[at]
		for n := range pod.Containers {
			record.Missing = append(record.Missing, c.describe(pod.Name, &pod.Containers[n], atEnd || at >= pods)...)
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
	of := container{pod: pod, name: own.Name}
	if own.Started == nil && own.Restarts == 0 {
		return nil
	}
	log := c.log(of)
	if log.foreign != nil {
		return []runs.Missing{of.missing(log.foreign.Error(), false)}
	}
	log.lock.Lock()
	defer log.lock.Unlock()
	c.lock.Lock()
	_, isThere := c.last().statusOf(of)
	failed := log.failed
	c.lock.Unlock()
	for _, gap := range log.gaps {
		missing = append(missing, of.missing(gap, true))
	}
	exists, _ := files.Exists(c.folder, log.name)
	if exists {
		own.Log, own.FirstLine, own.LastLine, own.Whole = log.name, stamp(log.first), stamp(log.at.Time), log.mark.Ended > own.Restarts
	}
	switch {
	case !atEnd || own.Whole:
	case failed != nil:
		missing = append(missing, of.missing(failed.Error(), false))
	case !isThere && exists:
		missing = append(missing, of.missing("the pod is gone, and what the container wrote after the last saved line with it", true))
	case !isThere:
		missing = append(missing, of.missing("the pod is gone, and its logs with it", false))
	}
	return missing
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

// mostNodes is the largest number of nodes that are asked for by name. kubectl sends one request for each.
const mostNodes = 10

// readNodes asks for nodes.
func readNodes(ctx context.Context, client kubectl.Client, names []string) ([]corev1.Node, error) {
	if len(names) == 0 {
		return nil, nil
	}
	args := append([]string{"nodes", "--ignore-not-found"}, names...)
	if len(names) > mostNodes {
		args = args[:1]
	}
	var answer struct { // a list, or the node itself if there is one name
		corev1.Node
		Items []corev1.Node `json:"items"`
	}
	err := client.Get(ctx, &answer, args...)
	return slices.DeleteFunc(append(answer.Items, answer.Node), func(node corev1.Node) bool { return !slices.Contains(names, node.Name) }), err
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
