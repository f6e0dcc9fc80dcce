package fn

import (
	"bytes"
	"encoding/json"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"
)

// contentOf returns a generated object as decoded JSON. It leaves out the status, which only a server sets, and null, which a server
// takes as a field that is not there.
func contentOf(object runtime.Object) (content map[string]any, err error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&content)
	delete(content, "status")
	removeNull(content)
	return content, err
}

// removeNull removes the fields that are null.
func removeNull(value any) {
	switch value := value.(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(_ string, inner any) bool { return inner == nil })
		for _, inner := range value {
			removeNull(inner)
		}
	case []any:
		for _, inner := range value {
			removeNull(inner)
		}
	}
}
