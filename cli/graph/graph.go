// Package graph is the command that draws what sources become.
package graph

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/internal/graph"
)

type options struct {
	rendering.Options
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Options: rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "graph [PATH|DIR|-]...",
		Short: "Draw what sources become, as Mermaid",
		Long: `Graph prints a drawing of what render would print: the sources, the objects that
they become, pods with their containers in the order of their start, and which
object each of them uses or waits for. GitHub and GitLab show Mermaid in
documents.`,
		Example: `  latchkey graph cluster.yaml
  latchkey graph . > package.mmd`,
		RunE: o.run,
	}
	o.AddFlags(cmd)
	return cmd
}

func (o *options) run(_ *cobra.Command, args []string) error {
	result, err := o.Render(rendering.Input{Paths: args})
	o.PrintFindingsOf(result)
	if err != nil {
		return err
	}
	objects, err := objectsOf(result)
	if err != nil {
		return err
	}
	if len(objects) == 0 {
		o.Say("warning: there is nothing to draw")
	}
	if _, err := io.WriteString(o.Stdout, graph.New(objects).Mermaid()); err != nil {
		return fmt.Errorf("write the drawing: %w", err)
	}
	return nil
}

// objectsOf returns the sources of a run, and what they become.
func objectsOf(result *rendering.Result) ([]*graph.Object, error) {
	var objects []*graph.Object
	for at, item := range slices.Concat(result.Input, result.Items) {
		isSource := at < len(result.Input)
		if item.IsSource(result.Settings.Kinds) != isSource || item.IsLocalConfig() && !isSource {
			continue
		}
		content, err := item.Content()
		if err != nil {
			return nil, err
		}
		objects = append(objects, graph.NewObject(content, isSource))
	}
	return objects, nil
}
