package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
)

// explainer prints documentation out of the data that the rest of the program works with.
type explainer struct {
	out     io.Writer
	version string
}

func newExplain() *cobra.Command {
	var e explainer
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
		ValidArgsFunction: completeTopics,
		RunE: func(cmd *cobra.Command, args []string) error {
			e.out = cmd.OutOrStdout()
			if err := e.explain(args); err != nil {
				return usageError{err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&e.version, "api-version", "", "version of the kind, for example v1alpha1 (default the newest)")
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("api-version", completeVersions)
	return cmd
}

// completeTopics offers what explain takes next.
func completeTopics(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0 && strings.Contains(typed, "."):
		return completeFields(typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	case len(args) == 0:
		return topics(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1 && args[0] == "metric":
		return metrics.Names(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1 && args[0] == "addon":
		return addons.Names(), cobra.ShellCompDirectiveNoFileComp
	default:
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// topics are the words that explain takes first.
func topics() []string {
	words := []string{"addon", "addons", "metric", "metrics"}
	kinds, err := crds.Kinds()
	if err != nil {
		return words
	}
	for _, kind := range kinds {
		words = append(words, strings.ToLower(kind.Name))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (e explainer) explain(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to explain: %s", suggest.OneOf(topics()))
	}
	topic, names := args[0], args[1:]
	if topic != "metric" && topic != "addon" && len(names) > 0 {
		return fmt.Errorf("%q takes no name behind it: leave out %s", topic, suggest.Quoted(names))
	}
	if len(names) > 1 {
		return fmt.Errorf("give one name, not %d", len(names))
	}
	switch {
	case topic == "metrics", topic == "metric" && len(names) == 0:
		return e.metrics()
	case topic == "addons", topic == "addon" && len(names) == 0:
		return e.addons()
	case topic == "metric":
		return e.metric(names[0])
	case topic == "addon":
		return e.addon(names[0])
	default:
		return e.field(topic)
	}
}

// unknown is the error about a name that is not in a list.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("%q is not %s: %s", name, kind, suggest.Remedy(name, known))
}
