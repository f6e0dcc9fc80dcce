package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// completeWords offers the values of an option. In a list it completes the value behind the last comma.
func completeWords(option latchkey.Option, isList bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		if !isList || before == "" {
			return option.Values, cobra.ShellCompDirectiveNoFileComp
		}
		var offered []cobra.Completion
		for _, word := range option.Values {
			if word != option.Default && !slices.Contains(strings.Split(before, ","), word) {
				offered = append(offered, before+word)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeOutput offers the formats and the folders.
func completeOutput(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	for _, format := range []string{formatYAML, formatJSON} {
		if strings.HasPrefix(format, typed) {
			offered = append(offered, format)
		}
	}
	if len(offered) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	entries, _ := os.ReadDir(".") // an unreadable folder offers nothing
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), typed) && !isHidden(entry.Name()) {
			offered = append(offered, entry.Name()+string(filepath.Separator))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// completeFields offers the fields below the last dot of the typed text, for the newest version.
func (e *explainer) completeFields(typed string) []cobra.Completion {
	kinds, err := e.documented()
	if err != nil {
		return nil
	}
	dot := strings.LastIndex(typed, ".") + 1
	name, path, _ := strings.Cut(indexes().ReplaceAllString(typed[:dot], ""), ".")
	var offered []cobra.Completion
	for _, kind := range kinds {
		if !strings.EqualFold(kind.Name, name) {
			continue
		}
		schema, found := kind.Versions[len(kind.Versions)-1].Schema, true
		for _, field := range namesOf(path) {
			if schema, found = schema.Field(field); !found {
				break
			}
		}
		if found {
			for _, field := range schema.Names() {
				offered = append(offered, typed[:dot]+field)
			}
		}
	}
	return offered
}

// completeVersions offers the versions of the kind to explain, or of all kinds.
func (e *explainer) completeVersions(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	kinds, err := e.documented()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
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
