package fn

import (
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// generated returns the items of what the sources make. They are sorted by the ids of their sources, and the objects of
// one source keep the generator's order. kept are the other items of the output.
func (r *run) generated(kept []*Item) []*Item {
	places := newPlaces(kept)
	var items []*Item
	for _, s := range r.sources {
		if s.validateOnly() {
			continue
		}
		if r.caller == callerKpt {
			s.file = generatedFile(s.item)
			s.indexes = places.take(s)
		}
		items = append(items, s.made...)
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

// take takes a place in the file of a source for each object that it makes, and returns the indexes.
func (p places) take(s *source) []int {
	at := place{s.item.annotation(annotationPackagePath), s.file, 0}
	indexes := make([]int, len(s.made))
	for made := range indexes {
		for p[at] {
			at.index++
		}
		p[at] = true
		indexes[made] = at.index
	}
	return indexes
}

// putInFile tells kpt where to write an object of the source.
func (s *source) putInFile(object runtime.Object, index int) {
	meta := object.(metav1.Object)
	annotations := meta.GetAnnotations() // Stamp has set these
	annotations[annotationPath], annotations[annotationIndex] = s.file, strconv.Itoa(index)
	if packagePath := s.item.annotation(annotationPackagePath); packagePath != "" {
		annotations[annotationPackagePath] = packagePath
	}
	meta.SetAnnotations(annotations)
}

// renameLike tells kustomize which prefixes and suffixes the source of an object has got. kustomize renames references
// after this run. If two overlays give two copies of a ConfigMap to one namespace, an object refers to the copy with its
// own prefixes and suffixes (kustomize, api/filters/nameref, PrefixesSuffixesEquals). kustomize removes the annotations.
func renameLike(object runtime.Object, source *Item) {
	meta := object.(metav1.Object)
	annotations := meta.GetAnnotations() // Stamp has set these
	for _, key := range []string{annotationPrefixes, annotationSuffixes} {
		if value := source.annotation(key); value != "" {
			annotations[key] = value
		}
	}
	meta.SetAnnotations(annotations)
}

// generatedFile returns the path of the file for the objects of a source. It is beside the source's file, in the source's
// package.
func generatedFile(source *Item) string {
	return path.Join(path.Dir(source.callerPath()), source.Key().GeneratedFile())
}
