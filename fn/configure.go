package fn

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
)

// Settings are what the calling program says about a run.
type Settings struct {
	// Kinds are the kinds to expand. The zero value holds only the kinds of Latchkey.
	Kinds generators.Registry
	// Options are what the calling program sets. Options of the list's functionConfig win over them. The
	// command line merges its file of options itself, so its list has no functionConfig.
	Options latchkey.Options
	// CommandLine says that the output is to be applied: then sources are dropped by default.
	CommandLine bool
}

// configure reads the functionConfig and adds the options of the settings. With errors nobody knows the intended options, and
// the configuration has the defaults.
func configure(in *ResourceList, settings Settings) (configuration, Results) {
	config := configuration{
		kinds: settings.Kinds, caller: callers.Of(in.Items), options: settings.Options,
		copyOfConfig: in.copyOfConfig(settings.Kinds),
	}
	var found Results
	if object := in.FunctionConfig; object != nil {
		own, problems := readConfig(object, settings.Kinds)
		if !object.IsSource(settings.Kinds) {
			problems = append(problems, annotatedOptions(object)...)
		}
		if found = object.fieldResults(krm.Error, problems); HasErrors(found) {
			return configuration{kinds: settings.Kinds}, found
		}
		config.options = config.options.Merge(own)
	}
	config.validateOnly = config.options.ValidateOnly != nil && *config.options.ValidateOnly
	switch {
	case config.options.Sources != "":
	case settings.CommandLine:
		config.options.Sources = latchkey.SourcesDrop
	default:
		config.options.Sources = latchkey.SourcesKeep
	}
	return config, found
}

// copyOfConfig returns the copy of its functionConfig that a kustomize generator gets as an item, or nil. It is not
// returned, because it would become a resource of the build.
func (l *ResourceList) copyOfConfig(kinds generators.Registry) *Item {
	config := l.FunctionConfig
	if config == nil || !config.IsSource(kinds) {
		return nil
	}
	at := slices.IndexFunc(l.Items, config.isCopy)
	if at < 0 || l.Items[at].File != "" || callers.IsFromKustomize(l.Items[at]) {
		return nil
	}
	return l.Items[at]
}

// isCopy tells whether an item is the functionConfig once more. A kustomize generator gets a copy of its functionConfig as
// its only item, and kpt sends the file of the functionConfig. If there is such an item, decode reads the item and not the
// functionConfig.
func (i *Item) isCopy(item *Item) bool {
	if i.Key() != item.Key() {
		return false
	}
	own, err := i.Content()
	other, otherErr := item.Content()
	return err == nil && otherErr == nil && reflect.DeepEqual(callers.WithoutBookkeeping(own), callers.WithoutBookkeeping(other))
}

// annotatedOptions refuses annotations of Latchkey on a functionConfig, which are for sources.
func annotatedOptions(config *Item) (problems field.ErrorList) {
	at := "spec"
	if config.Kind == "ConfigMap" {
		at = "data"
	}
	for _, key := range findings.SortedKeys(config.annotations) {
		flag, isOurs := strings.CutPrefix(key, latchkey.Prefix)
		if !isOurs {
			continue
		}
		remedy := "leave it out, and write options below " + at
		for _, option := range latchkey.OptionTable() {
			if option.Flag == flag {
				remedy = "write the option here as " + at + "." + option.Name
			}
		}
		problems = append(problems, field.Invalid(field.NewPath("metadata", "annotations").Key(key), config.annotations[key],
			fmt.Sprintf("an annotation of Latchkey is for an object that it expands, such as a MiniCluster: %s", remedy)))
	}
	return problems
}

// readConfig reads the options of a functionConfig. A functionConfig that is a source holds no options.
func readConfig(config *Item, kinds generators.Registry) (latchkey.Options, field.ErrorList) {
	switch {
	case config.IsLatchkey():
		return readLatchkey(config)
	case config.Group() == "" && config.Kind == "ConfigMap":
		return readConfigMap(config)
	case config.IsSource(kinds):
		return latchkey.Options{}, nil
	}
	if config.Kind == latchkey.Kind || config.Kind == "ConfigMap" {
		return latchkey.Options{}, field.ErrorList{&field.Error{
			Type: field.ErrorTypeNotSupported, Field: "apiVersion", BadValue: config.APIVersion,
			Detail: fmt.Sprintf("%q is not a version of a configuration of Latchkey: choose \"%s/%s\" for the kind %s, or \"v1\" for a ConfigMap",
				config.APIVersion, latchkey.GroupVersion.Group, latchkey.GroupVersion.Version, latchkey.Kind),
		}}
	}
	var known []string
	for _, kind := range kinds.Kinds() {
		known = append(known, kind.Name)
	}
	slices.Sort(known)
	known = append([]string{"ConfigMap", latchkey.Kind}, slices.Compact(known)...) // two groups may have a kind of one name
	return latchkey.Options{}, field.ErrorList{findings.Unknown(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: "kind", BadValue: config.Kind, Detail: "this is not a configuration of Latchkey: ",
	}, config.Kind, known)}
}

func readLatchkey(config *Item) (latchkey.Options, field.ErrorList) {
	if version := config.groupVersion().Version; version != latchkey.GroupVersion.Version {
		return latchkey.Options{}, field.ErrorList{unknownVersion(config, []string{latchkey.GroupVersion.Version})}
	}
	var object latchkey.Latchkey
	s, err := crds.Object(crds.Latchkeys, latchkey.GroupVersion.Version)
	if err != nil {
		return latchkey.Options{}, field.ErrorList{field.InternalError(nil, err)}
	}
	if problems := schema.Check(config.read.Node(), s); len(problems) > 0 {
		return latchkey.Options{}, problems
	}
	if err := schema.Fill(config.read.Node(), s, &object); err != nil {
		return latchkey.Options{}, field.ErrorList{field.InternalError(nil, err)}
	}
	return object.Spec, object.Spec.Validate(field.NewPath("spec"))
}

// configMap is the structure of a ConfigMap of options. It accepts numbers and booleans as values, because kustomize and people leave
// quotes out.
var configMap = (&schema.Schema{Type: "object", Properties: map[string]*schema.Schema{
	"apiVersion": {Type: "string"}, "kind": {Type: "string"}, "immutable": {Type: "boolean"}, "data": {Type: "object", Free: true},
}}).Object()

func readConfigMap(config *Item) (latchkey.Options, field.ErrorList) {
	problems := schema.Check(config.read.Node(), configMap)
	values := map[string]string{}
	if data := yamltext.Child(config.read.Node(), "data"); data != nil && data.Kind == yaml.MappingNode {
		for at := 0; at < len(data.Content); at += 2 {
			key, value := data.Content[at].Value, data.Content[at+1]
			if value.Kind != yaml.ScalarNode {
				problems = append(problems, field.TypeInvalid(field.NewPath("data").Child(key), field.OmitValueType{},
					"this is not a string: write the value as one word, or words separated by commas"))
				continue
			}
			values[key] = yamltext.Text(value)
		}
	}
	options, more := latchkey.OptionsFromStrings(values, latchkey.ConfigMapData)
	return options, append(problems, more...)
}

// unknownVersion is the error about an unknown version of an item's kind. It lists the known versions.
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
