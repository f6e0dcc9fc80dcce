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

// ownGroups are the API groups of which Latchkey reads every kind that there is. A server that does not know them refuses
// any other.
var ownGroups = []string{"flux-framework.org", latchkey.GroupVersion.Group}

// judgeSlip judges an item that is no source by a slip: its group is that of a source and its kind nearly, or its
// kind is that of a source and its group nearly, or left out. It is an error, since no server takes such an item; where
// the group can be somebody else's as well it is a warning. Any other kind of any other group is fine.
func (r *run) judgeSlip(item *Item) {
	group := item.Group()
	names := namesIn(r.kinds, group)
	switch {
	case group == latchkey.GroupVersion.Group && item.Kind == latchkey.Kind:
		return
	case slices.Contains(ownGroups, group):
		if group == latchkey.GroupVersion.Group {
			names = []string{latchkey.Kind}
		}
		r.addProblems(item, severityIn(item, group), field.ErrorList{unknownKind(item, names)})
		return
	}
	for _, name := range names {
		if suggest.IsSlip(item.Kind, name) {
			severity := krm.Error
			if item.IsLocalConfig() {
				severity = krm.Warning
			}
			r.addProblems(item, severity, field.ErrorList{unknownKind(item, names)})
			return
		}
	}
	r.judgeGroup(item)
}

// judgeGroup judges an item whose kind is that of a source, in another group.
func (r *run) judgeGroup(item *Item) {
	group := item.Group()
	named := called(r.kinds, item.Kind)
	if len(named) == 0 {
		return
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
		r.addProblems(item, severityIn(item, near), slips)
	}
}

// severityIn is that of an item which is no source by a slip, whose group is or should be a given one. What is for tools
// only is never applied.
func severityIn(item *Item, group string) krm.Severity {
	if slices.Contains(ownGroups, group) && !item.IsLocalConfig() {
		return krm.Error
	}
	return krm.Warning
}

func unknownKind(item *Item, known []string) *field.Error {
	return findings.Unknown(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: "kind", BadValue: item.Kind,
		Detail: fmt.Sprintf("there is no %s in %s: ", item.Kind, item.Group()),
	}, item.Kind, known)
}

func kindSlip(item *Item, near string) *field.Error {
	return slip("kind", item.Kind, near, item.Kind)
}

// slip is the problem of a value of a field, for which another one was probably meant. what it says is not known.
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

// namesIn are the names of the kinds of a group, sorted.
func namesIn(kinds generators.Registry, group string) []string {
	var names []string
	for _, kind := range kinds.Kinds() {
		if kind.Group == group {
			names = append(names, kind.Name)
		}
	}
	return names
}

// called are the kinds of a name, or of one that is a slip of it, sorted by group.
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
