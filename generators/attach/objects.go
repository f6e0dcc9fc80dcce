package attach

import (
	"encoding/json"
	"reflect"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// views returns the objects that the source makes as items.
func (s Source) views() []*transform.Item {
	views := make([]*transform.Item, 0, len(s.Objects))
	for _, object := range s.Objects {
		views = append(views, transform.Made(object, s.Item, func() map[string]any { return content(object) }))
	}
	return views
}

// workloads returns what sets may name: the source itself, if Flux runs in its pods, and what it makes.
func (s Source) workloads(made []*transform.Item) []Workload {
	var workloads []Workload
	if s.Flux != nil {
		workloads = append(workloads, Workload{Item: s.Item, flux: s.Flux})
	}
	for _, view := range made {
		if has, _ := transform.HasPods(view.Type()); !has {
			continue
		}
		if s.Flux != nil && workloads[0].brokers == nil { // the brokers come first
			workloads[0].brokers = view
		}
		workloads = append(workloads, Workload{Item: view, MadeFrom: s.Mark, Detaches: s.Detaches})
	}
	return workloads
}

// changed returns the objects of the source after sets were attached to some of them. If the names of workloads end in a hash, it
// depends on what is attached too.
func (s Source) changed(made []*transform.Item, isChanged map[*transform.Item]bool) []runtime.Object {
	objects := slices.Clone(s.Objects)
	for at, view := range made {
		if isChanged[view] {
			objects[at] = typed(view.Content(), objects[at])
			if s.Flux.Hashed { // one object of the set has the brokers
				hash := view.Name[len(view.Name)-latchkey.HashLength:]
				return workload.Rehashed(objects, hash, workload.ContentHash(objects[at]))
			}
		}
	}
	return objects
}

// withFiles inserts ConfigMaps after the last one of the objects.
func withFiles(objects, files []runtime.Object) []runtime.Object {
	at := 0
	for index, object := range objects {
		if _, isConfigMap := object.(*corev1.ConfigMap); isConfigMap {
			at = index + 1
		}
	}
	return slices.Insert(objects, at, files...)
}

// typed returns decoded JSON as an object of the type of another one.
func typed(content map[string]any, like runtime.Object) runtime.Object {
	object := reflect.New(reflect.TypeOf(like).Elem()).Interface().(runtime.Object)
	if err := json.Unmarshal([]byte(text(content)), object); err != nil { // the content was made from such an object
		panic(err)
	}
	return object
}

// content returns an object as decoded JSON.
func content(object runtime.Object) map[string]any {
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil { // types of Kubernetes have a JSON form
		panic(err)
	}
	return fields
}
