package fn_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// attachedSet is a MetricSet that is attached to the MiniCluster lammps.
func attachedSet(name string) string {
	return `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: ` + name + `
  annotations:
    latchkey.dev/attach-to: lammps
spec:
  metrics:
  - name: perf-sysstat
`
}

func inNamespace(object, namespace string) string {
	return strings.Replace(object, "metadata:\n", "metadata:\n  namespace: "+namespace+"\n", 1)
}

// documentsOf returns the documents of the generated items, in their order.
func documentsOf(t *testing.T, list *fn.ResourceList) string {
	t.Helper()
	var all strings.Builder
	for _, item := range list.Items {
		if item.Mark() != "" {
			all.WriteString(document(t, item))
		}
	}
	return all.String()
}

// TestJoin wants the same objects for every order of the items. The MiniCluster makes all of them, and the MetricSets
// none.
func TestJoin(t *testing.T) {
	t.Parallel()
	one := process(t, listOf(set, attachedSet("cpu"), attachedSet("more")), fn.Settings{})
	if fn.HasErrors(one.Results) {
		t.Fatal(lines(one))
	}
	want := []string{"MiniCluster/lammps", "MetricSet/cpu", "MetricSet/more", "ConfigMap/lammps-entrypoint-HASH", "ConfigMap/lammps-cpu-HASH", "ConfigMap/lammps-more-HASH", "Service/lammps", "JobSet/lammps"}
	if diff := cmp.Diff(want, names(one)); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	for _, item := range one.Items {
		if mark := item.Mark(); mark != "" && mark != lammpsID {
			t.Errorf("%s is made from %s", item, mark)
		}
	}
	two := process(t, listOf(attachedSet("more"), attachedSet("cpu"), set), fn.Settings{})
	if diff := cmp.Diff(documentsOf(t, one), documentsOf(t, two)); diff != "" {
		t.Errorf("another order gives other objects (-one +two):\n%s", diff)
	}
	again := process(t, written(t, one), fn.Settings{})
	if diff := cmp.Diff(written(t, one), written(t, again)); diff != "" {
		t.Errorf("a second run changes something (-first +second):\n%s", diff)
	}
	if made := documentsOf(t, one); !strings.Contains(made, "name: perf-sysstat\n") || !strings.Contains(made, "name: perf-sysstat-1\n") {
		t.Error("the sidecars of the two sets are not there under two names")
	}
}

// TestJoinRenamed renames the MiniCluster as kustomize does, which does not change the annotation.
func TestJoinRenamed(t *testing.T) {
	t.Parallel()
	other := withPrevious(strings.Replace(set, "name: lammps", "name: run-lammps", 1), "lammps", "default")
	if out := process(t, listOf(other, attachedSet("cpu")), fn.Settings{}); fn.HasErrors(out.Results) {
		t.Error(lines(out))
	}
}

// renamed returns an object as kustomize sends it after adding prefixes and suffixes. Commas separate them, as in
// kustomize.
func renamed(object, prefixes, suffixes string) string {
	name := regexp.MustCompile(`(?m)^  name: (.*)$`).FindStringSubmatch(object)[1]
	before, now := []string{name}, name
	for _, prefix := range strings.FieldsFunc(prefixes, func(r rune) bool { return r == ',' }) {
		now = prefix + now
		before = append(before, now)
	}
	for _, suffix := range strings.FieldsFunc(suffixes, func(r rune) bool { return r == ',' }) {
		now += suffix
		before = append(before, now)
	}
	return annotated(strings.Replace(object, "  name: "+name+"\n", "  name: "+now+"\n", 1),
		"internal.config.kubernetes.io/previousNames", strings.Join(before[:len(before)-1], ","),
		"internal.config.kubernetes.io/prefixes", prefixes,
		"internal.config.kubernetes.io/suffixes", suffixes)
}

// TestJoinChosen wants a MetricSet to find the MiniCluster of its own base among several with this present or former
// name.
func TestJoinChosen(t *testing.T) {
	t.Parallel()
	to := func(set, target string) string {
		return strings.Replace(set, "attach-to: lammps", "attach-to: "+target, 1)
	}
	cpu, dev, test := attachedSet("cpu"), renamed(set, "dev-", ""), renamed(set, "test-", "-x")
	library := strings.Replace(set, "name: lammps", "name: a-lammps", 1)
	patched := withPrevious(strings.Replace(annotated(set, "internal.config.kubernetes.io/prefixes", "dev-"), "name: lammps", "name: dev-water", 1), "lammps,water", "default,default")
	for name, tc := range map[string]struct {
		items []string
		want  []string
	}{
		"a base that is used twice":   {[]string{dev, renamed(cpu, "dev-", ""), test, renamed(cpu, "test-", "-x")}, []string{"dev-lammps-dev-cpu", "test-lammps-x-test-cpu-x"}},
		"beside the base itself":      {[]string{dev, renamed(cpu, "dev-", ""), set, cpu}, []string{"dev-lammps-dev-cpu", "lammps-cpu"}},
		"two layers":                  {[]string{renamed(set, "dev-,org-", ""), renamed(cpu, "dev-,org-", ""), renamed(set, "org-", ""), renamed(cpu, "org-", "")}, []string{"org-dev-lammps-org-dev-cpu", "org-lammps-org-cpu"}},
		"only the MiniCluster is":     {[]string{dev, cpu}, []string{"dev-lammps-cpu"}},
		"only the set is":             {[]string{set, renamed(cpu, "dev-", "")}, []string{"lammps-dev-cpu"}},
		"the present name":            {[]string{dev, test, to(cpu, "test-lammps-x")}, []string{"test-lammps-x-cpu"}},
		"the present name of another": {[]string{set, test, renamed(cpu, "dev-", "")}, []string{"lammps-dev-cpu"}},
		"a set of a layer between": {[]string{
			renamed(library, "b-,dev-", ""), renamed(to(cpu, "b-a-lammps"), "dev-", ""),
			renamed(library, "b-,test-", ""), renamed(to(cpu, "b-a-lammps"), "test-", ""),
		}, []string{"dev-b-a-lammps-dev-cpu", "test-b-a-lammps-test-cpu"}},
		"a patch that renames": {[]string{patched, renamed(cpu, "dev-", ""), set, cpu}, []string{"dev-water-dev-cpu", "lammps-cpu"}},
	} {
		for _, turned := range []bool{false, true} {
			items := slices.Clone(tc.items)
			if turned {
				slices.Reverse(items)
			}
			out := process(t, listOf(items...), fn.Settings{})
			var got []string
			for _, item := range out.Items {
				name := contentHash.ReplaceAllString(item.Name, "")
				if item.Generated() && item.Kind == "ConfigMap" && !strings.HasSuffix(name, "-entrypoint") {
					got = append(got, name)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tc.want, got); diff != "" || fn.HasErrors(out.Results) {
				t.Errorf("%s: ConfigMaps of sets (-want +got):\n%s%q", name, diff, lines(out))
			}
		}
	}
}

// TestJoinLeavesItsOwn wants the earlier objects of a MetricSet to go once it is attached.
func TestJoinLeavesItsOwn(t *testing.T) {
	t.Parallel()
	before := service("cpu", "flux-framework.org/MetricSet//cpu")
	for _, name := range names(process(t, listOf(set, attachedSet("cpu"), before), fn.Settings{})) {
		if name == "Service/cpu" {
			t.Error("the Service of the set is still there")
		}
	}
}

// TestJoinRenames wants what is attached to count in the hash of names, because it cannot be changed either.
func TestJoinRenames(t *testing.T) {
	t.Parallel()
	name := func(rate string) string {
		cpu := attachedSet("cpu") + "    options: {rate: " + rate + "}\n"
		out := process(t, withConfig(listOf(set, cpu), options("onChange: Rename")), fn.Settings{})
		return out.Items[len(out.Items)-1].String()
	}
	if one, two := name("1"), name("2"); one == two || contentHash.ReplaceAllString(one, "") != "JobSet/lammps" {
		t.Errorf("the names %q and %q", one, two)
	}
}

// TestJoinIncludes selects among the objects of a MiniCluster and of the set that is attached to it.
func TestJoinIncludes(t *testing.T) {
	t.Parallel()
	for include, want := range map[string]string{
		"all": "Secret ServiceAccount Role RoleBinding ConfigMap ConfigMap NetworkPolicy Service PodGroup JobSet",
		"sj":  "NetworkPolicy Service PodGroup JobSet",
		"c":   "Secret ServiceAccount Role RoleBinding ConfigMap ConfigMap",
		"v":   "",
	} {
		two := strings.Replace(set, "size: 1", "size: 2", 1)
		config := options("sources: Drop\n  networkPolicy: Set\n  gang: PodGroup\n  include: " + include)
		var kinds []string
		for _, item := range process(t, withConfig(listOf(two, attachedSet("cpu")), config), fn.Settings{}).Items {
			kinds = append(kinds, item.Kind)
		}
		if diff := cmp.Diff(want, strings.Join(kinds, " ")); diff != "" {
			t.Errorf("include %q (-want +got):\n%s", include, diff)
		}
	}
}

// TestJoinWarns wants a warning about an option that the MiniCluster decides.
func TestJoinWarns(t *testing.T) {
	t.Parallel()
	cpu := annotated(attachedSet("cpu"), "latchkey.dev/workload", "Job", "latchkey.dev/ptrace", "Never")
	want := []string{"MetricSet/cpu: metadata.annotations[latchkey.dev/workload]: warning: it has no effect, because " +
		"the MetricSet is attached to the MiniCluster lammps: annotate the MiniCluster instead"}
	if diff := cmp.Diff(want, lines(process(t, listOf(set, cpu), fn.Settings{}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJoinProblems(t *testing.T) {
	t.Parallel()
	at := "metadata.annotations[latchkey.dev/attach-to]: "
	for name, test := range map[string]struct {
		items []string
		want  []string
	}{
		"no MiniCluster": {[]string{attachedSet("cpu")}, []string{
			"MetricSet/cpu: " + at + `there is no MiniCluster "lammps" in the input without a namespace: add it to the input of this MetricSet`,
		}},
		"another name": {[]string{attachedSet("cpu"), strings.Replace(set, "lammps", "lamps", 1)}, []string{
			"MetricSet/cpu: " + at + `there is no MiniCluster "lammps" in the input without a namespace: did you mean "lamps"?`,
		}},
		"another namespace": {[]string{inNamespace(attachedSet("cpu"), "lab"), inNamespace(set, "hpc")}, []string{
			"MetricSet/lab/cpu: " + at + `the MiniCluster "lammps" is in the namespace "hpc", and this MetricSet is in the namespace "lab": give both the same namespace, because they share pods`,
		}},
		"both have mistakes": {[]string{strings.Replace(set, "size: 1", "size: 1\n  minSize: 2", 1), strings.Replace(attachedSet("cpu"), "perf-sysstat", "app-lammps", 1)}, []string{
			"MiniCluster/lammps: spec.minSize: ",
			`MetricSet/cpu: spec.metrics[0].name: "app-lammps" brings an application of its own`,
		}},
		"the set cannot be read": {[]string{set, attachedSet("cpu") + "  pod: {}\n  podz: 1\n"}, []string{
			`MetricSet/cpu: spec.podz: unknown field`,
		}},
		"the same set twice": {[]string{set, attachedSet("cpu"), attachedSet("cpu")}, []string{
			"MetricSet/cpu: another object of this name is",
		}},
		"a MiniCluster that joins": {[]string{annotated(set, "latchkey.dev/attach-to", "other")}, []string{
			"MiniCluster/lammps: " + at + "a MiniCluster cannot be attached to another object: leave the annotation out",
		}},
		"no name": {[]string{set, strings.Replace(attachedSet("cpu"), "attach-to: lammps", `attach-to: ""`, 1)}, []string{
			"MetricSet/cpu: " + at + "it is empty: name a MiniCluster of the same namespace, or a workload as in \"Job/bench\", or leave the annotation out",
		}},
		"nothing": {[]string{set, strings.Replace(attachedSet("cpu"), "attach-to: lammps", "attach-to:", 1)}, []string{
			"MetricSet/cpu: " + at + "it is empty",
		}},
		"not a string": {[]string{set, strings.Replace(attachedSet("cpu"), "attach-to: lammps", "attach-to: [lammps]", 1)}, []string{
			"MetricSet/cpu: " + at,
		}},
		"no name, and other mistakes": {[]string{set, strings.NewReplacer("attach-to: lammps", `attach-to: ""`, "perf-", "nope-").Replace(attachedSet("cpu"))}, []string{
			"MetricSet/cpu: " + at + "it is empty",
			`MetricSet/cpu: spec.metrics[0].name: `,
		}},
		"a MiniCluster that joins nothing": {[]string{annotated(set, "latchkey.dev/attach-to", "")}, []string{
			"MiniCluster/lammps: " + at + "a MiniCluster cannot be attached to another object: leave the annotation out",
		}},
		"two of one former name": {[]string{renamed(set, "dev-", ""), renamed(set, "test-", ""), attachedSet("cpu")}, []string{
			"MetricSet/cpu: " + at + `"lammps" can mean several workloads, MiniCluster/dev-lammps, MiniCluster/test-lammps: write the present name of one`,
		}},
		"the same MiniCluster twice": {[]string{set, set, attachedSet("cpu")}, []string{
			"MiniCluster/lammps: another object of this name is",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := process(t, listOf(test.items...), fn.Settings{})
			got := lines(out)
			if len(got) != len(test.want) {
				t.Fatalf("problems %q, want %q", got, test.want)
			}
			for i, want := range test.want {
				if !strings.HasPrefix(got[i], want) {
					t.Errorf("%q, want %q", got[i], want)
				}
			}
			if len(out.Items) != len(test.items) {
				t.Errorf("%d items, want the %d that came", len(out.Items), len(test.items))
			}
		})
	}
}
