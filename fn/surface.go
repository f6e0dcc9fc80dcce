package fn

import (
	"github.com/latchkey-dev/latchkey/fn/internal/callers"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// IsSource tells whether the item is of one of the kinds.
func (i *Item) IsSource(kinds generators.Registry) bool {
	_, found := kinds.Kind(i.Group(), i.Kind)
	return found
}

// IsLatchkey tells whether the item is a Latchkey, which holds options.
func (i *Item) IsLatchkey() bool {
	return i.Group() == latchkey.GroupVersion.Group && i.Kind == latchkey.Kind
}

// IsMadeFrom tells whether the item has the mark of a source of one of the kinds. The source need not be present.
func (i *Item) IsMadeFrom(kinds generators.Registry) bool { return isFrom(i.Source(), kinds) }

// isFrom tells whether a text is the mark of a source of one of the kinds.
func isFrom(mark string, kinds generators.Registry) bool {
	source, ok := latchkey.ParseMark(mark)
	if !ok {
		return false
	}
	_, known := kinds.Kind(source.Group, source.Kind)
	return known
}

// IsLocalConfig tells whether the item is for tools only and never applied.
func (i *Item) IsLocalConfig() bool {
	return callers.IsLocal(i)
}

// Options reads the options in a functionConfig, which is a Latchkey or a ConfigMap. A source has none.
func (i *Item) Options(kinds generators.Registry) (latchkey.Options, Results) {
	options, problems := readConfig(i, kinds)
	return options, i.fieldResults(krm.Error, problems)
}

// Problem returns an error about the item as a whole.
func (i *Item) Problem(message string) *Result {
	return i.finding(krm.Error, "%s", message)
}

// Warning returns a warning about the item as a whole.
func (i *Item) Warning(message string) *Result {
	return i.finding(krm.Warning, "%s", message)
}

// Problems returns errors about fields of the item.
func (i *Item) Problems(problems field.ErrorList) Results {
	return i.fieldResults(krm.Error, problems)
}

// Warnings returns warnings about fields of the item.
func (i *Item) Warnings(problems field.ErrorList) Results {
	return i.fieldResults(krm.Warning, problems)
}

// Findings returns the problems of something that is not an item, for example of flags.
func Findings(problems field.ErrorList) Results {
	return (&Item{}).fieldResults(krm.Error, problems)
}

// Resolve returns the sources of a list with their defaults, sorted by name, and what is wrong with each alone. It makes
// nothing of them.
func Resolve(in *ResourceList, settings Settings) ([]generators.Object, Results) {
	config, found := configure(in, settings)
	sources, more := decode(in, config)
	all, problems := resolve(sources, config.options)
	var objects []generators.Object
	for _, r := range all {
		objects = append(objects, r.Object)
	}
	return objects, append(append(found, more...), problems...)
}
