package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

// logs is where the tests of the report keep a log of each metric.
const logs = "internal/report/parse/testdata"

// most is the number of lines of a log that are shown.
const most = 24

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
				if list.Name == "metric" {
					if err := output(text, entry.Name); err != nil {
						return err
					}
				}
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

// logOf returns the first log that a metric printed, by the metadata at its beginning. Its name is "" if there is none:
// then the user's command prints what it likes.
func logOf(metric string) (name string, text []byte, err error) {
	all, err := filepath.Glob(filepath.Join(logs, "*.log"))
	if err != nil {
		return "", nil, err
	}
	slices.SortFunc(all, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".log"), strings.TrimSuffix(b, ".log"))
	})
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", nil, err
		}
		if bytes.Contains(text, []byte(`"metricName":"`+metric+`"`)) {
			return filepath.Base(path), text, nil
		}
	}
	return "", nil, nil
}

// output shows the beginning of a log, with long lines cut.
func output(text *strings.Builder, metric string) error {
	name, log, err := logOf(metric)
	if err != nil {
		return err
	}
	if name == "" {
		text.WriteString("\nIts output is the output of your command.\n")
		return nil
	}
	lines := strings.Split(strings.TrimRight(string(log), "\n"), "\n")
	rest := len(lines) - most
	if rest > 0 {
		lines = lines[:most]
	}
	origin := "Its log begins so:"
	if byHand, err := writtenByHand(name); err != nil {
		return err
	} else if byHand {
		origin = "Its log begins like this one, which was written after the source of the program:"
	}
	fmt.Fprintf(text, "\n%s\n\n```text\n", origin)
	for _, line := range lines {
		if len(line) > 120 {
			line = line[:117] + "..."
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if rest > 0 {
		fmt.Fprintf(text, "... and %d more lines\n", rest)
	}
	text.WriteString("```\n")
	return nil
}

// writtenByHand tells whether no program wrote a log. The README of the logs says it.
func writtenByHand(log string) (bool, error) {
	readme, err := os.ReadFile(filepath.Join(logs, "README.md"))
	if err != nil {
		return false, err
	}
	_, listed, found := strings.Cut(string(readme), "No program ran for these.")
	if !found {
		return false, fmt.Errorf("%s/README.md does not say which logs were written by hand", logs)
	}
	return strings.Contains(listed, "`"+log+"`"), nil
}
