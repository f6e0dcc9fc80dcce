package v1alpha2

// OlderPlaces says where fields of the releases 0.2.0 and 0.2.1 of the Flux Operator belong. Those releases also called
// their version v1alpha2, see flux-framework/flux-operator, config/crd/bases.
func (*Container) OlderPlaces() map[string]string {
	return map[string]string{"securityContext.addCapabilities": "securityContext.capabilities.add"}
}

// TakeOlder notes a field of an older release that was read.
func (c *Container) TakeOlder(place string) { c.Older = append(c.Older, place) }
