package v1alpha2

import (
	"net/netip"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// checkBursting checks the fields of the sets of a burst one by one. What they are together is judged beside the generator.
func (v *judge) checkBursting() {
	v.checkLeadBroker()
	for i, cluster := range v.mc.Spec.Flux.Bursting.Clusters {
		at := burstingPath.Child("clusters").Index(i)
		v.Obey(at.Child("name"), cluster.Name, findings.Label)
		v.Between(at.Child("size"), cluster.Size, 1, MaxPods, "number of pods of the cluster that joins")
	}
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
	v.Between(at.Child("size"), lead.Size, 1, MaxPods, "number of pods of the lead's set")
	v.Between(at.Child("port"), lead.Port, 1, 65535, "port of the lead broker")
}

func isAddress(address string) bool {
	_, err := netip.ParseAddr(address)
	return err == nil || findings.ObjectName.Allows(address)
}
