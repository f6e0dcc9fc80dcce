package fn

import (
	"bytes"
	"errors"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
)

// Marshal returns generated objects as YAML documents with a line "---" between them. It leaves out the status and the
// empty fields that encoding/json writes for some types. For objects of generators.Expand with the marks of
// generators.Stamp the result is the output of "latchkey render".
func Marshal(objects []runtime.Object) ([]byte, error) {
	var out bytes.Buffer
	for at, object := range objects {
		if value := reflect.ValueOf(object); object == nil || value.Kind() != reflect.Pointer || value.IsNil() {
			return nil, errors.New("encode: there is no object: hand in pointers to objects")
		}
		if at > 0 {
			out.WriteString("---\n")
		}
		if err := newGeneratedItem(object).Encode(&out); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
