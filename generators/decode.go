package generators

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// Decode reads an object of the version from YAML without aliases and merge keys. It returns all errors of structure, and no object
// then. Null means absent.
func (v Version) Decode(node *yaml.Node) (Object, field.ErrorList) {
	s, err := v.Schema()
	if err != nil {
		return nil, field.ErrorList{field.InternalError(nil, err)}
	}
	if problems := schema.Check(node, s); len(problems) > 0 {
		return nil, problems
	}
	object := v.New()
	if err := schema.Fill(node, s, object); err != nil {
		return nil, field.ErrorList{field.InternalError(nil, err)}
	}
	return object, nil
}

// check returns the errors of structure of an object that Go code has made.
func (v Version) check(object Object) field.ErrorList {
	data, err := json.Marshal(object)
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	var node yaml.Node
	if err := yaml.Unmarshal(data, &node); err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	s, err := v.Schema()
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	return schema.Check(node.Content[0], s)
}
