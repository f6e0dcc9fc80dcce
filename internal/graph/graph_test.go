package graph_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/graph"
)

var update = flag.Bool("update", false, "rewrite the expected drawings in testdata")

// drawings are the cases with an expected drawing. All others are drawn, too, in TestExamples.
var drawings = []struct {
	name    string
	file    string
	options latchkey.Options
}{
	{name: "hello-world", file: "../../examples/hello-world/input.yaml"},
	{name: "lammps-pidstat", file: "../../examples/lammps-pidstat/input.yaml"},
	{name: "lammps-job", file: "../../examples/lammps/input.yaml", options: latchkey.Options{Workload: latchkey.WorkloadJob}},
	{name: "renamed", file: "../../examples/batch/input.yaml", options: latchkey.Options{OnChange: latchkey.OnChangeRename}},
	{name: "fio", file: "../../examples/metric-io-fio/input.yaml"},
	{name: "v1alpha1", file: "../../examples/v1alpha1/input.yaml"},
	{name: "attach-job", file: "../../examples/attach-job/input.yaml"},
	{name: "attach-mpijob", file: "../../examples/attach-mpijob/input.yaml"},
	{name: "configmonitor", file: "../../examples/configmonitor-basic/input.yaml"},
	{name: "own", file: "testdata/own.yaml"},
	{name: "many-all", file: "testdata/many.yaml"},
}

// render returns the sources of a file and the objects to apply.
func render(t *testing.T, file string, options latchkey.Options) (objects []*graph.Object) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	items, problems := fn.ParseDocuments(file, data)
	out, err := fn.Process(&fn.ResourceList{Items: items}, fn.Settings{Options: options, CommandLine: true})
	if err != nil || fn.HasErrors(problems) || fn.HasErrors(out.Results) {
		t.Fatalf("%s: %v, %v, %v", file, err, problems, out.Results)
	}
	var none fn.Settings
	for _, of := range []struct {
		items  []*fn.Item
		source bool
	}{{items, true}, {out.Items, false}} {
		for _, item := range of.items {
			if item.IsSource(none.Kinds) == of.source {
				content, err := item.Content()
				if err != nil {
					t.Fatal(err)
				}
				objects = append(objects, graph.NewObject(content, of.source))
			}
		}
	}
	return objects
}

func TestDrawings(t *testing.T) {
	for _, test := range drawings {
		t.Run(test.name, func(t *testing.T) {
			drawing := graph.New(render(t, test.file, test.options))
			golden(t, test.name+".mmd", drawing.Mermaid())
			if strings.ContainsFunc(drawing.Mermaid(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
				t.Error("the drawing has characters that a terminal obeys")
			}
			again := graph.New(render(t, test.file, test.options))
			if again.Mermaid() != drawing.Mermaid() {
				t.Error("the same objects give two drawings")
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), make update-golden rewrites it:\n%s", file, diff)
	}
}

// inputs are all examples that render, and the files of testdata.
func inputs(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../examples/*/input.yaml", "testdata/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.Contains(file, "bad-input") })
}

var (
	aLine = regexp.MustCompile(`(?m)^  (n\d+) (?:-->|-\.->|==>)(?:\|"[^"]*"\|)? (n\d+)$`)
	aBox  = regexp.MustCompile(`(?m)^ +(?:subgraph )?(n\d+)[\[({]+/?"([^"]*)"/?[\])}]+$`)
	aMark = regexp.MustCompile(`^(flowchart TB| +direction LR| +end)$`)
)

// TestExamples wants of the drawing of each example that each line leads from a box to another, that each box has an id
// of its own, and that every object is there.
func TestExamples(t *testing.T) {
	for _, file := range inputs(t) {
		t.Run(file, func(t *testing.T) {
			objects := render(t, file, latchkey.Options{})
			boxes := boxesOf(t, graph.New(objects).Mermaid())
			for _, o := range objects {
				if !strings.Contains(strings.Join(boxes, "\n"), o.Kind()) {
					t.Errorf("no box has the kind %s", o.Kind())
				}
			}
		})
	}
}

// boxesOf returns the words of the boxes in a drawing, and checks its form.
func boxesOf(t *testing.T, drawing string) (texts []string) {
	t.Helper()
	known := map[string]bool{}
	for _, found := range aBox.FindAllStringSubmatch(drawing, -1) {
		if known[found[1]] {
			t.Errorf("two boxes have the id %s", found[1])
		}
		known[found[1]] = true
		texts = append(texts, found[2])
	}
	for line := range strings.Lines(drawing) {
		line = strings.TrimSuffix(line, "\n")
		ends := aLine.FindStringSubmatch(line)
		switch {
		case ends != nil && (!known[ends[1]] || !known[ends[2]] || ends[1] == ends[2]):
			t.Errorf("this line leads from no box to another: %q", line)
		case ends == nil && !aBox.MatchString(line) && !aMark.MatchString(line):
			t.Errorf("this is not a line of a drawing: %q", line)
		}
	}
	return texts
}

// FuzzNew draws objects that no server has seen: they are text of the user. Each drawing must have the form of a drawing.
func FuzzNew(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		f.Fatal(err)
	}
	for _, file := range append(files, "../../examples/lammps-pidstat/expected.yaml", "../../examples/attach-job/expected.yaml") {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), uint(0))
	}
	f.Fuzz(func(t *testing.T, text string, sources uint) {
		items, _ := fn.ParseDocuments("a.yaml", []byte(text))
		var objects []*graph.Object
		for at, item := range items {
			if content, err := item.Content(); err == nil {
				objects = append(objects, graph.NewObject(content, sources>>(at%16)&1 == 1))
			}
		}
		boxesOf(t, graph.New(objects).Mermaid())
	})
}

// TestLinear draws many sets. A machine that is busy needs a tenth of the limit, and quadratic time ten times as much.
func TestLinear(t *testing.T) {
	text, err := os.ReadFile("../../examples/lammps-pidstat/input.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range 200 {
		all = append(all, strings.NewReplacer("name: lammps\n", fmt.Sprintf("name: l%d\n", i), "attach-to: lammps\n", fmt.Sprintf("attach-to: l%d\n", i),
			"name: pidstat\n", fmt.Sprintf("name: p%d\n", i)).Replace(string(text)))
	}
	file := filepath.Join(t.TempDir(), "many.yaml")
	if err := os.WriteFile(file, []byte(strings.Join(all, "\n---\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	objects := render(t, file, latchkey.Options{})
	began := time.Now()
	if whole := graph.New(objects).Mermaid(); strings.Count(whole, "==>") != 200 {
		t.Errorf("%d sources join pods, want 200", strings.Count(whole, "==>"))
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("%d objects need %s", len(objects), took)
	}
}
