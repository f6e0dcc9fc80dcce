package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
)

// ownGroups are API groups. Latchkey knows all their kinds, and a server refuses any other kind in them.
var ownGroups = []string{"flux-framework.org", latchkey.GroupVersion.Group}

// judgeSlip reports an item that is probably a misspelt source. Either it has the group of a source
// and nearly its kind, or it has the kind of a source and nearly its group, or no group. This is an error, because no
// server accepts such an item. It is a warning if the group may belong to somebody else. Any other kind in any other
// group is fine.
func judgeSlip(item *Item, kinds generators.Registry) Results {
	group := item.Group()
	names := namesIn(kinds, group)
	switch {
	case item.IsLatchkey():
		return nil
	case slices.Contains(ownGroups, group):
		if group == latchkey.GroupVersion.Group {
			names = append(names, latchkey.Kind)
		}
		return item.fieldResults(severityIn(item, group), field.ErrorList{unknownKind(item, names)})
	}
	for _, name := range names {
		if suggest.IsSlip(item.Kind, name) {
			severity := krm.Error
			if item.IsLocalConfig() {
				severity = krm.Warning
			}
			return item.fieldResults(severity, field.ErrorList{unknownKind(item, names)})
		}
	}
	return judgeGroup(item, kinds)
}

// judgeGroup judges an item that has the kind of a source in another group.
func judgeGroup(item *Item, kinds generators.Registry) (found Results) {
	group := item.Group()
	named := called(kinds, item.Kind)
	if len(named) == 0 {
		return nil
	}
	near := suggest.Nearest(group, groupsOf(named))
	if near == "" && !strings.Contains(group, ".") {
		near = named[0].Group // a group without a dot is one of Kubernetes, which has no such kind
	}
	for _, kind := range named {
		if kind.Group != near {
			continue
		}
		slips := field.ErrorList{groupSlip(item, kind)}
		if kind.Name != item.Kind {
			slips = append(slips, kindSlip(item, kind.Name))
		}
		found = append(found, item.fieldResults(severityIn(item, near), slips)...)
	}
	return found
}

// severityIn returns the severity for a misspelt source. group is the present or intended group of the item. Items for
// tools only are never applied, so they get a warning.
func severityIn(item *Item, group string) krm.Severity {
	if slices.Contains(ownGroups, group) && !item.IsLocalConfig() {
		return krm.Error
	}
	return krm.Warning
}

func unknownKind(item *Item, known []string) *field.Error {
	if item.Kind == "" {
		return findings.Meaning(field.Required(field.NewPath("kind"), suggest.OneOf(known)), known...)
	}
	return findings.Unknown(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: "kind", BadValue: item.Kind,
		Detail: fmt.Sprintf("there is no %q in %s: ", item.Kind, item.Group()),
	}, item.Kind, known)
}

func kindSlip(item *Item, near string) *field.Error {
	return slip("kind", item.Kind, near, item.Kind)
}

// slip is the problem of a misspelt value. near is the value that was probably meant, and what describes the unknown
// value.
func slip(path, value, near, what string) *field.Error {
	return findings.Meaning(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: path, BadValue: value,
		Detail: "Latchkey knows no " + what + ": " + suggest.DidYouMean(near),
	}, near)
}

func groupSlip(item *Item, kind generators.Kind) *field.Error {
	versions := versionNames(kind)
	version := item.groupVersion().Version
	if !slices.Contains(versions, version) {
		version = versions[len(versions)-1]
	}
	return slip("apiVersion", item.APIVersion, kind.Group+"/"+version, fmt.Sprintf("%s of %q", item.Kind, item.APIVersion))
}

// namesIn returns the names of the kinds of a group, sorted.
func namesIn(kinds generators.Registry, group string) []string {
	var names []string
	for _, kind := range kinds.Kinds() {
		if kind.Group == group {
			names = append(names, kind.Name)
		}
	}
	return names
}

// called returns the kinds with exactly or nearly this name, sorted by group.
func called(kinds generators.Registry, name string) []generators.Kind {
	var named []generators.Kind
	for _, kind := range kinds.Kinds() {
		if suggest.IsSlip(name, kind.Name) {
			named = append(named, kind)
		}
	}
	return named
}

func groupsOf(kinds []generators.Kind) []string {
	groups := make([]string, 0, len(kinds))
	for _, kind := range kinds {
		groups = append(groups, kind.Group)
	}
	return groups
}
