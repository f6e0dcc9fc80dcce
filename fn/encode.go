package fn

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// Encode writes the item as one YAML document, without a marker.
// An item that passes through is written as it was read, comments included.
func (i *Item) Encode(w io.Writer) error {
	out := bufio.NewWriter(w)
	err := i.writeDocument(out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", i, err)
	}
	return nil
}

func (i *Item) writeDocument(out *bufio.Writer) error {
	if i.read == nil {
		content, err := i.made()
		yamltext.Emit(out, content, 0)
		return err
	}
	text, err := i.read.Document()
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// JSON returns the item as JSON on one line.
func (i *Item) JSON() ([]byte, error) {
	content, err := i.content()
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", i, err)
	}
	return json.Marshal(content)
}

// content is the item as JSON has it.
func (i *Item) content() (any, error) {
	if i.read == nil {
		return i.made()
	}
	return i.read.Content()
}

// made is what was generated, as JSON has it.
func (i *Item) made() (map[string]any, error) { return objectContent(i.object) }
