package fn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
)

// decode reads every source among the items and, for a kustomize generator, the functionConfig. It reports items that look like
// sources and are none. The sources are in the order of the items.
func decode(in *ResourceList, config configuration) (sources []source, found Results) {
	items := in.Items
	if extra := in.FunctionConfig; extra != nil && extra.IsSource(config.kinds) && !slices.ContainsFunc(items, extra.isCopy) {
		items = append(slices.Clone(items), extra)
	}
	for _, item := range items {
		kind, isSource := config.kinds.Kind(item.Group(), item.Kind)
		if !isSource {
			found = append(found, judgeSlip(item, config.kinds)...)
			continue
		}
		version, known := versionOf(item, kind)
		if !known {
			found = append(found, item.fieldResults(krm.Error, field.ErrorList{unknownVersion(item, versionNames(kind))})...)
			continue
		}
		s, judged := item.decoded(kind, version)
		found = append(found, s.problems(judged.Errors, judged.Warnings)...)
		if len(judged.Errors) == 0 {
			sources = append(sources, s)
		}
	}
	return sources, found
}

// decoded decodes the item. Fields of older releases are moved to where they are today. A field that is null counts as absent, but for
// the annotation attach-to: there null counts as an empty string, which is an error. A setter without a value leaves null there, and
// kustomize turns null into an empty string.
func (i *Item) decoded(kind generators.Kind, version generators.Version) (source, findings.Findings) {
	node, found, moved := version.Moved(i.read.Node())
	s := source{item: i, version: version, moved: moved}
	object, problems := version.Decode(node)
	if found.Errors = append(found.Errors, problems...); len(found.Errors) > 0 {
		return s, found
	}
	written := yamltext.Child(node, "metadata", "annotations", latchkey.AnnotationAttachTo)
	if _, isSet := object.GetAnnotations()[latchkey.AnnotationAttachTo]; !isSet && written != nil {
		annotations := map[string]string{latchkey.AnnotationAttachTo: ""}
		maps.Copy(annotations, object.GetAnnotations())
		object.SetAnnotations(annotations)
	}
	object.SetNamespace(i.Namespace) // the item may have been renamed after it was read
	object.SetName(i.Name)
	s.Source = generators.Source{Kind: kind, Object: object}
	return s, found
}

// versionOf returns the version of a kind in which an item is written.
func versionOf(item *Item, kind generators.Kind) (version generators.Version, found bool) {
	at := slices.IndexFunc(kind.Versions, func(v generators.Version) bool { return v.Name == item.groupVersion().Version })
	if at < 0 {
		return version, false
	}
	return kind.Versions[at], true
}

func versionNames(kind generators.Kind) []string {
	names := make([]string, 0, len(kind.Versions))
	for _, version := range kind.Versions {
		names = append(names, version.Name)
	}
	return names
}

// ownGroups are API groups. Latchkey knows all their kinds, and a server refuses any other kind in them.
var ownGroups = []string{"flux-framework.org", latchkey.GroupVersion.Group}

// judgeSlip reports an item that is probably a misspelt source. Either it has the group of a source
// and nearly its kind, or it has nearly the kind of a source and nearly its group, or no group. This is an error, because no
// server accepts such an item. It is a warning if the group may belong to somebody else. Any other kind in any other
// group is fine.
func judgeSlip(item *Item, kinds generators.Registry) Results {
	group := item.Group()
	isOwn := slices.Contains(ownGroups, group)
	var names []string
	for _, kind := range kinds.Kinds() {
		if kind.Group == group {
			names = append(names, kind.Name)
		}
	}
	switch {
	case item.IsLatchkey():
		return nil
	case group == latchkey.GroupVersion.Group:
		names = append(names, latchkey.Kind)
	}
	if isOwn || slices.ContainsFunc(names, func(name string) bool { return suggest.IsSlip(item.Kind, name) }) {
		return item.fieldResults(severityOf(item, true), field.ErrorList{unknownKind(item, names)})
	}
	for _, kind := range kinds.Kinds() { // a group without a dot is one of Kubernetes, which has no such kind
		if suggest.IsSlip(item.Kind, kind.Name) && (!strings.Contains(group, ".") || suggest.IsNear(group, []string{kind.Group})) {
			return item.fieldResults(severityOf(item, slices.Contains(ownGroups, kind.Group)), field.ErrorList{groupSlip(item, kind)})
		}
	}
	return nil
}

// severityOf returns the severity for a misspelt source. Items for tools only are never applied, so they get a warning.
func severityOf(item *Item, isRefused bool) krm.Severity {
	if isRefused && !item.IsLocalConfig() {
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

func groupSlip(item *Item, kind generators.Kind) *field.Error {
	versions := versionNames(kind)
	version := item.groupVersion().Version
	if !slices.Contains(versions, version) {
		version = versions[len(versions)-1]
	}
	near := kind.Group + "/" + version
	return findings.Meaning(&field.Error{
		Type: field.ErrorTypeNotSupported, Field: "apiVersion", BadValue: item.APIVersion,
		Detail: fmt.Sprintf("Latchkey knows no %s of %q: %s", item.Kind, item.APIVersion, suggest.DidYouMean(near)),
	}, near)
}
