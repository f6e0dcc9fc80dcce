package main

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

func metricPage(text *strings.Builder) error {
	text.WriteString("[Metrics](../metrics.md) says what all of them have in common. `latchkey explain metric NAME` and\n" +
		"`latchkey explain addon NAME` tell the same as this page.\n")
	known, err := generators.NewRegistry()
	if err != nil {
		return err
	}
	for _, kind := range known.Kinds() {
		for _, list := range kind.Catalogues {
			fmt.Fprintf(text, "\n## %ss\n", strings.ToUpper(list.Name[:1])+list.Name[1:])
			for _, entry := range list.Entries() {
				one(text, entry)
			}
		}
	}
	return nil
}

func one(text *strings.Builder, entry catalogue.Entry) {
	fmt.Fprintf(text, "\n### %s\n\n%s.\n", entry.Name, prose(strings.ToUpper(entry.Summary[:1])+entry.Summary[1:]))
	if len(entry.Options) == 0 {
		return
	}
	text.WriteString("\n| option | meaning |\n| --- | --- |\n")
	for _, option := range entry.Options {
		name := "`" + option.Name + "`<br>" + option.Type
		if option.List != "options" {
			name += ", in `" + option.List + "`"
		}
		fmt.Fprintf(text, "| %s | %s |\n", name, prose(option.Meaning))
	}
}
