package fn

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// Encode writes the item as one YAML document, without a marker. A document that did not change is written as it was read. Any
// other item keeps its comments and the order of its keys. An item that was JSON is written as YAML: kubectl reads a stream that
// begins with a brace as JSON to its end.
func (i *Item) Encode(w io.Writer) error {
	text, err := i.document()
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", i, err)
	}
	return nil
}

func (i *Item) document() ([]byte, error) {
	if i.read != nil {
		return i.read.Document()
	}
	content, err := i.content()
	if err != nil {
		return nil, err
	}
	return yamltext.Emit(content)
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
	return i.read.Content()
}

// contentOf returns a generated object as decoded JSON. It leaves out the status, which only a server sets, and fields that are null,
// which a server takes as fields that are not there.
func contentOf(object runtime.Object) (map[string]any, error) {
	data, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	var content map[string]any
	err = utiljson.Unmarshal(data, &content)
	delete(content, "status")
	withoutNulls(content)
	return content, err
}

// withoutNulls removes the fields that are null from a value of decoded JSON.
func withoutNulls(value any) {
	switch value := value.(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(_ string, inner any) bool { return inner == nil })
		for _, inner := range value {
			withoutNulls(inner)
		}
	case []any:
		for _, inner := range value {
			withoutNulls(inner)
		}
	}
}
