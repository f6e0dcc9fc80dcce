package fn

import (
	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/runtime"
)

const (
	// maxStored is the number of bytes that an API server stores of one object, as JSON (etcd, --max-request-bytes).
	maxStored = 3 << 19
	// maxApplied is the number of bytes of all annotations of an object. kubectl keeps the applied object in one of them.
	maxApplied = 256 << 10
	// roomy is the size of pods in protobuf below which their workload is far from both limits as JSON.
	roomy = 64 << 10
)

// oversized refuses workloads that no server stores, and warns of those that only a server-side apply takes. The generators judge the
// sizes of ConfigMaps themselves, because they know the texts in them.
func oversized(sets []set) (found Results) {
	for _, s := range sets {
		for _, object := range s.objects {
			size := 0
			for _, pod := range podsOf([]runtime.Object{object}) {
				size += pod.Size()
			}
			if size < roomy {
				continue
			}
			item := newGeneratedItem(object)
			text, err := item.JSON()
			switch {
			case err != nil: // write reports it
			case len(text) > maxStored:
				found = append(found, s.item.finding(krm.Error, "makes %s of %d bytes, and a server stores at most %d: move values and annotations into a ConfigMap or an image of your own", item, len(text), maxStored))
			case len(text) > maxApplied:
				found = append(found, s.item.finding(krm.Warning, "makes %s of %d bytes, and kubectl keeps at most %d of what it applies: use kubectl apply --server-side", item, len(text), maxApplied))
			}
		}
	}
	return found
}
