package crate_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/crate"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

type object = map[string]any

func set(name, uid string, state runs.State, at time.Time) *runs.Set {
	end := at.Add(time.Minute)
	return &runs.Set{
		Latchkey: "v0.1.0", UID: uid, Kind: "MiniCluster", Name: name, Size: 2, Application: "app", Command: `lmp -var x 1 < "in 1" && date`, State: state,
		Annotations: map[string]string{"latchkey.dev/parameters": `{"nodes":"2","mode":"50% <a b>"}`}, Environment: map[string]string{"OMP_NUM_THREADS": "1"},
		Started: &at, Ended: &end, Kept: &runs.Kept{Sources: "_sources/12.yaml", Manifests: "_manifests/34.yaml.gz"},
		Nodes: []runs.Node{{Name: "one", InstanceType: "hpc7a", Kernel: "6.8.0"}, {Name: "two"}},
		Pods: []runs.Pod{{Name: "p0", Containers: []runs.Container{
			{Name: "app", Image: "ghcr.io/lab/lammps:1", ImageID: "ghcr.io/lab/lammps@sha256:ab", Log: "p0/app.log"},
			{Name: "view", Image: "busybox", Log: "p0/view.log"},
		}}},
	}
}

// folder has a run that completed, one that failed, with equal UIDs, and one that runs.
func folder() crate.Folder {
	at := time.Date(2026, 1, 2, 23, 59, 30, 0, time.UTC)
	const uid = "50ec5c76-1f7a-4130-8ef6-846756b228c1"
	f := crate.Folder{
		Sets: map[string]*runs.Set{"a": set("a", uid, runs.Completed, at), "a.2": set("a", uid, runs.Failed, at), "deep/b": set("b", "", runs.Running, at)},
		Files: []crate.File{
			{"scaling.study.yaml", 1, "01"},
			{"_sources/12.yaml", 2, "12"},
			{"_manifests/34.yaml.gz", 3, "34"},
			{"figure 50%.png", 4, "04"},
			{"crate.yaml", 5, "05"},
			{"a/set.json", 6, "06"},
			{"a/p0/app.log", 7, "07"},
			{"a/p0/view.log", 8, "08"},
			{"a.2/set.json", 9, "09"},
			{"deep/b/set.json", 10, "10"},
		},
		Programs: map[string]crate.Program{"a": {"LAMMPS", "https://www.lammps.org", "2 Aug 2023"}},
		Figures:  map[string][]crate.Figure{"a": {{"a", "lammps.loop_time", "1.5", "s"}, {"a", "lammps.performance", "NaN", ""}}},
	}
	f.Sets["a.2"].Cause = &runs.Cause{What: "app of p0 ended with status 3"}
	return f
}

var about = crate.About{
	Title: "Scaling", License: "CC-BY-4.0", RanBy: "Your Name",
	Authors: []crate.Author{{Name: "Your Name", ORCID: "0000-0002-1825-0097", Affiliation: "Your University"}, {Name: "A. Nobody"}},
}

// crated returns the document and its entities by their IDs. No two entities have one ID.
func crated(t *testing.T, about crate.About, f crate.Folder) (document object, entities map[string]object) {
	t.Helper()
	data, err := crate.New(about, f)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := crate.New(about, f); !bytes.Equal(data, again) {
		t.Error("the second call gives other bytes")
	}
	if err := json.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	entities = map[string]object{}
	for _, one := range document["@graph"].([]any) {
		id, _ := one.(object)["@id"].(string)
		if id == "" || entities[id] != nil || one.(object)["@type"] == nil {
			t.Errorf("MUST: each entity has an @id of its own and a @type: %v", one)
		}
		entities[id] = one.(object)
	}
	return document, entities
}

// references returns the IDs that a property refers to.
func references(value any) (ids []string) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			ids = append(ids, references(one)...)
		}
	case object:
		if id, isText := v["@id"].(string); isText && len(v) == 1 {
			return []string{id}
		}
		return []string{"not flat"}
	}
	return ids
}

// TestRequired checks each requirement of RO-Crate 1.1 that concerns this folder: all that its pages call MUST.
func TestRequired(t *testing.T) {
	t.Parallel()
	document, entities := crated(t, about, folder())
	if contexts, _ := document["@context"].([]any); len(document) != 2 || !slices.Contains(contexts, any("https://w3id.org/ro/crate/1.1/context")) {
		t.Errorf("JSON-LD has a context and a graph, and the context is that of RO-Crate: %v", document["@context"])
	}
	descriptor, root := entities["ro-crate-metadata.json"], entities["./"]
	if descriptor["@type"] != "CreativeWork" || !slices.Equal(references(descriptor["about"]), []string{"./"}) || !slices.Equal(references(descriptor["conformsTo"]), []string{"https://w3id.org/ro/crate/1.1"}) {
		t.Errorf("the descriptor is a CreativeWork about the root: %v", descriptor)
	}
	for _, property := range []string{"name", "description", "datePublished", "license"} {
		if root["@type"] != "Dataset" || root[property] == nil || root[property] == "" {
			t.Errorf("the root is a Dataset with %s: %v", property, root)
		}
	}
	if root["datePublished"] != "2026-01-03" { // the last run ended after midnight
		t.Errorf("the date is %v", root["datePublished"])
	}
	reached := map[string]bool{}
	var reach func(id string)
	reach = func(id string) {
		reached[id] = true
		for _, part := range references(entities[id]["hasPart"]) {
			reach(part)
		}
	}
	reach("./")
	for id, one := range entities {
		parsed, err := url.Parse(id)
		if err != nil || strings.ContainsAny(id, ` "<>`) {
			t.Errorf("%q is a reference of a URI (%v)", id, err)
		}
		isData := one["@type"] == "File" || one["@type"] == "Dataset"
		if isData && (!reached[id] || parsed.IsAbs() || strings.HasPrefix(id, "/") || one["@type"] == "Dataset" != strings.HasSuffix(id, "/")) {
			t.Errorf("a file or folder is a part of the root, by a path relative to it: %s", id)
		}
		for name, value := range one {
			for _, to := range references(value) {
				if entities[to] == nil && !strings.HasPrefix(to, "https://w3id.org/") && !strings.HasPrefix(to, "http://schema.org/") {
					t.Errorf("%s of %s names %q, which is not an entity", name, id, to)
				}
			}
		}
	}
	for _, id := range []string{"figure%2050%25.png", "a/p0/app.log", "a/", "deep/b/", "_sources/12.yaml"} {
		if entities[id] == nil {
			t.Errorf("%s is missing", id)
		}
	}
}

// TestProfile checks each requirement of Process Run Crate 0.5, those with SHOULD too.
func TestProfile(t *testing.T) {
	t.Parallel()
	_, entities := crated(t, about, folder())
	profile := "https://w3id.org/ro/wfrun/process/0.5"
	if !slices.Equal(references(entities["./"]["conformsTo"]), []string{profile}) || entities[profile]["@type"] != "CreativeWork" {
		t.Errorf("MUST: the root conforms to the profile, which is a CreativeWork: %v", entities["./"])
	}
	actions := references(entities["./"]["mentions"])
	if len(actions) != 3 {
		t.Fatalf("SHOULD: the root mentions all actions: %v", actions)
	}
	moment := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
	for _, id := range actions {
		action := entities[id]
		if action["@type"] != "CreateAction" || action["name"] == "" || action["description"] == "" || !moment.MatchString(action["endTime"].(string)) || !moment.MatchString(action["startTime"].(string)) {
			t.Errorf("MUST: a run is a CreateAction; SHOULD: it has a name, a description and times: %v", action)
		}
		tools := references(action["instrument"])
		if len(tools) != 2 {
			t.Errorf("MUST: an action has its tools: %v", tools)
		}
		for _, tool := range tools {
			if entities[tool]["@type"] != "SoftwareApplication" || entities[tool]["name"] == nil || entities[tool]["softwareVersion"] == nil || entities[tool]["version"] != nil {
				t.Errorf("MUST: a tool is a SoftwareApplication; SHOULD: it has a name and one version: %v", entities[tool])
			}
		}
		if agent := references(action["agent"]); len(agent) != 1 || entities[agent[0]]["@type"] != "Person" {
			t.Errorf("SHOULD: the agent is a Person: %v", agent)
		}
		for _, property := range []string{"object", "result", "environment"} {
			for _, value := range references(action[property]) {
				if kind := entities[value]["@type"]; kind != "File" && kind != "PropertyValue" {
					t.Errorf("SHOULD: %s has files and values: %v", property, entities[value])
				}
			}
		}
		for _, image := range references(action["containerImage"]) {
			if one := entities[image]; one["@type"] != "ContainerImage" || one["registry"] == nil || one["name"] == nil || one["additionalType"] == nil {
				t.Errorf("SHOULD: an image has registry, name and additionalType: %v", one)
			}
		}
		failed := references(action["actionStatus"])[0] == "http://schema.org/FailedActionStatus"
		if failed != (action["error"] != nil) || failed != (id == "#run/a.2") {
			t.Errorf("SHOULD: only the run that failed has an error: %v", action)
		}
	}
}

// TestRun wants what a reader asks of a run.
func TestRun(t *testing.T) {
	t.Parallel()
	_, entities := crated(t, about, folder())
	run := entities["urn:uuid:50ec5c76-1f7a-4130-8ef6-846756b228c1"]
	want := map[string][]string{
		"object":         {"#parameter/mode=50%25%20%3Ca%20b%3E", "#parameter/nodes=2", "_sources/12.yaml", "_manifests/34.yaml.gz"},
		"result":         {"a/set.json", "a/p0/app.log", "a/p0/view.log", "#figure/a/lammps.loop_time", "#figure/a/lammps.performance"},
		"environment":    {"#environment/OMP_NUM_THREADS=1"},
		"instrument":     {"https://www.lammps.org#2%20Aug%202023", "https://github.com/latchkey-dev/latchkey#v0.1.0"},
		"containerImage": {"#image/ghcr.io/lab/lammps:1%20ab", "#image/busybox"},
		"agent":          {"https://orcid.org/0000-0002-1825-0097"},
		"actionStatus":   {"http://schema.org/CompletedActionStatus"},
	}
	for property, ids := range want {
		if got := references(run[property]); !slices.Equal(got, ids) {
			t.Errorf("%s is %q, want %q", property, got, ids)
		}
	}
	if got, want := run["description"], "MiniCluster of 2 pods.\nCommand: lmp -var x 1 < \"in 1\" && date\nNodes: one (hpc7a, 6.8.0); two"; got != want {
		t.Errorf("it is described as %q, want %q", got, want)
	}
	if figure := entities["#figure/a/lammps.loop_time"]; figure["value"] != 1.5 || figure["unitText"] != "s" {
		t.Errorf("the figure is %v", figure)
	}
	if image := entities["#image/ghcr.io/lab/lammps:1%20ab"]; image["registry"] != "ghcr.io" || image["name"] != "lab/lammps" || image["tag"] != "1" || image["sha256"] != "ab" {
		t.Errorf("the image is %v", image)
	}
	if image := entities["#image/busybox"]; image["registry"] != "docker.io" || image["name"] != "busybox" || image["sha256"] != nil {
		t.Errorf("the image is %v", image)
	}
	if failed := entities["#run/a.2"]; failed["error"] != "app of p0 ended with status 3" || !slices.Equal(references(failed["result"]), []string{"a.2/set.json"}) {
		t.Errorf("the failed run is %v", failed)
	}
}

func TestAbout(t *testing.T) {
	t.Parallel()
	got, err := crate.DecodeAbout([]byte("title: Scaling\nlicense: https://example.com/license\nauthors:\n- {name: A, orcid: 0000-0001-9842-9718}\n"))
	if err != nil || got.Authors[0].ORCID != "0000-0001-9842-9718" {
		t.Errorf("%+v (%v)", got, err)
	}
	for text, want := range map[string]string{
		"license: MIT":                       "title is missing",
		"title: a":                           `license: "" is not a license`,
		"{title: a, license: free to use}":   `license: "free to use" is not a license`,
		"{title: a, license: MIT, ranBy: B}": `ranBy: "B" is not the name of an author`,
		"{title: a, license: MIT, datePublished: 28.11.2026}":                        `datePublished: "28.11.2026" is not a date`,
		"{title: a, license: MIT, authors: [{name: A, orcid: '12'}]}":                `authors[0].orcid: "12" is not an ORCID`,
		"{title: a, license: MIT, authors: [{name: A, orcid: 0000-0002-1825-0098}]}": "is not an ORCID",
		"{title: a, license: MIT, authors: [{}]}":                                    "authors[0].name is missing",
		"{title: a, license: MIT, autors: []}":                                       `unknown field "autors"`,
	} {
		if _, err := crate.DecodeAbout([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %s", text, err, want)
		}
	}
}
