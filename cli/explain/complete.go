package explain

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// completeTopics offers the next argument of explain.
func (o *options) completeTopics(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0 && strings.Contains(typed, "."):
		return o.completeFields(typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	case len(args) == 0:
		return o.topics(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1:
		if list, found := o.catalogue(args[0]); found && args[0] == list.Name {
			return namesIn(list), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeFields offers the fields below the last dot of the typed text, for the newest version.
func (o *options) completeFields(typed string) []cobra.Completion {
	dot := strings.LastIndex(typed, ".") + 1
	kinds, fields, _ := o.parseTopic(typed[:dot]) // after an error there are none
	var offered []cobra.Completion
	for _, kind := range kinds {
		if schema, _, missing := descend(kind.Versions[len(kind.Versions)-1].Schema, fields); missing == len(fields) {
			for _, field := range schema.Names() {
				offered = append(offered, typed[:dot]+field)
			}
		}
	}
	return offered
}

// completeVersions offers the versions of the kind to explain, or of all kinds.
func (o *options) completeVersions(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	kinds, _ := o.Documented() // after an error there are none
	topic, _, _ := strings.Cut(strings.Join(args, "."), ".")
	var offered []cobra.Completion
	for _, kind := range kinds {
		for _, version := range kind.Versions {
			if topic == "" || strings.EqualFold(kind.Name, topic) {
				offered = append(offered, version.Name)
			}
		}
	}
	slices.Sort(offered)
	return slices.Compact(offered), cobra.ShellCompDirectiveNoFileComp
}
