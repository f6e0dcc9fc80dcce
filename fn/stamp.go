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
			switch r.caller {
			case callerKpt:
				places.put(object, s.item)
			case callerKustomize:
				renameLike(object, s.item)
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

// generatedFile returns the path of the file for the objects of a source.
func generatedFile(source *Item) string {
	return path.Join(path.Dir(source.callerPath()), source.Key().GeneratedFile())
}
