package callers

import (
	"strings"

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
