package minicluster

import (
	"strconv"
	"strings"
)

// topology is the shape of the tree of brokers: a kind, and the number of brokers below each broker.
type topology struct {
	kind     string
	k        int
	explicit bool
}

// parseTopology reads tbon.topo as flux-framework/flux-core does, src/modules/overlay/topology.c.
func parseTopology(text string) (topology, bool) {
	kind, number, explicit := strings.Cut(text, ":")
	k := 0
	if number != "" {
		parsed, err := strconv.ParseUint(number, 10, 31)
		if err != nil {
			return topology{}, false
		}
		k = int(parsed)
	}
	shape := topology{kind, k, number != ""}
	switch kind {
	case "kary":
		return shape, shape.explicit
	case "mincrit":
		return shape, true
	case "binomial", "custom":
		return shape, !explicit
	default:
		return shape, false
	}
}

// maxCritical is the fanout above which mincrit adds routers if their number is not given.
const maxCritical = 1024

// isFlat says whether every broker of size is a child of the lead.
func (t topology) isFlat(size int) bool {
	children := size - 1
	switch {
	case children <= 1 || t.kind == "custom":
		return true
	case t.kind == "binomial":
		return false
	case t.kind == "mincrit" && !t.explicit:
		return children <= maxCritical
	default:
		return t.k == 0 || t.k >= children
	}
}

func (v *judge) checkTopology() {
	flux, at := v.mc.Spec.Flux, fluxPath.Child("topology")
	if flux.Topology == "" {
		return
	}
	shape, ok := parseTopology(flux.Topology)
	if !ok {
		v.Invalid(at, flux.Topology, "%q is not a topology: use kary:K, binomial, mincrit, mincrit:K or custom, K being a number", flux.Topology)
		return
	}
	if flux.MinimalService && !shape.isFlat(v.allHosts()) {
		v.Invalid(at, flux.Topology, "%q puts brokers below others than the lead, and with minimalService only the lead has a name: leave one of the two out", flux.Topology)
	}
}

// allHosts is the number of hosts of the instance, other clusters included.
func (v *judge) allHosts() int {
	hosts, _ := readHostlist(strings.ReplaceAll(hostlist(v.cluster), ownHosts, v.hostPrefix(v.mc.Name)))
	return len(hosts)
}
