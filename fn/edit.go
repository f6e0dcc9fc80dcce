package fn

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// written returns the item with its namespace and name also in its text. The findings before needed the text as it was
// read, with its lines.
func (i *Item) written() (*Item, error) {
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
	out, err := i.written()
	if err != nil || out.Annotation(callers.LocalConfig) != "" {
		return out, err
	}
	return out.with([]string{"metadata", "annotations", callers.LocalConfig}, "true")
}

// edit returns the new forms of the items that sources change. The edits are made in their order.
func edit(items []*Item, all ...edits) (changed map[*Item]*Item, err error) {
	changed = map[*Item]*Item{}
	for _, item := range items {
		var own []transform.Edit
		for _, some := range all {
			own = append(own, some[item]...)
		}
		if len(own) == 0 {
			continue
		}
		if changed[item], err = item.edited(own); err != nil {
			return nil, err
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
