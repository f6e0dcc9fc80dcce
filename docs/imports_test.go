package docs_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestImports wants each import of each package to be allowed by the tables of CONTRIBUTING.md.
func TestImports(t *testing.T) {
	t.Parallel()
	w, seen := readWalls(t), 0
	list := exec.Command("go", "list", "-tags", "e2e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for packages := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		folder := ours(p.ImportPath)
		if !slices.ContainsFunc(w.own, func(r row) bool { return matchAny(r.folders, folder) }) {
			t.Errorf("CONTRIBUTING.md has no row for the folder %s: say what its package may import", folder)
		}
		for _, path := range p.Imports {
			if !w.allow(folder, path) {
				t.Errorf("%s imports %s: CONTRIBUTING.md does not allow that", folder, path)
			}
		}
		for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
			if !w.allowTest(folder, path) {
				t.Errorf("a test of %s imports %s: CONTRIBUTING.md does not allow that", folder, path)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d packages were found", seen)
	}
}

// TestImportsAreRefused plants imports that would compile.
func TestImportsAreRefused(t *testing.T) {
	t.Parallel()
	w := readWalls(t)
	for _, planted := range []struct{ folder, path string }{
		{"internal/graph", "fn"},
		{"internal/graph", "internal/live"},
		{"internal/report", "internal/kubectl"},
		{"internal/report/html", "internal/report/parse"},
		{"internal/runs", "apis"},
		{"internal/kubectl", "apis"},
		{"internal/changes", "internal/kubectl"},
		{"generators/metricset", "generators/minicluster"},
		{"generators/minicluster", "generators/metricset/plan"},
		{"generators/transform", "generators"},
		{"generators/study", "generators/minicluster"},
		{"generators/podset", "fn"},
		{"apis", "internal/report"},
		{"apis/findings", "generators"},
		{"fn", "internal/live"},
		{"fn", "generators/minicluster"},
		{"fn", "cli"},
		{"fn/internal/yamltext", "apis"},
		{"cli/render", "generators/minicluster"},
		{"cli/render", "cli/diff"},
		{"cli/graph", "internal/live"},
		{"cli/internal/input", "internal/kubectl"},
		{"main.go", "fn"},
		{"cli", "internal/testing/apitest"},
		{"internal/report", "internal/testing/reporttest"},
		{"generators/metricset", "internal/testing/podtest"},
		{"apis", "os"},
		{"generators/minicluster", "os/exec"},
		{"generators/minicluster", "net/http"},
		{"generators/podset", "math/rand/v2"},
		{"generators", "crypto/rand"},
		{"fn", "time"},
		{"fn/internal/callers", "net"},
		{"fn", "testing"},
		{"cli", "text/template"},
		{"internal/live", "k8s.io/client-go/kubernetes"},
		{"generators", "sigs.k8s.io/controller-runtime"},
		{"cli", "github.com/spf13/cobra/doc"},
		{"generators/new", "apis"},
		{"generators/attach", "generators/minicluster"},
	} {
		if path := full(planted.path); w.allow(planted.folder, path) {
			t.Errorf("%s may import %s", planted.folder, path)
		}
	}
	for _, planted := range []struct{ folder, path string }{
		{"apis", "generators"}, {"generators", "fn"}, {"fn", "cli"}, {"internal/live", "fn"}, {"internal/report/parse", "cli"}, {"internal/graph", "cli"},
	} {
		if w.allowTest(planted.folder, full(planted.path)) {
			t.Errorf("tests of %s may import %s", planted.folder, planted.path)
		}
	}
}

// The walls are the tables of CONTRIBUTING.md: what packages may import of this module, their tests beside that, and both of
// Go's library and of other modules.
type walls struct{ own, tests, library, modules []row }

// A row says what the packages of some folders may import: what it names, or all but that.
type row struct {
	folders, names []string
	all            bool
}

func readWalls(t *testing.T) walls {
	t.Helper()
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	column := func(head string, at int) (rows []row) {
		_, table, _ := strings.Cut(string(text), head+"\n")
		table, _, _ = strings.Cut(table, "\n\n")
		for _, line := range strings.Split(table, "\n")[1:] {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			rows = append(rows, row{quotedIn(cells[0]), quotedIn(cells[at]), strings.HasPrefix(cells[at], " all")})
		}
		return rows
	}
	const outside = "| folder | of Go's library | of other modules |"
	return walls{column("| folder | holds | may import |", 2), column("| tests of | may import too |", 1), column(outside, 1), column(outside, 2)}
}

// quotedIn returns the words between backticks.
func quotedIn(cell string) (words []string) {
	for _, match := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		words = append(words, match[1])
	}
	return words
}

const module = "github.com/latchkey-dev/latchkey"

// ours returns the folder of a package of this module, and any other path as it is.
func ours(path string) string {
	if path == module {
		return "main.go"
	}
	return strings.TrimPrefix(path, module+"/")
}

// full returns the path of a package by the first part of its folder.
func full(folder string) string {
	if first, _, _ := strings.Cut(folder, "/"); slices.Contains([]string{"apis", "cli", "fn", "generators", "internal"}, first) {
		return module + "/" + folder
	}
	return folder
}

// allow tells whether the package of a folder may import a path.
func (w walls) allow(folder, path string) bool {
	first, _, _ := strings.Cut(path, "/")
	table := w.library
	switch {
	case ours(path) != path:
		table = w.own
	case strings.Contains(first, "."):
		table = w.modules
	}
	return allows(table, folder, ours(path))
}

// allowTest tells whether a test of the package of a folder may import a path.
func (w walls) allowTest(folder, path string) bool {
	own := ours(path)
	return own == path || own == folder || allows(w.own, folder, own) || allows(w.tests, folder, own)
}

func allows(table []row, folder, path string) bool {
	return slices.ContainsFunc(table, func(r row) bool { return matchAny(r.folders, folder) && matchAny(r.names, path) != r.all })
}

// matchAny tells whether one of the patterns stands for a path: "apis/..." is apis and all below.
func matchAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		tree, isTree := strings.CutSuffix(pattern, "/...")
		return path == tree || isTree && strings.HasPrefix(path, tree+"/")
	})
}
