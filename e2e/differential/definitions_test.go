//go:build e2e

package differential

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

const group = "flux-framework.org"

// definitions are the public CRDs of the kinds of a group, and a copy of them in another group on the server, because the
// cluster may have the real CRDs, or an operator.
type definitions struct {
	group string
	// schemas are the schemas of Latchkey's own CRDs, by version and kind, for example v1alpha2/MiniCluster. They have
	// the fields of the public CRDs, and newer fields of pods.
	schemas map[string]*schema.Schema
	objects map[string]tree // by name
}

// readDefinitions reads the definitions of a folder. Two files may hold two versions of one kind.
func readDefinitions(t *testing.T, folder, group string) *definitions {
	t.Helper()
	d := &definitions{group: group, schemas: map[string]*schema.Schema{}, objects: map[string]tree{}}
	for _, text := range []string{crds.MetricSets, crds.MiniClusters} {
		kind, err := crds.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range kind.Versions {
			d.schemas[version.Name+"/"+kind.Name] = version.Schema
		}
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no definitions in %s: %v", folder, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, definition := range documents(data) {
			d.add(definition)
		}
	}
	return d
}

func (d *definitions) add(definition tree) {
	spec := child(definition, "spec")
	name := textOf(spec, "names", "plural") + "." + d.group
	delete(child(spec, "names"), "shortNames")
	versions, _ := spec["versions"].([]any)
	for _, each := range versions {
		version := each.(tree)
		version["storage"] = false
	}
	if first, ok := d.objects[name]; ok {
		versions = append(child(first, "spec")["versions"].([]any), versions...)
	}
	versions[len(versions)-1].(tree)["storage"] = true
	for _, each := range versions[:len(versions)-1] {
		each.(tree)["storage"] = false
	}
	spec["versions"], spec["group"] = versions, d.group
	definition["metadata"] = tree{"name": name}
	delete(definition, "status")
	d.objects[name] = definition
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// create puts the definitions onto the server until the end of the test, and waits until the server knows them.
func (d *definitions) create(t *testing.T, s *server) {
	t.Helper()
	for name, definition := range d.objects {
		body, err := json.Marshal(definition)
		if err != nil {
			t.Fatal(err)
		}
		if status, data, err := s.do(http.MethodPost, definitionsPath, body); err != nil || status >= 300 {
			t.Fatalf("create %s: %v %s", name, err, data)
		}
		t.Cleanup(func() {
			if _, _, err := s.do(http.MethodDelete, definitionsPath+"/"+name, nil); err != nil {
				t.Error(err)
			}
		})
	}
	lab.Until(t, "the definitions of "+d.group, time.Minute, func() bool { return d.established(s) })
	time.Sleep(2 * time.Second) // until each part of the server has seen them
}

func (d *definitions) established(s *server) bool {
	for name := range d.objects {
		var found struct {
			Status struct {
				Conditions []struct{ Type, Status string } `json:"conditions"`
			} `json:"status"`
		}
		_, data, err := s.do(http.MethodGet, definitionsPath+"/"+name, nil)
		if err != nil || json.Unmarshal(data, &found) != nil {
			return false
		}
		ready := false
		for _, condition := range found.Status.Conditions {
			ready = ready || condition.Type == "Established" && condition.Status == "True"
		}
		if !ready {
			return false
		}
	}
	return true
}

// asPublic returns a custom resource moved into the copied group.
func (d *definitions) asPublic(object tree) tree {
	copied := clone(object).(tree)
	if version, ok := copied["apiVersion"].(string); ok {
		copied["apiVersion"] = strings.Replace(version, group+"/", d.group+"/", 1)
	}
	return copied
}

// schemaOf returns the schema of a custom resource, nil if there is none.
func (d *definitions) schemaOf(object tree) *schema.Schema {
	version, found := strings.CutPrefix(textOf(object, "apiVersion"), group+"/")
	if !found {
		return nil
	}
	return d.schemas[version+"/"+textOf(object, "kind")]
}
