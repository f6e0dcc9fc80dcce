package fn

import (
	"bytes"
	"errors"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
)

// Marshal returns objects that were generated as YAML documents with a line "---" between them, as rendering writes them:
// without the status and the empty fields that encoding/json writes for some types. Objects that
// generators.Expand has made and generators.Stamp has marked are, with that, what "latchkey render" prints.
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
