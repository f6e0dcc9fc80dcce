package minicluster

import "github.com/latchkey-dev/latchkey/generators/internal/metadata"

// contentHash returns a hash of the workloads. It covers the ConfigMaps too,
// because the workloads name them, and these names hold a hash of the content. The
// size of an elastic set does not count, because it may change under one name.
func contentHash(c cluster) string {
	if c.mc.Elastic() {
		c.mc = c.mc.DeepCopy()
		c.mc.Spec.Size = new(c.mc.Spec.MaxSize)
	}
	return metadata.ContentHash(newWorkloads(c))
}
