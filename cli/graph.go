package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/graph"
)

// drawingForms are the values of -o of the command graph, the default first.
var drawingForms = []string{"mermaid", "dot"}

// A grapher is one call of graph, with its flags.
type grapher struct {
	renderer
	form string
	all  bool
}

func (c Command) newGraph() *cobra.Command {
	g := &grapher{renderer: renderer{command: c}}
	cmd := &cobra.Command{
		Use:   "graph [PATH|DIR|-]...",
		Short: "Draw what sources become, as Mermaid or DOT",
		Long: `Graph prints a drawing of what render would print: the sources, the objects that
they become, pods with their containers in the order of their start, and which
object each of them uses or waits for. GitHub and GitLab show Mermaid in
documents; the program dot draws DOT.

With many objects, like ones become one box with their number, and containers
are left out. The drawing then says so. With --all everything is drawn.`,
		Example: `  latchkey graph cluster.yaml
  latchkey graph -o dot . | dot -Tsvg > package.svg`,
		RunE: g.run,
	}
	g.addSourceFlags(cmd)
	addForms(cmd, &g.form, drawingForms[0], "`form` of the drawing: mermaid or dot", drawingForms)
	cmd.Flags().BoolVar(&g.all, "all", false, "draw all objects and containers, however many")
	return cmd
}

func (g *grapher) run(_ *cobra.Command, args []string) error {
	if err := checkForm(g.form, drawingForms); err != nil {
		return err
	}
	settings, err := g.settings()
	if err != nil {
		return err
	}
	m, err := g.process(args, settings, "")
	if err != nil {
		return err
	}
	objects, err := m.objects()
	if err != nil {
		return err
	}
	drawing := graph.New(objects, g.all)
	text := drawing.Mermaid()
	if g.form == "dot" {
		text = drawing.DOT()
	}
	if _, err := io.WriteString(g.command.Stdout, text); err != nil {
		return fmt.Errorf("write the drawing: %w", err)
	}
	return nil
}

// objects returns the sources of a run, and what they become.
func (m made) objects() (objects []*graph.Object, err error) {
	add := func(items []*fn.Item, source bool) {
		for _, item := range items {
			if item.IsSource(m.settings.Kinds) != source || item.IsLocalConfig() && !source {
				continue
			}
			content, failed := item.Content()
			if failed != nil {
				err = failed
				return
			}
			objects = append(objects, graph.NewObject(content, source))
		}
	}
	add(m.input, true)
	add(m.items, false)
	return objects, err
}
