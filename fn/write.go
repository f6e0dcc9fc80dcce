package fn

import (
	"cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// write returns the items that stay in the output, in their new forms. changed has the new forms of items
// that sources change.
func write(sets []set, owners ownership, changed map[*Item]*Item) ([]*Item, error) {
	sources := map[*Item]int{}
	for at, s := range sets {
		sources[s.item] = at
	}
	items := make([]*Item, 0, len(owners.items))
	for _, item := range owners.items {
		at, isSource := sources[item]
		out, err := item, error(nil)
		switch {
		case !isSource && !owners.stays(item):
			continue
		case isSource && sets[at].OnlyValidated():
		case isSource && sets[at].Options.Sources != latchkey.SourcesKeep:
			continue
		case isSource:
			out, err = cmp.Or(changed[item], item).asLocalConfig()
		default:
			out, err = cmp.Or(changed[item], item).written()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, out)
	}
	return items, nil
}
