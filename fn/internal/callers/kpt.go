package callers

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// Package returns the path of the kpt package of an item. Only kpt fn render says it.
func Package(item Annotated) string { return item.Annotation(annotationPackagePath) }

// A Kptfile describes a kpt package.
type Kptfile struct {
	// Package is the path of the package, and Object the file as it was read.
	Package string
	Object  *yamltext.Object
}

// WholePackages returns the paths of the complete packages that have a Kptfile: all their items are present. Packages are
// complete only in kpt fn render, which alone writes the package path of each item, and only if the pipeline of the
// outermost package selects no items. kpt fn eval may leave out anything and does not say so.
//
// anyName says that Latchkey may have another name in the pipeline, so that all functions there count.
func WholePackages[I Annotated](items []I, kptfiles []Kptfile, anyName bool) map[string]bool {
	if len(kptfiles) == 0 {
		return nil
	}
	outermost := ""
	for _, item := range items {
		if at := Package(item); at != "" && (outermost == "" || len(at) < len(outermost)) {
			outermost = at
		}
	}
	whole := map[string]bool{}
	for _, file := range kptfiles {
		if file.Package == outermost && selects(file.Object, anyName) {
			return nil
		}
		whole[file.Package] = true
	}
	if !whole[outermost] {
		return nil
	}
	return whole
}

// selects tells whether the pipeline of a Kptfile gives Latchkey only a selection of the items. If no function is called
// latchkey, all functions count.
func selects(kptfile *yamltext.Object, anyName bool) bool {
	var named, all []*yaml.Node
	for _, list := range []string{"mutators", "validators"} {
		functions := yamltext.Child(kptfile.Node(), "pipeline", list)
		if functions == nil {
			continue
		}
		for _, function := range functions.Content {
			all = append(all, function)
			if strings.Contains(yamltext.Text(yamltext.Child(function, "exec"))+yamltext.Text(yamltext.Child(function, "image")), "latchkey") {
				named = append(named, function)
			}
		}
	}
	if len(named) == 0 || anyName {
		named = all
	}
	for _, function := range named {
		if yamltext.Child(function, "selectors") != nil || yamltext.Child(function, "exclude") != nil {
			return true
		}
	}
	return false
}

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
