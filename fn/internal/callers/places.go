package callers

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// GeneratedSuffix ends the name of every file that generated objects are written to. No other file is ever pruned.
const GeneratedSuffix = ".latchkey.yaml"

// longestFile is how many bytes the name of a file can have in most file systems.
const longestFile = 255

// GeneratedFile is the name of the file for the objects of one source, "<kind>[-<namespace>]-<name>.latchkey.yaml". Too long a
// name is cut, and then has a hash of the whole before its end.
func GeneratedFile(kind, namespace, name string) string {
	parts := slices.DeleteFunc([]string{strings.ToLower(kind), namespace, name}, func(part string) bool { return part == "" })
	file := strings.Join(parts, "-")
	if len(file)+len(GeneratedSuffix) > longestFile {
		sum := sha256.Sum256([]byte(file))
		hash := "-" + hex.EncodeToString(sum[:8])
		file = strings.ToValidUTF8(file[:longestFile-len(GeneratedSuffix)-len(hash)], "") + hash
	}
	return file + GeneratedSuffix
}

// Places are the places in the files of kpt packages that are taken. kpt identifies an object by file and index alone,
// and refuses two objects in one place.
type Places map[place]bool

type place struct {
	packagePath, file string
	index             int
}

// Take takes the place of an item.
func (p Places) Take(item Annotated, file string, index int) {
	if strings.HasSuffix(file, GeneratedSuffix) {
		p[place{Package(item), file, index}] = true
	}
}

// Put tells kpt to write an object to the next free place in a file, in the package of the object's source. The object
// has annotations already.
func (p Places) Put(object metav1.Object, source Annotated, file string) {
	at := place{Package(source), file, 0}
	for p[at] {
		at.index++
	}
	p[at] = true
	annotations := object.GetAnnotations()
	annotations[annotationPath], annotations[annotationIndex] = file, strconv.Itoa(at.index)
	if at.packagePath != "" {
		annotations[annotationPackagePath] = at.packagePath
	}
	object.SetAnnotations(annotations)
}

// RenameLike tells kustomize which prefixes and suffixes the source of an object has got. The object has annotations
// already. kustomize renames references after this run. If two overlays give two copies of a ConfigMap to one namespace,
// an object refers to the copy with its own prefixes and suffixes (kustomize, api/filters/nameref,
// PrefixesSuffixesEquals). kustomize removes the annotations.
func RenameLike(object metav1.Object, source Annotated) {
	annotations := object.GetAnnotations()
	for _, key := range []string{annotationPrefixes, annotationSuffixes} {
		if value := source.Annotation(key); value != "" {
			annotations[key] = value
		}
	}
	object.SetAnnotations(annotations)
}
