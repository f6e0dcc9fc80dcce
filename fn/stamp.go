package fn

import (
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// stamped are the generated objects with their marks, in the order of the sources' ids and, for each of them, in that
// of the generator. kept are the items that they will stand beside.
func (r *run) stamped(kept []*Item) []*Item {
	places := newPlaces(kept)
	var items []*Item
	for _, s := range r.sources {
		if s.validateOnly() {
			continue
		}
		s.kind.Stamp(s.object, s.objects)
		for _, object := range s.objects {
			if r.caller == callerKpt {
				places.put(object, s.item)
			}
			items = append(items, newGeneratedItem(object))
		}
	}
	return items
}

// places hands out places in the files of kpt packages. kpt knows an object again by its file and index alone, and
// refuses two objects in one place.
type places map[place]bool

type place struct {
	packagePath, path string
	index             int
}

func newPlaces(kept []*Item) places {
	taken := places{}
	for _, item := range kept {
		if strings.HasSuffix(item.File, GeneratedSuffix) {
			taken[place{item.annotation(annotationPackagePath), item.File, item.Index}] = true
		}
	}
	return taken
}

// put says where kpt is to write an object: into a file beside that of its source, in the source's package.
func (p places) put(object runtime.Object, source *Item) {
	at := place{source.annotation(annotationPackagePath), generatedFile(source), 0}
	for p[at] {
		at.index++
	}
	p[at] = true
	meta := object.(metav1.Object)
	annotations := meta.GetAnnotations() // those that Stamp made
	annotations[annotationPath], annotations[annotationIndex] = at.path, strconv.Itoa(at.index)
	if at.packagePath != "" {
		annotations[annotationPackagePath] = at.packagePath
	}
	meta.SetAnnotations(annotations)
}

// generatedFile is the path of the file for what is made from a source.
func generatedFile(source *Item) string {
	return path.Join(path.Dir(source.callerPath()), source.Key().GeneratedFile())
}
