package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

// The formats of -o. Every other value names a directory: one that is there, or one that is written with a slash.
const (
	formatYAML = "yaml"
	formatJSON = program.JSON
)

// parseOutput reads the value of -o: a format on standard output, or a directory of YAML files. A word that is neither is
// probably a mistake, because it would become the name of a directory.
func parseOutput(text string) (format, directory string, err error) {
	switch text {
	case formatYAML, formatJSON:
		return text, "", nil
	case "", input.Stdin:
		return "", "", fmt.Errorf("-o %q: choose yaml, json or the name of a directory", text)
	}
	info, err := os.Stat(text)
	isNamed := os.IsPathSeparator(text[len(text)-1])
	switch {
	case err == nil && !info.IsDir(): // it may be the input, which the shell would empty before it is read
		return "", "", fmt.Errorf("-o %s: this is a file: name a directory, or leave -o out and write > and the name of another file", text)
	case err != nil && !isNamed && input.IsManifest(strings.ToLower(text)):
		return "", "", fmt.Errorf("-o %s: this is no directory: for one file leave -o out and write > %s", text, text)
	case err != nil && filepath.Base(text) == text:
		return "", "", fmt.Errorf("-o %s: there is no such format or directory: %s (write -o %s%c for a new directory)",
			text, suggest.Remedy(text, []string{formatYAML, formatJSON}), text, filepath.Separator)
	}
	return "", filepath.Clean(text), nil
}

// print writes the objects to standard output: documents of YAML one at a time, so that the memory needed does not grow with them.
func (o *options) print(format string, items []*fn.Item) error {
	if format == formatJSON {
		return o.printJSON(items)
	}
	out := bufio.NewWriterSize(o.Stdout, 1<<16)
	for at, item := range items {
		if at > 0 {
			out.WriteString("---\n")
		}
		if err := item.Encode(out); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write manifests: %w", err)
	}
	return nil
}

// printJSON writes one List, because kubectl reads one JSON value at a time.
func (o *options) printJSON(items []*fn.Item) error {
	objects := make([]json.RawMessage, 0, len(items))
	for _, item := range items {
		object, err := item.JSON()
		if err != nil {
			return err
		}
		objects = append(objects, object)
	}
	return o.EncodeJSON(struct {
		APIVersion string            `json:"apiVersion"`
		Kind       string            `json:"kind"`
		Items      []json.RawMessage `json:"items"`
	}{"v1", "List", objects})
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
		if entry.IsDir() && strings.HasPrefix(entry.Name(), typed) && !input.IsHidden(entry.Name()) {
			offered = append(offered, entry.Name()+string(filepath.Separator))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}
