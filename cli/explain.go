package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

// explainer prints documentation from the data that the other commands use.
type explainer struct {
	kinds   generators.Registry
	out     io.Writer
	version string
}

func (c Command) newExplain() *cobra.Command {
	e := &explainer{kinds: c.known}
	cmd := &cobra.Command{
		Use:   "explain TOPIC",
		Short: "Print what fields, metrics and addons mean",
		Long: `Print what fields of objects, and what metrics and addons of a MetricSet mean.

TOPIC is one of
  KIND or KIND.FIELD.FIELD...   a kind, or a field of it: minicluster.spec.flux
  metrics, metric NAME          all metrics, or one with its options
  addons, addon NAME            all addons, or one with its options`,
		Example: `  latchkey explain minicluster.spec.flux
  latchkey explain metrics
  latchkey explain metric io-fio
  latchkey explain addon volume-pvc`,
		ValidArgsFunction: e.completeTopics,
		RunE: func(cmd *cobra.Command, args []string) error {
			e.out = cmd.OutOrStdout()
			if err := e.explain(args); err != nil {
				return usageError{err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&e.version, "api-version", "", "version of the kind, for example v1alpha1 (default the newest)")
	// This fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("api-version", e.completeVersions)
	return cmd
}

// completeTopics offers the next argument of explain.
func (e *explainer) completeTopics(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0 && strings.Contains(typed, "."):
		return e.completeFields(typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	case len(args) == 0:
		return e.topics(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1:
		if list, found := e.catalogue(args[0]); found && args[0] == list.Name {
			return namesIn(list), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// documented returns the kinds that have a definition, sorted by name and group. Latchkey's own configuration is among
// them.
func (e *explainer) documented() ([]crds.Kind, error) {
	own, err := crds.Parse(crds.Latchkeys)
	if err != nil {
		return nil, err
	}
	all := []crds.Kind{own}
	for _, kind := range e.kinds.Kinds() {
		if kind.CRD == "" {
			continue
		}
		described, err := crds.Parse(kind.CRD)
		if err == nil && (described.Group != kind.Group || described.Name != kind.Name) {
			err = fmt.Errorf("it describes %s/%s", described.Group, described.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("the CRD of the kind %s/%s: %w", kind.Group, kind.Name, err)
		}
		all = append(all, described)
	}
	slices.SortFunc(all, func(a, b crds.Kind) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Group, b.Group))
	})
	return all, nil
}

// catalogue finds the catalogue for a topic, for example "metric" or "metrics".
func (e *explainer) catalogue(topic string) (list catalogue.Catalogue, found bool) {
	for _, kind := range e.kinds.Kinds() {
		for _, list := range kind.Catalogues {
			if topic == list.Name || topic == list.Name+"s" {
				return list, true
			}
		}
	}
	return catalogue.Catalogue{}, false
}

// topics are the possible first arguments of explain.
func (e *explainer) topics() []string {
	var words []string
	for _, kind := range e.kinds.Kinds() {
		for _, list := range kind.Catalogues {
			words = append(words, list.Name, list.Name+"s")
		}
	}
	kinds, err := e.documented()
	if err != nil {
		return words
	}
	for _, kind := range kinds {
		words = append(words, strings.ToLower(kind.Name))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (e *explainer) explain(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to explain: %s", suggest.OneOf(e.topics()))
	}
	topic, names := args[0], args[1:]
	list, found := e.catalogue(topic)
	if topic != list.Name && len(names) > 0 {
		return e.superfluous(topic, names, list)
	}
	if len(names) > 1 {
		return fmt.Errorf("give one name, not %d", len(names))
	}
	switch {
	case !found:
		return e.field(topic)
	case len(names) == 0:
		return e.list(list)
	default:
		return e.entry(list, names[0])
	}
}

// superfluous is the error about names behind a topic that takes none.
func (e *explainer) superfluous(topic string, names []string, list catalogue.Catalogue) error {
	kind, _, _ := strings.Cut(topic, ".")
	switch {
	case list.Name != "" && len(names) == 1:
		return fmt.Errorf("%q takes no name behind it: did you mean \"%s %s\"?", topic, list.Name, names[0])
	case list.Name == "" && !slices.Contains(e.topics(), strings.ToLower(kind)):
		return unknown("a topic", topic, e.topics())
	}
	return fmt.Errorf("%q takes no name behind it: leave out %s", topic, suggest.Quoted(names))
}

// listed returns the topics that are about a name in a catalogue: "metric io-fio".
func (e *explainer) listed(name string) (topics []string) {
	for _, kind := range e.kinds.Kinds() {
		for _, list := range kind.Catalogues {
			if slices.Contains(namesIn(list), name) {
				topics = append(topics, list.Name+" "+name)
			}
		}
	}
	return topics
}

// unknown is the error about a name that is missing from a list.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("%q is not %s: %s", name, kind, suggest.Remedy(name, known))
}
