package minicluster

// treeFanout is the number of brokers below each broker of a large set.
//
// Where Flux chooses a tree itself it takes kary:32, but a broker that reads its hosts from a configuration, as in pods,
// connects to the lead unless it is told otherwise: flux-framework/flux-core v0.88, doc/man5/flux-config-tbon.rst (topo)
// and doc/man5/flux-config-bootstrap.rst. A lead with hundreds of children is the bottleneck of large jobs:
// flux-framework/flux-core#6807.
const treeFanout = 32

// isLarge says whether the brokers form a tree because there are many. All versions of Flux know this tree. The lead
// stays the parent of all brokers where the user chooses a tree or writes the configuration, where other brokers have
// no host name (minimalService), and where brokers of other clusters only reach the lead (bursting).
//
// A lost broker takes those below it along. The set then fails anyway, because all its pods start and end together.
func (c cluster) isLarge() bool {
	flux := c.mc.Spec.Flux
	return c.mc.Spec.MaxSize > treeFanout+1 && flux.Topology == "" && flux.BrokerConfig == "" && !flux.MinimalService && !c.mc.Bursts()
}

// fanout is treeFanout in large sets, and otherwise 0.
func fanout(c cluster) int64 {
	if c.isLarge() {
		return treeFanout
	}
	return 0
}
