package minicluster

import (
	"net/netip"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// hosts is the hostlist of this set, for a message.
func (v *validator) hosts() string {
	return hostRange(v.hostPrefix(v.mc.Name), 0, v.mc.Spec.MaxSize)
}

// checkRename refuses onChange: Rename for a set if its host names are in the user's broker configuration or in the hostlist of
// another set. Host names then hold a hash, which is not known before the set is rendered.
func (v *validator) checkRename() {
	if !v.Renames() || !v.manyHosts() {
		return
	}
	if v.mc.Spec.Flux.BrokerConfig != "" {
		v.Forbidden(configPath, "it names the hosts, and with onChange: Rename they are called otherwise after every change: leave it out, or use another onChange")
	}
	if v.mc.Bursts() {
		v.Forbidden(v1alpha2.BurstingPath, "other sets know the hosts of this one by name, and with onChange: Rename they are called otherwise after every change: use another onChange")
	}
}

// checkBursting checks the lead and the clusters of a burst. Hosts are made from their names, so the names must differ.
func (v *validator) checkBursting() {
	bursting := v.mc.Spec.Flux.Bursting
	if lead := bursting.LeadBroker; lead != (v1alpha2.FluxBroker{}) {
		v.checkLeadBroker(v1alpha2.BurstingPath.Child("leadBroker"), lead)
	}
	child := bursting.LeadBroker.Address != ""
	if bursting.Hostlist != "" && len(bursting.Clusters) > 0 {
		v.Invalid(v1alpha2.BurstingPath.Child("hostlist"), bursting.Hostlist, "clusters say the same: leave hostlist or clusters out")
	}
	taken := map[string]takenName{}
	if child {
		v.take(taken, bursting.LeadBroker.Name, v1alpha2.BurstingPath.Child("leadBroker", "name"), "the lead's set")
	} else {
		v.take(taken, v.mc.Name, v1alpha2.NamePath, "this set")
	}
	for i, cluster := range bursting.Clusters {
		at := v1alpha2.BurstingPath.Child("clusters").Index(i)
		v.Obey(at.Child("name"), cluster.Name, findings.Label)
		v.take(taken, cluster.Name, at.Child("name"), "another cluster")
	}
	if _, ok := taken[v.mc.Name]; child && bursting.Hostlist == "" && !ok {
		v.Invalid(v1alpha2.BurstingPath.Child("clusters"), len(bursting.Clusters), "this set joins another and is not among the clusters: list one with the name %q and the size %d, at the place that all others list it", v.mc.Name, v.mc.Spec.MaxSize)
	}
	for i, cluster := range bursting.Clusters {
		if child && cluster.Name == v.mc.Name && cluster.Size != v.mc.Spec.MaxSize {
			v.Invalid(v1alpha2.BurstingPath.Child("clusters").Index(i).Child("size"), cluster.Size, "%d is not the number of hosts of this set, which is %d: use the same in both places", cluster.Size, v.mc.Spec.MaxSize)
		}
	}
}

func (v *validator) checkLeadBroker(at *field.Path, lead v1alpha2.FluxBroker) {
	switch {
	case lead.Address == "":
		v.Required(at.Child("address"), "there is no address: say at which host name or IPv4 address the lead broker is reached")
	case strings.Contains(lead.Address, ":") || !isAddress(lead.Address):
		v.Invalid(at.Child("address"), lead.Address, "%q is not a host name or IPv4 address: write it without port and protocol", lead.Address)
	}
	v.Need(at.Child("name"), lead.Name, "there is no name: name the lead's set, its host names are made from it")
	v.Obey(at.Child("name"), lead.Name, findings.Label)
}

func isAddress(address string) bool {
	_, err := netip.ParseAddr(address)
	return err == nil || findings.ObjectName.Allows(address)
}
