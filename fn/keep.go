package fn

import (
	"cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
)

// keep returns the items that stay in the output, in their new forms. changed has the new forms of items
// that sources change.
func keep(sources []source, owners ownership, changed map[*Item]*Item) ([]*Item, error) {
	indexes := map[*Item]int{}
	for at, s := range sources {
		indexes[s.item] = at
	}
	items := make([]*Item, 0, len(owners.items))
	for _, item := range owners.items {
		at, isSource := indexes[item]
		out, err := item, error(nil)
		switch {
		case !isSource && !owners.stays(item):
			continue
		case isSource && sources[at].OnlyValidated():
		case isSource && sources[at].Options.Sources != latchkey.SourcesKeep:
			continue
		case isSource:
			out, err = cmp.Or(changed[item], item).asLocalConfig()
		default:
			out, err = cmp.Or(changed[item], item).withNames()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, out)
	}
	return items, nil
}

// withNames returns the item with its namespace and name also in its text. The findings before needed the text as it was
// read, with its lines.
func (i *Item) withNames() (*Item, error) {
	header := i.read.Header()
	out, err := i, error(nil)
	if i.Namespace != header.Namespace {
		out, err = out.with([]string{"metadata", "namespace"}, i.Namespace)
	}
	if err == nil && i.Name != header.Name {
		out, err = out.with([]string{"metadata", "name"}, i.Name)
	}
	if err == nil && out != i {
		out.isEdited = true
	}
	return out, err
}

// asLocalConfig returns the item of a source for the output: with its namespace and name, and marked as local
// configuration.
func (i *Item) asLocalConfig() (*Item, error) {
	out, err := i.withNames()
	if err != nil || out.Annotation(callers.LocalConfig) != "" {
		return out, err
	}
	return out.with([]string{"metadata", "annotations", callers.LocalConfig}, "true")
}
