package fn_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// laidOut are a MiniCluster, and objects of which one is changed because of another.
func laidOut(l *layout) []string {
	annotations := []any{[]entry{{"latchkey.dev/workload", "Job"}, {"a.b/c", "d"}}, []entry{}, nil, []entry{{"x", "yy"}}}[l.IntN(4)]
	metadata := []entry{{"name", "lammps"}, {"labels", []entry{{"team", "hpc"}, {"app", "x"}}}}
	if l.chance(70) {
		metadata = append(metadata, entry{"annotations", annotations})
	}
	if l.chance(50) {
		metadata[0], metadata[len(metadata)-1] = metadata[len(metadata)-1], metadata[0]
	}
	template := []entry{{"labels", []entry{{"app", "frontend"}, {"z", "w"}}}}
	if l.chance(50) {
		template = append(template, entry{"annotations", []any{[]entry{{"configmap.latchkey.dev/settings", "old"}, {"u", "v"}}, nil, []entry{}}[l.IntN(3)]})
	}
	return []string{
		l.document([]entry{
			{"apiVersion", "flux-framework.org/v1alpha2"},
			{"kind", "MiniCluster"},
			{"metadata", metadata},
			{"spec", []entry{{"size", 1}, {"containers", []any{[]entry{{"image", "a.b/c"}, {"command", "hostname"}}}}}},
		}),
		monitor, monitored,
		l.document([]entry{
			{"apiVersion", "apps/v1"},
			{"kind", "Deployment"},
			{"metadata", []entry{{"name", "frontend"}, {"labels", []entry{{"q", "r"}}}}},
			{"spec", []entry{{"replicas", 2}, {"template", []entry{{"metadata", template}, {"spec", []entry{{"containers", []any{}}}}}}}},
		}),
	}
}

// listLaidOut writes objects as the items of a ResourceList.
func listLaidOut(l *layout, objects []string) string {
	list, indent := head+"items:\n", strings.Repeat(" ", 2*l.IntN(2))
	for _, object := range objects {
		dash := []string{"- ", "-\n  ", "- # " + l.name("c") + "\n  ", "# " + l.name("c") + "\n- ", "- &" + l.name("a") + "\n  "}[l.IntN(5)]
		object = dash + strings.ReplaceAll(strings.TrimSuffix(object, "\n"), "\n", "\n  ")
		list += indent + strings.ReplaceAll(object, "\n", "\n"+indent) + "\n"
	}
	return list
}

// checkLayout runs the function on objects that are laid out by chance. Whatever they look like, the output is read back
// as what was meant, only comments of merge keys are lost, and a second run changes nothing.
func checkLayout(t *testing.T, seed uint64) {
	l := &layout{Rand: rand.New(rand.NewPCG(seed, 1))}
	list := listLaidOut(l, laidOut(l))
	before, err := fn.ParseResourceList([]byte(list))
	if err != nil {
		t.Fatalf("seed %d: %s in what the test made:\n%s", seed, err, list)
	}
	output, messages, code := run(t, list)
	if code != fn.ExitOK {
		t.Fatalf("seed %d: exit code %d: %s\n%s", seed, code, messages, list)
	}
	after, err := fn.ParseResourceList([]byte(output))
	if err != nil {
		t.Fatalf("seed %d: the output cannot be read: %s\n%s", seed, err, output)
	}
	for at, item := range before.Items {
		was, is := content(t, item), content(t, after.Items[at])
		withoutMarks(was)
		withoutMarks(is)
		if diff := cmp.Diff(was, is); diff != "" {
			t.Errorf("seed %d: %s has changed (-before +after):\n%s\n%s\n%s", seed, item, diff, list, output)
		}
	}
	for _, comment := range regexp.MustCompile(`# c\d+\n`).FindAllString(list, -1) {
		if !strings.Contains(list, "<<:") && !strings.Contains(output, comment) { // merge keys may go, with their comments
			t.Errorf("seed %d: lost %q:\n%s\n%s", seed, comment, list, output)
		}
	}
	again, messages, code := run(t, output)
	if code != fn.ExitOK || again != output {
		t.Errorf("seed %d: the second run ends with %d, %s\n%s\n%s", seed, code, messages, cmp.Diff(output, again), list)
	}
}

func content(t *testing.T, item *fn.Item) map[string]any {
	t.Helper()
	data, err := item.JSON()
	if err != nil {
		t.Fatal(err)
	}
	value, _ := meaning(t, string(data)).(map[string]any)
	return value
}

// withoutMarks takes out what the function is to add, and what says nothing.
func withoutMarks(object map[string]any) {
	for key, value := range object {
		below, isMapping := value.(map[string]any)
		if isMapping {
			withoutMarks(below)
		}
		if key == "config.kubernetes.io/local-config" || strings.HasPrefix(key, "configmap.latchkey.dev/") ||
			key == "annotations" && (value == nil || isMapping && len(below) == 0) {
			delete(object, key)
		}
	}
}

func FuzzLayout(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkLayout(t, seed) })
}
