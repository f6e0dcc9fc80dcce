package live

import (
	"cmp"
	"context"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

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
	var answer list[corev1.Node]
	var one corev1.Node
	var err error
	if len(names) == 1 {
		err = client.Get(ctx, &one, args...)
		answer.Items = []corev1.Node{one}
	} else {
		err = client.Get(ctx, &answer, args...)
	}
	nodes := map[string]runs.Node{}
	for _, node := range answer.Items {
		if err == nil && slices.Contains(names, node.Name) {
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
