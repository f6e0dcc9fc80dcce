package examples_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"
)

// TestKustomizeStudy changes the names and the namespace of a study, once before it is rendered and once after. The ConfigMaps that its
// sets mount must exist, and each turn must find the other sets.
func TestKustomizeStudy(t *testing.T) {
	const overlay = "namePrefix: pre-\nnameSuffix: -suf\nnamespace: other\n"
	build := kustomizeWithLatchkey(t)
	input, err := os.ReadFile("study-lammps/input.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct{ base, top, want string }{
		"before": {"resources: [input.yaml]\n", "resources: [../base]\ntransformers: [../latchkey]\ncomponents: [../component]\n" + overlay, "name: pre-lammps-suf-044f6915-1\n"},
		"after":  {"resources: [input.yaml]\ntransformers: [../latchkey]\n", "resources: [../base]\ncomponents: [../component]\n" + overlay, "name: pre-lammps-044f6915-1-suf\n"},
	} {
		t.Run(name, func(t *testing.T) {
			root := kustomizations(t, map[string]string{
				"base/input.yaml": string(input), "base/kustomization.yaml": row.base, "top/kustomization.yaml": row.top,
			})
			out := build(filepath.Join(root, "top"))
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
			if used = slices.Compact(used); !slices.Equal(used, made) || len(made) != 9 {
				t.Errorf("ConfigMaps are mounted: %q\nand made: %q", used, made)
			}
			checkTurns(t, out)
		})
	}
}

// checkTurns wants the role of the turns to name all sets, and each turn to find the others by the names in the list.
func checkTurns(t *testing.T, out string) {
	t.Helper()
	var list, allowed, sets []string
	rendered := map[string]string{} // the names that the turns are told, by the present names
	for document := range strings.SplitSeq(out, "\n---\n") {
		var object struct {
			Kind     string
			Metadata struct{ Name string }
			Data     map[string]string
			Rules    []struct {
				Resources, ResourceNames []string
			}
			Spec jobset.JobSetSpec
		}
		if err := yaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		switch {
		case object.Kind == "ConfigMap" && object.Data["sets"] != "":
			list = strings.Fields(object.Data["sets"])
		case object.Kind == "Role" && object.Rules[0].Resources[0] == "jobsets":
			allowed = object.Rules[0].ResourceNames
		case object.Kind == "JobSet":
			pod := object.Spec.ReplicatedJobs[0].Template.Spec.Template.Spec
			for _, variable := range pod.Containers[0].Env {
				if variable.Name == "LATCHKEY_RENDERED" {
					rendered[object.Metadata.Name] = variable.Value
				}
			}
			sets = append(sets, object.Metadata.Name)
			if want := "pre-scaling"; !strings.HasPrefix(pod.ServiceAccountName, want) {
				t.Errorf("the account is %q, want %s...", pod.ServiceAccountName, want)
			}
		}
	}
	slices.Sort(allowed)
	slices.Sort(sets)
	if !slices.Equal(allowed, sets) {
		t.Errorf("the role allows %q, and the sets are %q", allowed, sets)
	}
	for is, was := range rendered {
		before, after, found := strings.Cut(is, was) // as turn.py does
		var names []string
		for _, name := range list {
			names = append(names, before+name+after)
		}
		if slices.Sort(names); !found || was == "" || !slices.Equal(names, sets) {
			t.Errorf("%s, rendered as %q, looks for %q, and the sets are %q", is, was, names, sets)
		}
	}
}
