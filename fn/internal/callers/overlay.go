package callers

import (
	"os"
	"path/filepath"
	"slices"

	"sigs.k8s.io/yaml"
)

// A kustomization is the part of a kustomization.yaml that says on what it builds.
type kustomization struct {
	Kind       string   `json:"kind"`
	Resources  []string `json:"resources"`
	Components []string `json:"components"`
	Bases      []string `json:"bases"`
}

// Overlay returns, in words, a kustomization that builds on a folder, or "". kustomize starts a function in the folder
// of the kustomization that lists it. Overlay looks at this folder, which may be a component, and at the folders beside it
// and one level below these. It is the only function of fn that reads files: its answer goes into a warning, never into
// an object.
func Overlay(folder string) string {
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
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return found // to open a pipe would wait for ever
	}
	if text, err := os.ReadFile(file); err == nil {
		_ = yaml.Unmarshal(text, &found)
	}
	return found
}
