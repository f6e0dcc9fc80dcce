package fn

import (
	"encoding/json"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// The most bytes that a server takes, see kubernetes/kubernetes, pkg/apis/core/validation/validation.go: the values of a ConfigMap or a
// Secret, and the annotations of one object or pod.
const (
	mostValues      = corev1.MaxSecretSize
	mostAnnotations = apivalidation.TotalAnnotationSizeLimitB
)

// oversized reports the objects of sources that a server refuses because they are too large, and ConfigMaps that a client-side apply cannot
// copy into an annotation.
func oversized(sources []source) (found Results) {
	for _, s := range sources {
		for _, object := range s.Objects {
			item := newGeneratedItem(object)
			if size := sizeOfValues(object); size > mostValues {
				found = append(found, s.item.finding(krm.Error, "makes %s, which has %s, and a server takes %d at most: put large scripts and files into the image or a volume",
					item, text.Count(size, "byte"), mostValues))
			} else if _, isConfigMap := object.(*corev1.ConfigMap); isConfigMap && size > mostAnnotations/2 && isTooLargeToCopy(item) {
				found = append(found, s.item.finding(krm.Warning, "makes %s, which is too large for the annotation of a client-side apply: use kubectl apply --server-side", item))
			}
			if size := sizeOfAnnotations(object); size > mostAnnotations {
				found = append(found, s.item.finding(krm.Error, "makes %s, which has annotations of %s, and a server takes %d at most: put large values into a ConfigMap",
					item, text.Count(size, "byte"), mostAnnotations))
			}
		}
	}
	return found
}

// sizeOfValues returns the number of bytes in the values of a ConfigMap or a Secret, and 0 for other objects.
func sizeOfValues(object runtime.Object) (size int) {
	switch object := object.(type) {
	case *corev1.ConfigMap:
		for _, value := range object.Data {
			size += len(value)
		}
		for _, value := range object.BinaryData {
			size += len(value)
		}
	case *corev1.Secret:
		for _, value := range object.Data {
			size += len(value)
		}
		for _, value := range object.StringData {
			size += len(value)
		}
	}
	return size
}

// isTooLargeToCopy tells whether the JSON of an object, which kubectl apply writes into an annotation, is over the limit of annotations.
func isTooLargeToCopy(item *Item) bool {
	var out strings.Builder
	content, err := item.Content()
	if err == nil {
		err = json.NewEncoder(&out).Encode(content)
	}
	return err == nil && len(corev1.LastAppliedConfigAnnotation)+out.Len() > mostAnnotations
}

// sizeOfAnnotations returns the number of bytes in the annotations of an object, or of its pods if they have more.
func sizeOfAnnotations(object runtime.Object) (size int) {
	all := []map[string]string{}
	if meta, ok := object.(metav1.Object); ok {
		all = append(all, meta.GetAnnotations())
	}
	for _, pod := range podsOf([]runtime.Object{object}) {
		all = append(all, pod.Annotations)
	}
	for _, annotations := range all {
		sum := 0
		for key, value := range annotations {
			sum += len(key) + len(value)
		}
		size = max(size, sum)
	}
	return size
}
