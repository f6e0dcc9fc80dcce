package fn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
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

// JSON returns the item as JSON on one line.
func (i *Item) JSON() ([]byte, error) {
	content, err := i.content()
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", i, err)
	}
	return json.Marshal(content)
}

func (i *Item) content() (any, error) {
	if i.object != nil {
		return objectContent(i.object)
	}
	var content any
	text, err := encodeNode(i.writtenNode())
	if err == nil {
		err = sigsyaml.Unmarshal(text, &content)
	}
	return content, err
}

func (i *Item) writeDocument(out *bufio.Writer) error {
	if i.object != nil {
		return writeObject(out, i.object, 0)
	}
	text, err := i.document()
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// document is an item that was read as a YAML document that ends with a newline.
func (i *Item) document() ([]byte, error) {
	if text := i.writtenLines(); text != nil && !i.lines.dash {
		return text, nil
	}
	return encodeNode(i.writtenNode())
}

// writeObject writes a generated object. Its first line stands where the writer is, the others are indented.
func writeObject(out *bufio.Writer, object runtime.Object, indent int) error {
	content, err := objectContent(object)
	if err != nil {
		return err
	}
	emitter{out}.mapping(content, indent)
	return nil
}

// encodeNode encodes a node that was read, comments included.
func encodeNode(node *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	if err := encoder.Encode(node); err != nil {
		return nil, err
	}
	err := encoder.Close()
	return out.Bytes(), err
}
