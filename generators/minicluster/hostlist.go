package minicluster

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// ownHosts stands in a hostlist for the host name of a pod without its index. A script replaces it in the pod, so the set still
// runs after an overlay has renamed it.
const ownHosts = "%H"

// hostlist returns the hosts of the instance in the order of their ranks, in the form of RFC 29, for example
// "%H-[0-3],burst-0-m-0-[0-7]". All clusters of a burst must give the same order, because the position is the rank. The form
// follows flux-framework/flux-operator, pkg/flux/config.go.
func hostlist(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	if b.Hostlist != "" {
		return b.Hostlist
	}
	return joined(leadHost(c), followingHosts(c))
}

// hostsTOML returns the entries of bootstrap.hosts if they differ from the hostlist: a burst cluster reaches the lead by an
// address from outside.
func hostsTOML(c cluster) string {
	lead := c.mc.Spec.Flux.Bursting.LeadBroker
	if lead.Address == "" {
		return ""
	}
	port := strconv.Itoa(int(lead.Port))
	entries := []string{inlineTable(
		"host", lead.Address,
		"bind", "tcp://*:"+port,
		"connect", "tcp://"+lead.Address+":"+port,
	)}
	hosts := followingHosts(c)
	if list := c.mc.Spec.Flux.Bursting.Hostlist; list != "" {
		hosts = strings.TrimPrefix(list, lead.Address+",")
	}
	if hosts != "" {
		entries = append(entries, inlineTable("host", hosts))
	}
	return "[" + strings.Join(entries, ", ") + "]"
}

// leadHost is rank 0. In the lead's own cluster it also has the other hosts of this cluster.
func leadHost(c cluster) string {
	if lead := c.mc.Spec.Flux.Bursting.LeadBroker; lead.Address != "" {
		return lead.Address
	}
	return hostRange(ownHosts, 0, c.mc.Spec.MaxSize)
}

// followingHosts are all hosts but leadHost.
func followingHosts(c cluster) string {
	b := c.mc.Spec.Flux.Bursting
	var lists []string
	if b.LeadBroker.Address != "" {
		lists = append(lists, hostRange(c.hostPrefix(b.LeadBroker.Name), 1, b.LeadBroker.Size-1))
	}
	for _, burst := range b.Clusters {
		prefix := c.hostPrefix(burst.Name)
		if burst.Name == c.mc.Name {
			prefix = ownHosts
		}
		lists = append(lists, hostRange(prefix, 0, burst.Size))
	}
	return joined(lists...)
}

func joined(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// inlineTable writes keys and their text values as a table of TOML on one line.
func inlineTable(pairs ...string) string {
	var fields []string
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, pairs[i]+" = "+tomlString(pairs[i+1]))
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

func tomlString(text string) string {
	encoded, err := toml.Marshal(text)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(encoded))
}

func decimal(n int32) string { return strconv.Itoa(int(n)) }
