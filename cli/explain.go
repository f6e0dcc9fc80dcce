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
  addons, addon NAME            all addons, or one with its options
  NAME                          a metric or an addon: io-fio`,
		Example: `  latchkey explain minicluster.spec.flux
  latchkey explain latchkey.spec.onChange
  latchkey explain metrics
  latchkey explain io-fio
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
	complete(cmd, "api-version", e.completeVersions)
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
	for _, list := range e.catalogues() {
		if topic == list.Name || topic == list.Name+"s" {
			return list, true
		}
	}
	return catalogue.Catalogue{}, false
}

// catalogues are those of all kinds.
func (e *explainer) catalogues() []catalogue.Catalogue {
	var all []catalogue.Catalogue
	for _, kind := range e.kinds.Kinds() {
		all = append(all, kind.Catalogues...)
	}
	return all
}

// topics are the possible first arguments of explain.
func (e *explainer) topics() []string {
	var words []string
	for _, list := range e.catalogues() {
		words = append(words, list.Name, list.Name+"s")
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
	list, found := e.catalogue(args[0])
	switch names := args[1:]; {
	case !found:
		return e.field(strings.Join(args, "."))
	case len(names) == 0:
		return e.list(list)
	case len(names) == 1:
		return e.entry(list, names[0])
	default:
		return fmt.Errorf("give one name, not %d", len(names))
	}
}

// named explains a name of a catalogue without the catalogue's word: "io-fio" for "metric io-fio".
func (e *explainer) named(name string) error {
	var lists []catalogue.Catalogue
	var topics []string
	for _, list := range e.catalogues() {
		if slices.Contains(namesIn(list), name) {
			lists, topics = append(lists, list), append(topics, list.Name+" "+name)
		}
	}
	switch len(lists) {
	case 0:
		return e.noTopic(name)
	case 1:
		return e.entry(lists[0], name)
	default:
		return fmt.Errorf("%q is not a topic: %s", name, suggest.DidYouMean(topics...))
	}
}

// unknown is the error about a name that is missing from a list.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("%q is not %s: %s", name, kind, suggest.Remedy(name, known))
}
