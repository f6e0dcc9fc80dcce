package fn

import (
	"maps"
	"path"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

const (
	labelManagedBy = "app.kubernetes.io/managed-by"
	managedBy      = "latchkey"

	// annotationSubstitute keeps Flux CD from replacing ${...} in scripts (fluxcd.io, Kustomization, postBuild).
	annotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
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
		for _, object := range s.objects {
			stamp(object, s.item)
			if r.host == hostKpt {
				places.put(object, s.item)
			}
			items = append(items, newGeneratedItem(object))
		}
	}
	return items
}

// stamp marks an object as made by Latchkey from a source.
func stamp(object runtime.Object, source *Item) {
	annotations := map[string]string{latchkey.AnnotationSource: source.id()}
	if object.GetObjectKind().GroupVersionKind().Kind == "ConfigMap" {
		annotations[annotationSubstitute] = "disabled"
	}
	meta := object.(metav1.Object)
	meta.SetLabels(with(meta.GetLabels(), map[string]string{labelManagedBy: managedBy}))
	meta.SetAnnotations(with(meta.GetAnnotations(), annotations))
}

// with returns a new map with more entries, which win.
func with(values, more map[string]string) map[string]string {
	out := maps.Clone(more)
	for key, value := range values {
		if _, taken := out[key]; !taken {
			out[key] = value
		}
	}
	return out
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
	annotations := map[string]string{annotationPath: at.path, annotationIndex: strconv.Itoa(at.index)}
	if at.packagePath != "" {
		annotations[annotationPackagePath] = at.packagePath
	}
	meta := object.(metav1.Object)
	meta.SetAnnotations(with(meta.GetAnnotations(), annotations))
}

// generatedFile is the path of the file for what is made from a source.
func generatedFile(source *Item) string {
	return path.Join(path.Dir(source.hostPath()), source.Key().GeneratedFile())
}
