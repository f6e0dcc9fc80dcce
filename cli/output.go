package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/fn"
)

// The formats of -o. Every other value names a directory.
const (
	formatYAML = "yaml"
	formatJSON = "json"
)

// An output is the value of -o: a format on standard output, or a directory of YAML files.
type output struct{ format, directory string }

// parseOutput reads the value of -o. It refuses a value that looks like a file name or a misspelt format, because it
// would become the name of a directory.
func parseOutput(text string) (output, error) {
	switch text {
	case formatYAML, formatJSON:
		return output{format: text}, nil
	case "", stdinName:
		return output{}, fmt.Errorf("-o %q: choose yaml, json or the name of a directory", text)
	}
	info, err := os.Stat(text)
	if near := suggest.Nearest(text, []string{formatYAML, formatJSON}); near != "" && err != nil && filepath.Base(text) == text {
		return output{}, fmt.Errorf("-o %s: there is no such directory: did you mean %q? (write -o .%c%s for a directory of this name)", text, near, filepath.Separator, text)
	}
	isFile := err == nil && !info.IsDir() || err != nil && isManifest(strings.ToLower(text))
	if isFile {
		return output{}, fmt.Errorf("-o %s: this is no directory: for one file leave -o out and write > %s", text, text)
	}
	return output{directory: text}, nil
}

// print writes the objects to standard output. YAML is encoded one object at a time, so that the memory needed does not
// grow with the output.
func (o output) print(items []*fn.Item, stdout io.Writer) error {
	write := writeYAML
	if o.format == formatJSON {
		write = writeJSON
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	if err := write(out, items); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write manifests: %w", err)
	}
	return nil
}

// writeYAML writes documents separated by markers.
func writeYAML(out *bufio.Writer, items []*fn.Item) error {
	for at, item := range items {
		if at > 0 {
			out.WriteString("---\n")
		}
		if err := item.Encode(out); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes one List, because kubectl reads one JSON value at a time.
func writeJSON(out *bufio.Writer, items []*fn.Item) error {
	objects := make([]json.RawMessage, 0, len(items))
	for _, item := range items {
		object, err := item.JSON()
		if err != nil {
			return err
		}
		objects = append(objects, object)
	}
	list := struct {
		APIVersion string            `json:"apiVersion"`
		Kind       string            `json:"kind"`
		Items      []json.RawMessage `json:"items"`
	}{"v1", "List", objects}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(list)
}
