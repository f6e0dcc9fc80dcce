package fn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/crds"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/voteconfig"
)

const lammpsID = "flux-framework.org/MiniCluster//lammps"

// service is a Service with the mark of a source.
func service(name, source string) string {
	return annotated("apiVersion: v1\nkind: Service\nmetadata:\n  name: "+name+"\n", "latchkey.dev/source", source)
}

const kptfile = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: package\n"

// pipeline is the pipeline of a Kptfile.
func pipeline(mutators string) string { return "pipeline:\n  mutators: " + mutators + "\n" }

func TestOwners(t *testing.T) {
	t.Parallel()
	gone := strings.Replace(lammpsID, "lammps", "gone", 1)
	set := inKpt(set, "set.yaml", 0)
	whole := inKpt(kptfile, "Kptfile", 0)
	stale := inKpt(service("old", gone), "x.latchkey.yaml", 0)
	drop := options("sources: Drop")
	for name, tc := range map[string]struct {
		list string
		kept bool
	}{
		"made from a present source":     {listOf(set, service("old", lammpsID)), false},
		"made from an absent source":     {listOf(set, service("old", gone)), true},
		"whole package":                  {listOf(set, inPackage(whole, "/p"), inPackage(stale, "/p")), false},
		"whole package, folder":          {listOf(set, inPackage(whole, "/p"), inPackage(inKpt(service("old", gone), "a/b/x.latchkey.yaml", 0), "/p")), false},
		"whole package within another":   {listOf(set, inPackage(whole, "/p"), inPackage(whole, "/p/q"), inPackage(stale, "/p/q")), false},
		"other functions select":         {listOf(set, inPackage(whole+pipeline("[{exec: other, exclude: [{kind: Pod}]}, {exec: latchkey}]"), "/p"), inPackage(stale, "/p")), false},
		"Latchkey gets a selection":      {listOf(set, inPackage(whole+pipeline("[{image: x/latchkey:1, exclude: [{kind: MiniCluster}]}]"), "/p"), inPackage(stale, "/p")), true},
		"who gets a selection?":          {listOf(set, inPackage(whole+pipeline("[{exec: a}, {exec: b, selectors: [{kind: Pod}]}]"), "/p"), inPackage(stale, "/p")), true},
		"outer package without Kptfile":  {listOf(inPackage(set, "/p"), inPackage(whole, "/p/q"), inPackage(stale, "/p/q")), true},
		"another program's":              {listOf(set, inPackage(whole, "/p"), inPackage(inKpt(service("old", "example.org/Backup//gone"), "x.latchkey.yaml", 0), "/p")), true},
		"kpt eval of a package":          {listOf(set, whole, stale), true},
		"not our file":                   {listOf(set, inPackage(whole, "/p"), inPackage(inKpt(service("old", gone), "x.yaml", 0), "/p")), true},
		"no Kptfile":                     {listOf(set, inPackage(stale, "/p")), true},
		"Kptfile of another package":     {listOf(set, inPackage(whole, "/p"), inPackage(stale, "/p/q")), true},
		"no mark":                        {listOf(set, inPackage(whole, "/p"), inPackage(inKpt(service("old", ""), "x.latchkey.yaml", 0), "/p")), true},
		"sources are dropped":            {withConfig(listOf(set, inPackage(whole, "/p"), inPackage(stale, "/p")), drop), true},
		"include leaves services out":    {withConfig(listOf(set, whole, service("old", lammpsID)), options("include: j")), true},
		"include has services":           {withConfig(listOf(set, whole, service("old", lammpsID)), options("include: s")), false},
		"include has configmaps":         {withConfig(listOf(set, whole, service("old", lammpsID)), options("include: c")), true},
		"validateOnly for the source":    {listOf(annotated(set, "latchkey.dev/validate-only", "true"), service("old", lammpsID)), true},
		"the source was renamed":         {listOf(withPrevious(set, "older,old", "default,default"), service("old", "flux-framework.org/MiniCluster//old")), false},
		"the source was in a namespace":  {listOf(withPrevious(set, "old", "hpc"), service("old", "flux-framework.org/MiniCluster/hpc/old")), false},
		"another source of another name": {listOf(withPrevious(set, "old", "hpc"), service("old", "flux-framework.org/MiniCluster//old")), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := process(t, tc.list, fn.Settings{})
			if fn.HasErrors(out.Results) {
				t.Fatal(lines(out))
			}
			if kept := slices.Contains(names(out), "Service/old"); kept != tc.kept {
				t.Errorf("kept: %t, want %t", kept, tc.kept)
			}
		})
	}
}

// TestOwnersOfFurtherKinds runs a program with further kinds. It must take every selection for its own, because nothing
// knows the program's name.
func TestOwnersOfFurtherKinds(t *testing.T) {
	t.Parallel()
	kinds, err := generators.NewRegistry(ballot())
	if err != nil {
		t.Fatal(err)
	}
	whole, stale := inKpt(kptfile, "Kptfile", 0), inKpt(service("old", "votes.example.org/Ballot//gone"), "x.latchkey.yaml", 0)
	for name, tc := range map[string]struct {
		mutators string
		kept     bool
	}{
		"nobody selects":          {"[{exec: latchkey}, {exec: ballots}]", false},
		"another program selects": {"[{exec: latchkey}, {exec: ballots, exclude: [{kind: Ballot}]}]", true},
	} {
		out := process(t, listOf(inPackage(whole+pipeline(tc.mutators), "/p"), inPackage(stale, "/p")), fn.Settings{Kinds: kinds})
		if kept := slices.Contains(names(out), "Service/old"); kept != tc.kept {
			t.Errorf("%s: kept: %t, want %t", name, kept, tc.kept)
		}
	}
}

// ballot is a kind that Latchkey does not know.
func ballot() generators.Kind {
	return generators.NewKind(generators.Definition[*schoolofdevops.VoteConfig]{
		Group: "votes.example.org", Name: "Ballot", Version: "v1", Expand: voteconfig.Expand, Uses: []string{"include"},
		CRD: strings.ReplaceAll(crds.VoteConfigs, `"v1alpha1"`, `"v1"`),
	})
}

func inPackage(object, path string) string {
	return annotated(object, "internal.config.kubernetes.io/package-path", path)
}

func withPrevious(object, names, namespaces string) string {
	return annotated(object,
		"internal.config.kubernetes.io/previousNames", names,
		"internal.config.kubernetes.io/previousNamespaces", namespaces)
}

// TestPlaces checks where kpt is told to write generated objects.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		list string
		want []string
	}{
		"beside its source": {
			listOf(inKpt(set, "a/set.yaml", 0)),
			[]string{"a/minicluster-lammps.latchkey.yaml 0", "a/minicluster-lammps.latchkey.yaml 1", "a/minicluster-lammps.latchkey.yaml 2"},
		},
		"namespace and package": {
			listOf(inPackage(inKpt(strings.Replace(set, "  name: lammps", "  name: lammps\n  namespace: hpc", 1), "set.yaml", 0), "/p")),
			[]string{"minicluster-hpc-lammps.latchkey.yaml 0 /p", "minicluster-hpc-lammps.latchkey.yaml 1 /p", "minicluster-hpc-lammps.latchkey.yaml 2 /p"},
		},
		"beside what include leaves": {
			withConfig(listOf(inKpt(set, "set.yaml", 0), inKpt(service("lammps", lammpsID), "minicluster-lammps.latchkey.yaml", 1)), options("include: cj")),
			[]string{"minicluster-lammps.latchkey.yaml 0", "minicluster-lammps.latchkey.yaml 2"},
		},
		"one file for two names": {
			listOf(inKpt(setNamed("b-c\n  namespace: a"), "x.yaml", 0), inKpt(setNamed("c\n  namespace: a-b"), "x.yaml", 1)),
			[]string{
				"minicluster-a-b-c.latchkey.yaml 3", "minicluster-a-b-c.latchkey.yaml 4", "minicluster-a-b-c.latchkey.yaml 5",
				"minicluster-a-b-c.latchkey.yaml 0", "minicluster-a-b-c.latchkey.yaml 1", "minicluster-a-b-c.latchkey.yaml 2",
			},
		},
		"not in kustomize": {listOf(inKustomize(set)), []string{"", "", ""}},
		"not without host": {listOf(set), []string{"", "", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := process(t, tc.list, fn.Settings{})
			if fn.HasErrors(out.Results) {
				t.Fatal(lines(out))
			}
			var places []string
			for _, item := range out.Items {
				if item.Generated() {
					places = append(places, strings.TrimSpace(item.Annotation("internal.config.kubernetes.io/path")+" "+
						item.Annotation("internal.config.kubernetes.io/index")+" "+item.Annotation("internal.config.kubernetes.io/package-path")))
				}
			}
			slices.Sort(places)
			slices.Sort(tc.want)
			if diff := cmp.Diff(tc.want, places); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDropInKpt wants a warning if a dropped source is a file in a package.
func TestDropInKpt(t *testing.T) {
	t.Parallel()
	drop := options("sources: Drop")
	for name, tc := range map[string]struct {
		list  string
		warns string
	}{
		"kpt":             {withConfig(listOf(inKpt(set, "a/set.yaml", 0)), drop), "deletes this object from a/set.yaml when kpt writes the package back: "},
		"kpt, annotation": {listOf(annotated(inKpt(set, "a/set.yaml", 0), "latchkey.dev/sources", "Drop")), `deletes this object from a/set.yaml when kpt writes the package back, and the next "kpt fn render" deletes what is made from it: `},
		"kpt, kept":       {listOf(inKpt(set, "a/set.yaml", 0)), ""},
		"kpt, validated":  {withConfig(listOf(inKpt(set, "a/set.yaml", 0)), options("{sources: Drop, validateOnly: true}")), ""},
		"kpt, by itself":  {withConfig(listOf(inKpt(foreign, "other.yaml", 0)), annotated(set, "latchkey.dev/sources", "Drop")), ""},
		"kustomize":       {withConfig(listOf(inKustomize(set)), drop), ""},
		"unknown":         {withConfig(listOf(set), drop), ""},
	} {
		var want []string
		if tc.warns != "" {
			want = []string{"a/set.yaml: MiniCluster/lammps: warning: sources: Drop " + tc.warns + "leave the option out (to print what is to be applied, use latchkey render)"}
		}
		if diff := cmp.Diff(want, lines(process(t, tc.list, fn.Settings{}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestStamp checks the marks of generated objects.
func TestStamp(t *testing.T) {
	t.Parallel()
	source := strings.Replace(set, "  name: lammps", "  name: lammps\n  namespace: hpc\n  labels: {app.kubernetes.io/managed-by: Helm, team: a}", 1)
	out := process(t, listOf(source), fn.Settings{CommandLine: true})
	for _, item := range out.Items {
		text := document(t, item)
		if item.Namespace != "hpc" || item.Mark() != "flux-framework.org/MiniCluster/hpc/lammps" {
			t.Errorf("%s: made from %q", item, item.Mark())
		}
		if !strings.Contains(text, "app.kubernetes.io/managed-by: latchkey\n") {
			t.Errorf("%s has another manager:\n%s", item, text)
		}
		if got := item.Annotation("kustomize.toolkit.fluxcd.io/substitute"); (got == "disabled") != (item.Kind == "ConfigMap") {
			t.Errorf("%s: substitute: %q", item, got)
		}
		if strings.Contains(text, "creationTimestamp") || strings.Contains(text, "\nstatus:") {
			t.Errorf("%s has what only a server sets:\n%s", item, text)
		}
	}
}

// TestValidateRendered validates earlier output, for example in a pipeline of a mutator and a validator. The source's
// own objects are not a collision. Objects of others are.
func TestValidateRendered(t *testing.T) {
	t.Parallel()
	foreign := inKpt(service("lammps", strings.Replace(lammpsID, "lammps", "gone", 1)), "x.yaml", 0)
	for name, place := range map[string]func(string) string{
		"kpt":       func(object string) string { return inKpt(object, "set.yaml", 0) },
		"kustomize": inKustomize,
		"unknown":   func(object string) string { return object },
	} {
		rendered := render(t, listOf(place(set), place(setNamed("other")), attachedSet("cpu")))
		for kind, list := range map[string]string{
			"configuration": withConfig(rendered, options("validateOnly: true")),
			"annotation":    strings.Replace(rendered, "    annotations:\n", "    annotations:\n      latchkey.dev/validate-only: \"true\"\n", 1),
			"include":       withConfig(rendered, options("validateOnly: true\n  include: j")),
		} {
			if out := process(t, list, fn.Settings{}); len(out.Results) > 0 {
				t.Errorf("%s, %s: %q", name, kind, lines(out))
			}
		}
		out := process(t, withConfig(listOf(place(set), foreign), options("validateOnly: true")), fn.Settings{})
		if got := lines(out); len(got) != 1 || !strings.Contains(got[0], "makes Service/lammps, which is already in the input, made from flux-framework.org/MiniCluster//gone") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
