package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// TestStudyAgain wants a second run to change nothing, items in any order to give the same, and the runs of a study that
// has lost values to go, while the others stay as they are.
func TestStudyAgain(t *testing.T) {
	t.Parallel()
	once := render(t, listOf(study, varied, follower))
	if again := render(t, once); again != once {
		t.Errorf("a second run changes something:\n%s", cmp.Diff(once, again))
	}
	other := render(t, listOf(follower, varied, study))
	made := func(output string) string { return output[strings.Index(output, "\n- apiVersion: v1\n"):] }
	if made(once) != made(other) {
		t.Errorf("another order of the items gives others:\n%s", cmp.Diff(made(once), made(other)))
	}
	less := render(t, strings.Replace(once, "values: [1, 2]", "values: [2]", 1))
	if got := strings.Count(less, "kind: JobSet"); got != 4 || strings.Contains(less, "completions: 1\n") {
		t.Errorf("%d JobSets, want the 4 of two nodes", got)
	}
	for text := range strings.SplitSeq(less, "\n- ") {
		if strings.Contains(text, "kind: JobSet") && !strings.Contains(once, strings.TrimSpace(text)) {
			t.Errorf("a set has changed:\n%s", text)
		}
	}
}

// TestStudyRuns looks at what the runs of a study are.
func TestStudyRuns(t *testing.T) {
	t.Parallel()
	out := ofDocuments(t, study+"---\n"+varied+"---\n"+follower)
	if len(out.Results) > 0 {
		t.Fatal(fn.Line(out.Results[0]))
	}
	sets, scripts := 0, map[string]bool{}
	for _, item := range out.Items {
		content, err := item.Content()
		if err != nil {
			t.Fatal(err)
		}
		if item.Generated() && item.Mark() != "latchkey.dev/Study//scaling" {
			t.Errorf("%s has the mark %q", item, item.Mark())
		}
		switch data, _ := content["data"].(map[string]any); {
		case item.Kind == "ConfigMap" && item.Annotation(latchkey.AnnotationSet) == "":
			scripts[item.Name] = true
		case item.Kind == "ConfigMap":
			for key, text := range data {
				if strings.HasSuffix(key, ".sh") || strings.Contains(text.(string), " AFFINITY") {
					t.Errorf("%s has %s: %q", item, key, text)
				}
				if strings.HasSuffix(key, ".command") && !strings.HasSuffix(text.(string), "-x $AFFINITY_y XAFFINITY") {
					t.Errorf("%s has %s: %q", item, key, text)
				}
			}
		case item.Kind == "JobSet":
			sets++
		}
	}
	if sets != 8 || len(scripts) != 3 { // brokers of one and of several pods, and the watcher
		t.Errorf("%d sets with the scripts %v, want 8 and 3 of these", sets, scripts)
	}
}

// TestStudyHash wants one hash for all runs of a cell, and another one for each cell and for another template.
func TestStudyHash(t *testing.T) {
	t.Parallel()
	hashes := func(template string) map[string]string {
		found := map[string]string{}
		for _, item := range ofDocuments(t, study+"---\n"+template+"---\n"+follower).Items {
			if item.Kind != "JobSet" {
				continue
			}
			cell, hash := item.Annotation(latchkey.AnnotationParameters), item.Annotation(latchkey.AnnotationRendered)
			if before, seen := found[cell]; seen && before != hash {
				t.Errorf("%s: %s and %s", cell, before, hash)
			}
			found[cell] = hash
		}
		return found
	}
	first, second, different := hashes(varied), hashes(strings.Replace(varied, "ubuntu", "debian", 1)), map[string]bool{}
	for cell := range first {
		different[first[cell]], different[second[cell]] = true, true
	}
	if len(first) != 4 || len(different) != 8 {
		t.Errorf("%v and %v", first, second)
	}
}

// TestStudyOf varies a MetricSet by itself, and fields that only a follower has.
func TestStudyOf(t *testing.T) {
	t.Parallel()
	const disk = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata: {name: fio}
spec: {metrics: [{name: io-fio}]}
`
	for name, row := range map[string]struct {
		input string
		// want are strings of the output with the number of each.
		want map[string]int
	}{
		"a MetricSet": {
			strings.NewReplacer("MiniCluster, name: lammps", "MetricSet, name: fio", "spec.size", "spec.pods", `["off", per-task], text: AFFINITY`, `[4k, 1m], fields: ["spec.metrics[0].options.blocksize"]`,
				", fields: [spec.tasks]", `, fields: ['metadata.annotations["latchkey.dev/ttl-seconds"]']`).Replace(study) + "---\n" + disk,
			map[string]int{"kind: JobSet": 8, "--bs=4k ": 4, "--bs=1m ": 4, "completions: 2\n": 4, "ttlSecondsAfterFinished: 8\n": 4, "kind: Service\n": 8},
		},
		"a follower": {
			strings.Replace(study, "fields: [spec.tasks]", `fields: ["spec.metrics[0].options.rate"]`, 1) + "---\n" + varied + "---\n" + follower,
			map[string]int{"kind: JobSet": 8, "LATCHKEY_RATE\n                value: \"4\"\n": 4, "LATCHKEY_RATE\n                value: \"8\"\n": 4},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := ofDocuments(t, row.input)
			for _, line := range lines(list) {
				t.Error(line)
			}
			var out strings.Builder
			for _, item := range list.Items {
				if item.Generated() {
					if err := item.Encode(&out); err != nil {
						t.Fatal(err)
					}
				}
			}
			for text, want := range row.want {
				if got := strings.Count(out.String(), text); got != want {
					t.Errorf("%d times %q, want %d", got, text, want)
				}
			}
		})
	}
}

// TestStudyInParts wants jobs and ConfigMaps that are rendered apart to fit, and a study in kpt to have one file.
func TestStudyInParts(t *testing.T) {
	t.Parallel()
	jobSets := func(output string) (found []string) {
		output, _, _ = strings.Cut(output, "\nfunctionConfig:")
		for object := range strings.SplitSeq(output, "\n- ") {
			if strings.Contains(object, "\n  kind: JobSet\n") {
				found = append(found, strings.TrimSpace(object))
			}
		}
		return found
	}
	input := listOf(study, varied, follower)
	whole, jobs := render(t, input), render(t, withConfig(input, options("include: jobs")))
	if diff := cmp.Diff(jobSets(whole), jobSets(jobs)); diff != "" {
		t.Errorf("JobSets rendered alone (-all +alone):\n%s", diff)
	}
	inKpt := render(t, listOf(inKpt(strings.Replace(study, "metadata: {name: scaling}", "metadata:\n  name: scaling", 1), "a/study.yaml", 0), varied))
	made, inFile := strings.Count(inKpt, "latchkey.dev/source: latchkey.dev/Study//scaling\n"), strings.Count(inKpt, "kubernetes.io/path: a/study-scaling.latchkey.yaml\n")
	if made == 0 || inFile != made {
		t.Errorf("%d of %d objects are in the file of the study", inFile, made)
	}
}

// TestStudyWithSuffix renders what was rendered with a suffix: nothing changes.
func TestStudyWithSuffix(t *testing.T) {
	t.Parallel()
	items, _ := fn.ParseDocuments("in.yaml", []byte(study+"---\n"+varied+"---\n"+follower))
	list := (&fn.ResourceList{Items: items}).WithSuffix("-b", fn.Settings{}.Kinds)
	var first, again strings.Builder
	for _, out := range []*strings.Builder{&first, &again} {
		made := processed(t, list, fn.Settings{})
		for _, line := range lines(made) {
			t.Fatal(line)
		}
		for _, item := range made.Items {
			out.WriteString("---\n")
			if err := item.Encode(out); err != nil {
				t.Fatal(err)
			}
		}
		items, _ = fn.ParseDocuments("in.yaml", []byte(out.String()))
		list = &fn.ResourceList{Items: items}
	}
	if diff := cmp.Diff(first.String(), again.String()); diff != "" {
		t.Errorf("rendered again (-first +again):\n%s", diff)
	}
	holds(t, first.String(), `sources: [{kind: MiniCluster, name: "lammps-b"}]`, `latchkey.dev/attach-to: "lammps-b"`, "name: lammps-b-1c87c548-1\n", "latchkey.dev/study: scaling-b\n")
}
