package metadata

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// Rehashed returns objects with another hash at the ends of names and of references to them. The other objects stay.
func Rehashed(objects []runtime.Object, from, to string) []runtime.Object {
	after := slices.Clone(objects)
	from, to = "-"+from+`"`, "-"+to+`"`
	for at, object := range objects {
		text, err := json.Marshal(object)
		if err == nil && bytes.Contains(text, []byte(from)) {
			after[at] = reflect.New(reflect.TypeOf(object).Elem()).Interface().(runtime.Object)
			err = json.Unmarshal(bytes.ReplaceAll(text, []byte(from), []byte(to)), after[at])
		}
		if err != nil {
			panic(err) // these are Kubernetes types, which all have a JSON form
		}
	}
	return after
}
