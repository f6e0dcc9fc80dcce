package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
)

// warnOfSlip warns of an item that is no source by a slip: its group is that of a source and its kind nearly, or its
// kind is that of a source and its group nearly, or left out. Any other kind of any other group is fine.
func (r *run) warnOfSlip(item *Item) {
	group := item.Group()
	for _, kind := range r.kinds.Kinds() {
		if kind.Group == group && suggest.IsSlip(item.Kind, kind.Name) {
			r.addProblems(item, krm.Warning, field.ErrorList{kindSlip(item, kind.Name)})
			return
		}
	}
	var named []generators.Kind
	for _, kind := range r.kinds.Kinds() {
		if strings.EqualFold(kind.Name, item.Kind) {
			named = append(named, kind)
		}
	}
	if len(named) == 0 {
		return
	}
	near := suggest.Nearest(group, groupsOf(named))
	if near == "" && group == "" {
		near = named[0].Group
	}
	for _, kind := range named {
		if kind.Group != near {
			continue
		}
		slips := field.ErrorList{groupSlip(item, kind)}
		if kind.Name != item.Kind {
			slips = append(slips, kindSlip(item, kind.Name))
		}
		r.addProblems(item, krm.Warning, slips)
	}
}

func kindSlip(item *Item, near string) *field.Error {
	return slip("kind", item.Kind, near, item.Kind)
}

// slip is the warning about a value of a field, for which another one was probably meant. what it says is not known.
func slip(path, value, near, what string) *field.Error {
	return findings.Meaning(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: path, BadValue: value,
		Detail: "Latchkey knows no " + what + " and leaves it as it is: " + suggest.DidYouMean(near),
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

func groupsOf(kinds []generators.Kind) []string {
	groups := make([]string, 0, len(kinds))
	for _, kind := range kinds {
		groups = append(groups, kind.Group)
	}
	return groups
}
