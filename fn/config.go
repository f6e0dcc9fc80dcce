package fn

import (
	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// configure reads the functionConfig and adds what the surface says.
func (r *run) configure(settings Settings) {
	options := settings.Options
	if config := r.in.FunctionConfig; config != nil {
		own, problems := r.readConfig(config)
		r.results = append(r.results, config.fieldResults(krm.Error, problems)...)
		options = options.Merge(own)
	}
	r.configured = !HasErrors(r.results)
	r.validateOnly = options.ValidateOnly != nil && *options.ValidateOnly
	if options.Sources == "" {
		options.Sources = settings.defaultSources()
	}
	r.options = options
}

// readConfig reads the options of a functionConfig. One that is a source itself says none.
func (r *run) readConfig(config *Item) (latchkey.Options, field.ErrorList) {
	switch {
	case config.Group() == latchkey.GroupVersion.Group && config.Kind == latchkey.Kind:
		return readLatchkey(config)
	case config.Group() == "" && config.Kind == "ConfigMap":
		return readConfigMap(config)
	case config.IsSource():
		return latchkey.Options{}, nil
	}
	known := append([]string{"ConfigMap", latchkey.Kind}, kinds.names()...)
	return latchkey.Options{}, field.ErrorList{{
		Type: field.ErrorTypeNotSupported, Field: "kind", BadValue: config.Kind,
		Detail: "this is no configuration of Latchkey: " + suggest.OneOf(known),
	}}
}

func readLatchkey(config *Item) (latchkey.Options, field.ErrorList) {
	if version := config.groupVersion().Version; version != latchkey.GroupVersion.Version {
		return latchkey.Options{}, field.ErrorList{unknownVersion(config, []string{latchkey.GroupVersion.Version})}
	}
	var object latchkey.Latchkey
	problems := apis.Decode(config.node, &object)
	return object.Spec, append(problems, object.Spec.Validate(field.NewPath("spec"))...)
}

func readConfigMap(config *Item) (latchkey.Options, field.ErrorList) {
	var problems field.ErrorList
	values := map[string]string{}
	data := child(config.node, "data")
	if data != nil && data.Kind == yaml.MappingNode {
		for at := 0; at+1 < len(data.Content); at += 2 {
			value := deref(data.Content[at+1])
			if value.Kind != yaml.ScalarNode {
				problems = append(problems, field.TypeInvalid(field.NewPath("data", data.Content[at].Value), field.OmitValueType{},
					"this is no text: write the value as one word, or words separated by commas"))
				continue
			}
			values[data.Content[at].Value] = text(value)
		}
	}
	options, more := latchkey.OptionsFromStrings(values, latchkey.ConfigMapData)
	return options, append(problems, more...)
}

// unknownVersion says which versions of an item's kind there are.
func unknownVersion(item *Item, known []string) *field.Error {
	full := make([]string, 0, len(known))
	for _, version := range known {
		full = append(full, item.Group()+"/"+version)
	}
	return &field.Error{
		Type: field.ErrorTypeNotSupported, Field: "apiVersion", BadValue: item.APIVersion,
		Detail: "this version of " + item.Kind + " is not known: " + suggest.OneOf(full),
	}
}
