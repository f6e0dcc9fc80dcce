package fn

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// edit returns the new forms of the items that sources change. The edits are made in their order.
func edit(items []*Item, edits []transform.Edit) (changed map[*Item]*Item, err error) {
	of := map[*transform.Item][]transform.Edit{}
	for _, edit := range edits {
		of[edit.Item] = append(of[edit.Item], edit)
	}
	changed = map[*Item]*Item{}
	for _, item := range items {
		if own := of[item.seen]; len(own) > 0 {
			if changed[item], err = item.edited(own); err != nil {
				return nil, err
			}
		}
	}
	return changed, nil
}

// edited returns an item with the edits that sources asked for.
func (i *Item) edited(edits []transform.Edit) (*Item, error) {
	changed, err := i, error(nil)
	for _, edit := range edits {
		if changed, err = changed.after(edit); err != nil {
			return nil, err
		}
	}
	if changed.read == i.read {
		return i, nil // it has these values already
	}
	changed.isEdited = true
	return changed, nil
}

// after returns the item after an edit. Nothing else changes.
func (i *Item) after(edit transform.Edit) (*Item, error) {
	if edit.Value != nil {
		return i.with(edit.Path, edit.Value)
	}
	read, err := i.read.Removed(edit.Path)
	if err != nil {
		return nil, fmt.Errorf("remove %s of %s: %w", strings.Join(edit.Path, "."), i, err)
	}
	return i.reading(read), nil
}

// with returns the item with a value at a path of keys and indexes. Nothing else changes.
func (i *Item) with(path []string, value any) (*Item, error) {
	read, err := i.read.With(path, value)
	if err != nil {
		return nil, fmt.Errorf("set %s of %s: %w", strings.Join(path, "."), i, err)
	}
	return i.reading(read), nil
}

// reading returns the item with another object that was read.
func (i *Item) reading(read *yamltext.Object) *Item {
	out := *i
	out.read, out.annotations = read, read.Header().Annotations
	return &out
}
