package v1alpha1

// RequiredFields says what the definition of the kind asks for.
func (User) RequiredFields() map[string]string {
	return map[string]string{"name": "the user has no name: write one, or leave the user out"}
}

// RequiredFields says what the definition of the kind asks for.
func (ContainerSecurity) RequiredFields() map[string]string {
	return map[string]string{"privileged": "it is missing: write true or false, or leave the securityContext out"}
}

// RequiredFields says what the definition of the kind asks for, of volumes of every class.
func (Volume) RequiredFields() map[string]string {
	return map[string]string{"path": "there is no path: name the directory of the node, for example /data; for another storageClass than hostpath any text will do"}
}
