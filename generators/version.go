package generators

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/schema"
)

// A Version is one version of a kind.
type Version struct {
	// Name of the version, for example v1alpha2.
	Name string
	// New returns an empty object.
	New func() Object
	// Schema returns the schema of the version in the CustomResourceDefinition of the kind. It panics without one, which [NewRegistry]
	// refuses.
	Schema func() *schema.Schema

	// convert turns an object into the version, and group, that the kind expands. It is nil for that version itself.
	convert func(Object) (Object, findings.Findings, findings.Fields)
}

// Moved returns an object with the fields of older releases of the version where they are today, see [schema.Schema.Moved].
func (v Version) Moved(node *yaml.Node) (*yaml.Node, findings.Findings, findings.Fields) {
	return v.Schema().Moved(node)
}

// Decode reads an object of the version from YAML without aliases and merge keys. It returns all errors of structure, and no object
// then. Null means absent.
func (v Version) Decode(node *yaml.Node) (Object, field.ErrorList) {
	s := v.Schema()
	if problems := schema.Check(node, s); len(problems) > 0 {
		return nil, problems
	}
	object := v.New()
	if err := schema.Fill(node, s, object); err != nil {
		return nil, field.ErrorList{field.InternalError(nil, err)}
	}
	return object, nil
}
