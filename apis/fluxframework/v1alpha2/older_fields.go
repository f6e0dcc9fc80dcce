package v1alpha2

// OlderPlaces says where fields belong that releases 0.2.0 and 0.2.1 of the Flux Operator had under the name v1alpha2, see
// flux-framework/flux-operator, config/crd/bases.
func (*Container) OlderPlaces() map[string]string {
	return map[string]string{"securityContext.addCapabilities": "securityContext.capabilities.add"}
}

// TakeOlder notes a field of an older release that was read.
func (c *Container) TakeOlder(place string) { c.Older = append(c.Older, place) }
