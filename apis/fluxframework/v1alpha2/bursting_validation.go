package v1alpha2

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func (v *judge) checkBursting() {
	bursting := v.mc.Spec.Flux.Bursting
	if bursting.Hostlist != "" && len(bursting.Clusters) > 0 {
		v.Invalid(burstingPath.Child("hostlist"), bursting.Hostlist, "clusters say the same: leave hostlist or clusters out")
	}
	v.checkLeadBroker()
	v.checkClusters()
	v.checkBurstHosts()
}

func (v *judge) checkLeadBroker() {
	lead, at := v.mc.Spec.Flux.Bursting.LeadBroker, burstingPath.Child("leadBroker")
	if lead == (FluxBroker{}) {
		return
	}
	switch {
	case lead.Address == "":
		v.Required(at.Child("address"), "there is no address: say at which host name or IPv4 address the lead broker is reached")
	case strings.Contains(lead.Address, ":") || !isAddress(lead.Address):
		v.Invalid(at.Child("address"), lead.Address, "%q is not a host name or IPv4 address: write it without port and protocol", lead.Address)
	}
	if lead.Name == "" {
		v.Required(at.Child("name"), "there is no name: name the lead's set, its host names are made from it")
	}
	v.Obey(at.Child("name"), lead.Name, findings.Label)
	v.Between(at.Child("size"), lead.Size, 1, maxPods, "number of pods of the lead's set")
	v.Between(at.Child("port"), lead.Port, 1, 65535, "port of the lead broker")
}

func isAddress(address string) bool {
	_, err := netip.ParseAddr(address)
	return err == nil || findings.ObjectName.Allows(address)
}

// checkClusters checks the sets that join. Hosts are made from their names, so these differ.
func (v *judge) checkClusters() {
	bursting := v.mc.Spec.Flux.Bursting
	child := bursting.LeadBroker.Address != ""
	taken := map[string]takenName{}
	if child {
		v.take(taken, bursting.LeadBroker.Name, burstingPath.Child("leadBroker", "name"), "the lead's set")
	} else {
		v.take(taken, v.mc.Name, namePath, "this set")
	}
	for i, cluster := range bursting.Clusters {
		at := burstingPath.Child("clusters").Index(i)
		v.Obey(at.Child("name"), cluster.Name, findings.Label)
		v.take(taken, cluster.Name, at.Child("name"), "another cluster")
		v.Between(at.Child("size"), cluster.Size, 1, maxPods, "number of pods of the cluster that joins")
	}
	if _, ok := taken[v.mc.Name]; child && bursting.Hostlist == "" && !ok {
		v.Invalid(burstingPath.Child("clusters"), len(bursting.Clusters), "this set joins another and is not among the clusters: list one with the name %q and the size %d, at the place that all others list it", v.mc.Name, v.ownHosts())
	}
	for i, cluster := range bursting.Clusters {
		if child && cluster.Name == v.mc.Name && cluster.Size != v.ownHosts() {
			v.Invalid(burstingPath.Child("clusters").Index(i).Child("size"), cluster.Size, "%d is not the number of hosts of this set, which is %d: use the same in both places", cluster.Size, v.ownHosts())
		}
	}
}

// podHost returns the host name of a pod. The form is that of kubernetes-sigs/jobset v0.12.0,
// pkg/util/placement, GenPodName, or of an indexed Job.
func (v *judge) podHost(index int32) string {
	return fmt.Sprintf("%s-%d", v.hostPrefix(), index)
}

func (v *judge) hostPrefix() string {
	if v.usesJob() {
		return v.mc.Name
	}
	return v.mc.Name + "-m-0"
}

// podHosts is the hostlist of this set.
func (v *judge) podHosts() string {
	if v.ownHosts() == 1 {
		return v.podHost(0)
	}
	return fmt.Sprintf("%s-[0-%d]", v.hostPrefix(), v.ownHosts()-1)
}

// missingHost returns the first host of this set that is not listed.
func (v *judge) missingHost(hosts []string) string {
	listed := make(map[string]bool, len(hosts))
	for _, host := range hosts {
		listed[host] = true
	}
	for i := range v.ownHosts() {
		if host := v.podHost(i); !listed[host] {
			return host
		}
	}
	return ""
}

// checkBurstHosts checks a list of hosts that the user wrote: a broker that does not find its own host
// there ends at once, and rank 0 is the first host.
func (v *judge) checkBurstHosts() {
	bursting, at := v.mc.Spec.Flux.Bursting, burstingPath.Child("hostlist")
	if bursting.Hostlist == "" {
		return
	}
	hosts, err := parseHostlist(bursting.Hostlist)
	if err != nil {
		v.Invalid(at, bursting.Hostlist, "%s", err)
		return
	}
	if host := duplicateOf(hosts); host != "" {
		v.Invalid(at, bursting.Hostlist, "%q is listed twice: list every host once", host)
	}
	if missing := v.missingHost(hosts); missing != "" {
		v.Invalid(at, bursting.Hostlist, "the pod %q is not in it: name the pods of this set %q", missing, v.podHosts())
		return
	}
	lead, child := v.podHost(0), bursting.LeadBroker.Address
	switch {
	case child == "" && hosts[0] != lead:
		v.Invalid(at, bursting.Hostlist, "it begins with %q, and the first host leads: begin with %q", hosts[0], lead)
	case child != "" && !strings.HasPrefix(bursting.Hostlist, child+","):
		v.Invalid(at, bursting.Hostlist, "the first host leads, and that is leadBroker.address: begin with %q", child+",")
	}
}

func duplicateOf(hosts []string) string {
	sorted := slices.Sorted(slices.Values(hosts))
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return sorted[i]
		}
	}
	return ""
}
