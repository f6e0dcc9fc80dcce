package fn

import (
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// stamped returns the generated objects with their marks. They are sorted by the ids of their sources, and the objects
// of one source keep the generator's order. kept are the other items of the output.
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

// places are the places in the files of kpt packages that are taken. kpt identifies an object by file and index alone,
// and refuses two objects in one place.
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

// put tells kpt where to write an object: into a file beside the source's file, in the source's package.
func (p places) put(object runtime.Object, source *Item) {
	at := place{source.annotation(annotationPackagePath), generatedFile(source), 0}
	for p[at] {
		at.index++
	}
	p[at] = true
	meta := object.(metav1.Object)
	annotations := meta.GetAnnotations() // Stamp has set these
	annotations[annotationPath], annotations[annotationIndex] = at.path, strconv.Itoa(at.index)
	if at.packagePath != "" {
		annotations[annotationPackagePath] = at.packagePath
	}
	meta.SetAnnotations(annotations)
}

// generatedFile returns the path of the file for the objects of a source.
func generatedFile(source *Item) string {
	return path.Join(path.Dir(source.callerPath()), source.Key().GeneratedFile())
}
