package fn

import (
	"maps"
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

const (
	// maxStored is the number of bytes that an API server stores of one object, as JSON (etcd, --max-request-bytes).
	maxStored = 3 << 19
	// maxApplied is the number of bytes of all annotations of an object (kubernetes/apimachinery, pkg/api/validation/objectmeta.go). kubectl
	// keeps the applied object in one of them.
	maxApplied = 256 << 10
	// roomy is the size of pods in protobuf below which their workload is far from both limits as JSON.
	roomy = 64 << 10
)

// oversized refuses workloads that no server stores, and workloads with a text that is too long for a container to start. It warns of
// workloads that only a server-side apply takes. The generators judge the sizes of ConfigMaps themselves, because they know the texts in them.
func oversized(sets []set) (found Results) {
	for _, s := range sets {
		for _, object := range s.Objects {
			size, pods := lengthOf(object.(metav1.Object).GetAnnotations()), podsOf([]runtime.Object{object})
			for _, pod := range pods {
				size += pod.Size()
			}
			if size < roomy {
				continue
			}
			item := newGeneratedItem(object)
			found = append(found, s.item.sizeFindings(item, "makes "+item.String()+" of")...)
			for _, pod := range pods {
				found = append(found, s.item.longTexts(item, pod)...)
			}
		}
	}
	return found
}

// longTexts refuses variables and arguments that Linux passes to no program. Other fields of the source than environment become
// variables too.
func (i *Item) longTexts(object *Item, pod corev1.PodTemplateSpec) (found Results) {
	for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		texts := slices.Concat(c.Command, c.Args)
		for _, variable := range c.Env {
			texts = append(texts, variable.Name+"="+variable.Value)
		}
		for _, text := range texts {
			if len(text) >= findings.MaxText {
				found = append(found, i.finding(krm.Error, "makes %s, and its container %s has a variable or an argument of %d bytes, and Linux starts no program with one of %d or more: shorten what begins with %.40q",
					object, c.Name, len(text), findings.MaxText, text))
			}
		}
	}
	return found
}

// outgrown judges an item that became longer because something was attached to it. An item that was too long before is its user's.
func outgrown(before, after *Item) (found Results) {
	found = before.sizeFindings(after, "with what is attached it has")
	if was := before.sizeFindings(before, ""); len(was) > 0 && len(found) > 0 && was[0].Severity == found[0].Severity {
		found = nil
	}
	content, _ := after.Content() // write reports the error
	judgeAnnotations(content, nil, func(path *field.Path, size int) {
		found = append(found, before.finding(krm.Error, "with what is attached %s has %d bytes, and a server takes at most %d: move the data into a ConfigMap", path, size, maxApplied))
	})
	return found
}

// judgeAnnotations calls refuse for the annotations of an object, and of the pods and other objects that it is a template for, if
// they are too long for a server.
func judgeAnnotations(object map[string]any, path *field.Path, refuse func(path *field.Path, size int)) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		below := path.Child(key)
		switch value := object[key].(type) {
		case map[string]any:
			if key == "metadata" {
				annotations, _ := value["annotations"].(map[string]any)
				if size := lengthOf(annotations); size > maxApplied {
					refuse(below.Child("annotations"), size)
				}
				continue
			}
			judgeAnnotations(value, below, refuse)
		case []any:
			for at, element := range value {
				fields, _ := element.(map[string]any)
				judgeAnnotations(fields, below.Index(at), refuse)
			}
		}
	}
}

// lengthOf counts the bytes of annotations as a server does.
func lengthOf[V any](annotations map[string]V) (size int) {
	for key, value := range annotations {
		text, _ := any(value).(string)
		size += len(key) + len(text)
	}
	return size
}

// sizeFindings judges the size of an object. i is what the user wrote. start begins the message, and says what i does to the object.
func (i *Item) sizeFindings(object *Item, start string) Results {
	text, err := object.JSON()
	applied := len(text) // kubectl adds the text to the annotations
	if len(text) > maxApplied/2 {
		content, _ := object.Content() // it has been encoded
		annotations, _, _ := unstructured.NestedMap(content, "metadata", "annotations")
		applied += lengthOf(annotations)
	}
	switch {
	case err != nil: // write reports it
	case len(text) > maxStored:
		return Results{i.finding(krm.Error, "%s %d bytes, and a server stores at most %d: move values and annotations into a ConfigMap or an image of your own", start, len(text), maxStored)}
	case applied > maxApplied:
		return Results{i.finding(krm.Warning, "%s %d bytes, and kubectl keeps at most %d of what it applies: use kubectl apply --server-side", start, applied, maxApplied)}
	}
	return nil
}
