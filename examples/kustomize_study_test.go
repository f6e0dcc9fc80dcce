package examples_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestKustomizeStudy changes names and the namespace of a study before it is rendered and after that. All its sets must mount
// ConfigMaps that are there.
func TestKustomizeStudy(t *testing.T) {
	const overlay = "namePrefix: pre-\nnameSuffix: -suf\nnamespace: other\n"
	build := kustomizeWithLatchkey(t)
	for name, row := range map[string]struct{ base, top, want string }{
		"before": {"resources: [input.yaml]\n", "resources: [../base]\ntransformers: [../latchkey]\ncomponents: [../../kustomize]\n" + overlay, "name: pre-lammps-suf-044f6915-1\n"},
		"after":  {"resources: [input.yaml]\ntransformers: [../latchkey]\n", "resources: [../base]\ncomponents: [../../kustomize]\n" + overlay, "name: pre-lammps-044f6915-1-suf\n"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			copyTo(t, filepath.Join(root, "examples"), "kustomize")
			copyTo(t, filepath.Join(root, "examples/base"), "study-lammps")
			copyTo(t, filepath.Join(root, "kustomize"), "../kustomize")
			writeFile(t, filepath.Join(root, "examples/base/kustomization.yaml"), row.base)
			writeFile(t, filepath.Join(root, "examples/top/kustomization.yaml"), row.top)
			out := build(filepath.Join(root, "examples/top"))
			if !strings.Contains(out, row.want) || strings.Count(out, "kind: JobSet\n") != 6 {
				t.Errorf("%q is missing, or sets are, in:\n%s", row.want, out)
			}
			var used, made []string
			for _, match := range regexp.MustCompile(`(?m)^ +- configMap:\n +name: (\S+)$`).FindAllStringSubmatch(out, -1) {
				used = append(used, match[1])
			}
			for document := range strings.SplitSeq(out, "\n---\n") {
				if match := regexp.MustCompile(`(?ms)^kind: ConfigMap\n.*^  name: (\S+)$`).FindStringSubmatch(document); match != nil {
					made = append(made, match[1])
				}
			}
			slices.Sort(used)
			slices.Sort(made)
			if used = slices.Compact(used); !slices.Equal(used, made) || len(made) != 8 {
				t.Errorf("ConfigMaps are mounted: %q\nand made: %q", used, made)
			}
		})
	}
}
