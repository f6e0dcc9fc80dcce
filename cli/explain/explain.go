// Package explain is the command that prints what fields, metrics and addons mean, from the data that the others use.
package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// programTopic is the topic of the descriptions of programs.
const programTopic = "program"

type options struct {
	*program.Program
	version string
	// out is what is printed if there is no mistake.
	out strings.Builder
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Program: p}
	cmd := &cobra.Command{
		Use:   "explain TOPIC",
		Short: "Print what fields, metrics and addons mean",
		Long: `Print what fields of objects, and what metrics and addons of a MetricSet mean.

TOPIC is one of
  KIND or KIND.FIELD.FIELD...   a kind, or a field of it: minicluster.spec.flux
  metrics, metric NAME          all metrics, or one with its options
  addons, addon NAME            all addons, or one with its options
  NAME                          a metric or an addon: io-fio
  program                       the file that describes a program for report`,
		Example: `  latchkey explain minicluster.spec.flux
  latchkey explain latchkey.spec.onChange
  latchkey explain metrics
  latchkey explain io-fio
  latchkey explain addon volume-pvc`,
		ValidArgsFunction: o.completeTopics,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.run(args); err != nil {
				return exit.BadUsage(err)
			}
			if _, err := io.WriteString(o.Stdout, o.out.String()); err != nil {
				return fmt.Errorf("write the explanation: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.version, "api-version", "", "version of the kind, for example v1alpha1 (default the newest)")
	return cmd
}

// completeTopics offers the next argument of explain.
func (o *options) completeTopics(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return o.topics(), cobra.ShellCompDirectiveNoFileComp
	case len(args) == 1:
		if list, found := o.catalogue(args[0]); found && args[0] == list.Name {
			return namesIn(list), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// catalogue finds the catalogue for a topic, for example "metric" or "metrics".
func (o *options) catalogue(topic string) (list catalogue.Catalogue, found bool) {
	for _, list := range o.catalogues() {
		if topic == list.Name || topic == list.Name+"s" {
			return list, true
		}
	}
	return catalogue.Catalogue{}, false
}

// catalogues are the catalogues of all kinds.
func (o *options) catalogues() []catalogue.Catalogue {
	var all []catalogue.Catalogue
	for _, kind := range o.Kinds.Kinds() {
		all = append(all, kind.Catalogues...)
	}
	return all
}

// topics are the possible first arguments of explain.
func (o *options) topics() []string {
	words := []string{programTopic}
	for _, list := range o.catalogues() {
		words = append(words, list.Name, list.Name+"s")
	}
	kinds, _ := o.Documented() // after an error there are none
	for _, kind := range kinds {
		words = append(words, strings.ToLower(kind.Name))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (o *options) run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to explain: %s", suggest.OneOf(o.topics()))
	}
	if args[0] == programTopic && len(args) == 1 {
		o.out.WriteString(parse.Explain())
		return nil
	}
	list, found := o.catalogue(args[0])
	switch names := args[1:]; {
	case !found:
		return o.field(strings.Join(args, "."))
	case len(names) == 0:
		o.list(list)
		return nil
	case len(names) == 1:
		return o.entry(list, names[0])
	default:
		return fmt.Errorf("give one name, not %d", len(names))
	}
}

// named explains a name of a catalogue without the catalogue's word: "io-fio" for "metric io-fio".
func (o *options) named(name string) error {
	var lists []catalogue.Catalogue
	var topics []string
	for _, list := range o.catalogues() {
		if slices.Contains(namesIn(list), name) {
			lists, topics = append(lists, list), append(topics, list.Name+" "+name)
		}
	}
	switch len(lists) {
	case 0:
		return o.noTopic(name)
	case 1:
		return o.entry(lists[0], name)
	default:
		return fmt.Errorf("%q is not a topic: %s", name, suggest.DidYouMean(topics...))
	}
}

// unknown is the error about a name that is missing from a list.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("%q is not %s: %s", name, kind, suggest.Remedy(name, known))
}

// noTopic is the error about a name that is not a topic. It proposes a near topic, else near entries of catalogues ("io-fio" for
// "fio") and fields of that name ("latchkey.spec.onChange" for "onChange").
func (o *options) noTopic(name string) error {
	topics := o.topics()
	var entries []string
	for _, list := range o.catalogues() {
		entries = append(entries, namesIn(list)...)
	}
	near := append(suggest.Near(name, entries), o.fieldsCalled(name)...)
	if len(near) == 0 || len(suggest.Near(name, topics)) > 0 {
		return unknown("a topic", name, topics)
	}
	return fmt.Errorf("%q is not a topic: %s", name, suggest.DidYouMean(near...))
}

// fieldsCalled are the fields in the specs of all kinds that have a name, or differ from it by a slip: "latchkey.spec.onChange"
// for "onChange" and "on-change".
func (o *options) fieldsCalled(name string) []string {
	kinds, _ := o.Documented() // after an error there are none
	var topics []string
	for _, kind := range kinds {
		version, err := o.versionOf(kind)
		if err != nil {
			continue
		}
		spec, _ := version.Schema.Field("spec")
		for _, field := range spec.Names() {
			if suggest.IsSlip(name, field) {
				topics = append(topics, strings.ToLower(kind.Name)+".spec."+field)
			}
		}
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}
