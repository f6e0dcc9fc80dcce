package fn

import (
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// packages are the paths of the kpt packages whose items are all present.
type packages map[string]bool

// findPackages finds the complete packages among those with a Kptfile. Packages are complete only in kpt fn render,
// which alone writes the package path of each item, and only if the pipeline of the outermost package selects no items.
// kpt fn eval may leave out anything and does not say so.
func (r *run) findPackages() packages {
	kptfiles := map[string]*Item{}
	outermost := ""
	for _, item := range r.in.Items {
		at := item.annotation(annotationPackagePath)
		if at == "" {
			continue
		}
		if outermost == "" || len(at) < len(outermost) {
			outermost = at
		}
		if item.Kind == "Kptfile" && item.Group() == "kpt.dev" {
			kptfiles[at] = item
		}
	}
	if kptfile := kptfiles[outermost]; kptfile == nil || r.selects(kptfile) {
		return nil
	}
	whole := packages{}
	for at := range kptfiles {
		whole[at] = true
	}
	return whole
}

// selects tells whether the pipeline of a Kptfile gives Latchkey only a selection of the items. If no function is
// called latchkey, all functions count. A program with further kinds has an unknown name, so all functions count there
// too.
func (r *run) selects(kptfile *Item) bool {
	var named, all []*yaml.Node
	for _, list := range []string{"mutators", "validators"} {
		functions := yamltext.Child(kptfile.read.Node(), "pipeline", list)
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
	if len(named) == 0 || r.kinds.HasMore() {
		named = all
	}
	return slices.ContainsFunc(named, func(function *yaml.Node) bool {
		return yamltext.Child(function, "selectors") != nil || yamltext.Child(function, "exclude") != nil
	})
}

// warnDropped warns for each dropped source that kpt will delete its file.
func (r *run) warnDropped() {
	if r.caller != callerKpt || r.validateOnly {
		return
	}
	for _, s := range r.sources {
		if s.resolved.Options.Sources == latchkey.SourcesDrop && !s.validateOnly() && slices.Contains(r.in.Items, s.item) {
			r.results = append(r.results, s.item.finding(krm.Warning,
				"sources: Drop deletes it from %s where kpt writes the package back, and the next \"kpt fn render\" deletes what is made from it: "+
					"leave the option out (to print what one would apply, use latchkey render)", s.item.File))
		}
	}
}
