package fn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// Encode writes the item as one YAML document, without a marker. An item that did not change is written as it was read,
// comments included. An item that was JSON is written as YAML: kubectl reads a stream that begins with a brace as JSON
// to its end. Encode does not flush a [bufio.Writer].
func (i *Item) Encode(w io.Writer) error {
	out, isBuffered := w.(*bufio.Writer)
	if !isBuffered {
		out = bufio.NewWriter(w)
	}
	err := i.writeDocument(out)
	if err == nil && !isBuffered {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", i, err)
	}
	return nil
}

func (i *Item) writeDocument(out *bufio.Writer) error {
	if i.read != nil {
		text, err := i.read.Document()
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
			_, err = out.Write(text)
			return err
		}
	}
	content, err := i.content()
	yamltext.Emit(out, content, 0)
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

// Content returns the item as decoded JSON. The caller must not change it.
func (i *Item) Content() (map[string]any, error) {
	content, err := i.content()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", i, err)
	}
	return content, nil
}

func (i *Item) content() (map[string]any, error) {
	if i.read == nil {
		return contentOf(i.object)
	}
	content, err := i.read.Content()
	fields, _ := content.(map[string]any)
	return fields, err
}
