package fn

import (
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
)

// judge finds what is wrong with the objects that sources make, in their package and for the caller. expanded are the sources before
// others were attached to them.
func judge(expanded, sources []source, owners ownership, config configuration) Results {
	return slices.Concat(
		collisions(sources, owners),
		oversized(sources),
		refusedPods(owners.items, expanded, sources),
		droppedSources(owners.items, sources, config),
	)
}

// collisions refuses objects that would be in the output twice. A caller fails on them or writes both.
func collisions(sources []source, owners ownership) (found Results) {
	made := map[Key]source{}
	for _, s := range sources {
		for _, object := range s.Objects {
			item := newGeneratedItem(object)
			found = append(found, s.judgeMade(item, made)...)
			made[item.Key()] = s
		}
	}
	for _, item := range owners.items {
		s, isMade := made[item.Key()]
		if !isMade || item.IsSource(owners.kinds) || owners.givesWay(item, s) {
			continue
		}
		if mark := item.Mark(); mark != "" {
			found = append(found, s.item.finding(krm.Error, "makes %s, which is already in the input, made from %s: remove that object, or rename one of the two from which it is made", item, mark))
			continue
		}
		found = append(found, s.item.finding(krm.Error, "makes %s, which is already %s: rename one of the two", item, where(item)))
	}
	return found
}

// judgeMade judges one object of a source beside those that were made before.
func (s source) judgeMade(item *Item, made map[Key]source) Results {
	if item.APIVersion == "" || item.Kind == "" || item.Name == "" {
		return Results{s.item.finding(krm.Error, "makes an object whose apiVersion (%q), kind (%q) or name (%q) is empty: the Go code of the kind %s has to set all three in Expand",
			item.APIVersion, item.Kind, item.Name, s.item.Kind)}
	}
	other, twice := made[item.Key()]
	switch {
	case twice && s.template != nil && other.template == s.template:
		return Results{s.item.finding(krm.Error, "each run makes %s: leave out the field of the template that gives this name, so that each run has an object of its own; in v1alpha1 the field has a default, so write v1alpha2", item)}
	case twice && other.item == s.item:
		return Results{s.item.finding(krm.Error, "makes %s twice: choose other names", item)}
	case twice && other.item.Key() != s.item.Key():
		return Results{s.item.finding(krm.Error, "makes %s, and so does %s (%s): choose another name in one of the two", item, other.item, where(other.item))}
	}
	return nil
}

// droppedSources warns for each dropped source that kpt will delete its file.
func droppedSources(items []*Item, sources []source, config configuration) (found Results) {
	if config.caller != callers.Kpt || config.validateOnly {
		return nil
	}
	for _, s := range sources {
		if s.Options.Sources != latchkey.SourcesDrop || s.OnlyValidated() || !slices.Contains(items, s.item) {
			continue
		}
		next := ""
		if config.options.Sources == latchkey.SourcesKeep {
			next = ", and the next \"kpt fn render\" deletes what is made from it"
		}
		found = append(found, s.item.finding(krm.Warning,
			"sources: Drop deletes this object from %s when kpt writes the package back%s: leave the option out (to print what is to be applied, use latchkey render)", s.item.File, next))
	}
	return found
}
