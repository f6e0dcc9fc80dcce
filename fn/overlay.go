package fn

import (
	"os"
	"path/filepath"
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// warnBelowOverlay warns of onChange: Rename in a folder on which an overlay builds. The hash in the names covers what
// Latchkey sees, and the overlay changes the objects afterwards.
func (r *run) warnBelowOverlay(overlay func() string) {
	renames := func(s *source) bool { return s.valid && s.carrier == nil && s.resolved.Options.OnChange == latchkey.OnChangeRename }
	at := slices.IndexFunc(r.sources, renames)
	if at < 0 || overlay == nil || r.caller != callerKustomize {
		return
	}
	if above := overlay(); above != "" {
		r.results = append(r.results, r.sources[at].item.finding(krm.Warning,
			"onChange: Rename puts a hash into the name here, and %s changes the set later: it keeps its name then, and the server refuses the change: list Latchkey in the topmost kustomization instead", above))
	}
}

// A kustomization is the part of a kustomization.yaml that says on what it builds.
type kustomization struct {
	Kind       string   `json:"kind"`
	Resources  []string `json:"resources"`
	Components []string `json:"components"`
	Bases      []string `json:"bases"`
}

// OverlayOf returns, in words, a kustomization that builds on a folder, or "". kustomize starts a function in the folder
// whose kustomization lists it. OverlayOf looks at this folder, which may be a component, and at the folders beside it
// and one level below these.
func OverlayOf(folder string) string {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for _, file := range kustomizationsIn(folder) {
		if readKustomization(file).Kind == "Component" {
			return "the kustomization that includes this component"
		}
	}
	beside := filepath.Join(filepath.Dir(folder), "*")
	for _, pattern := range []string{beside, filepath.Join(beside, "*")} {
		for _, file := range kustomizationsIn(pattern) {
			found := readKustomization(file)
			for _, path := range slices.Concat(found.Resources, found.Components, found.Bases) {
				if filepath.Join(filepath.Dir(file), path) == folder {
					short, _ := filepath.Rel(folder, file) // both are absolute
					return short
				}
			}
		}
	}
	return ""
}

// kustomizationsIn returns the kustomizations in folders, which are given by a pattern.
func kustomizationsIn(pattern string) (files []string) {
	for _, name := range []string{"kustomization.yaml", "kustomization.yml", "Kustomization"} {
		found, _ := filepath.Glob(filepath.Join(pattern, name)) // a folder with a strange name has no overlay
		files = append(files, found...)
	}
	return files
}

// readKustomization reads a file. A file that cannot be read builds on nothing.
func readKustomization(file string) (found kustomization) {
	if text, err := os.ReadFile(file); err == nil {
		_ = yaml.Unmarshal(text, &found)
	}
	return found
}
