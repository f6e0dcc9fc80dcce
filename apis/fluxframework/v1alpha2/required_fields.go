package v1alpha2

// RequiredFields says which fields the definition of the kind requires.
func (FluxBroker) RequiredFields() map[string]string {
	return map[string]string{
		"address": "there is no address: say at which host name or IPv4 address the lead broker is reached",
		"name":    "there is no name: name the lead's set, its host names are made from it",
		"size":    "there is no size: write the number of pods of the lead's set",
	}
}
