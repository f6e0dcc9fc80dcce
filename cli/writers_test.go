package cli_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A writer is a call that writes to a terminal: a file of this repository, the function that calls, and what it calls.
type writer struct{ file, caller, callee string }

// writers are all calls that get standard output or standard error and do not make their text printable there, with the reason
// why no terminal obeys what they write.
var writers = map[writer]string{
	{"cli/command.go", "Command.Main", "fmt.Fprint"}:                             "fn.FaultReport makes its text printable",
	{"cli/command.go", "Command.Main", "fmt.Fprintf"}:                            "the name of a command",
	{"cli/command.go", "Command.Main", "fn.Run"}:                                 "its calls are below",
	{"cli/connect/connect.go", "options.run", "o.Client().Attach"}:               "a terminal in the pod, as the user wants",
	{"cli/connect/connect.go", "options.run", "program.IsTerminal"}:              "writes nothing",
	{"cli/delete/delete.go", "options.show", "o.Stdout.Write"}:                   "its names are printable",
	{"cli/diff/diff.go", "options.run", "o.Stdout.Write"}:                        "write makes its lines printable",
	{"cli/explain/explain.go", "New", "io.WriteString"}:                          "strings of this program",
	{"cli/graph/graph.go", "options.run", "io.WriteString"}:                      "internal/graph makes words printable",
	{"cli/internal/program/program.go", "Program.EncodeJSON", "p.Stdout.Write"}:  "text.JSON makes it printable",
	{"cli/internal/program/program.go", "Program.IsWatched", "IsTerminal"}:       "writes nothing",
	{"cli/internal/program/program.go", "Program.show", "fmt.Fprintf"}:           "its text is printable",
	{"cli/internal/program/program.go", "Program.PrintFindings", "fmt.Fprintln"}: "fn.Line makes its text printable",
	{"cli/validate/forms.go", "options.print", "writeGitHub"}:                    "commands for GitHub, of findings that fn.Line makes printable",
	{"cli/keygen/keygen.go", "options.run", "o.Stdout.Write"}:                    "a Secret, and its name is judged",
	{"cli/logs/logs.go", "options.print", "logs.Follow"}:                         "the logs, as they are",
	{"cli/logs/logs.go", "options.print", "logs.Print"}:                          "the logs, as they are",
	{"cli/render/render.go", "options.printObjects", "bufio.NewWriterSize"}:      "manifests, as they are",
	{"cli/report/again.go", "options.again", "bufio.NewWriter"}:                  "a report, and words that are printable",
	{"cli/report/report.go", "options.write", "bufio.NewWriterSize"}:             "each form of a report makes its strings printable",
	{"cli/root.go", "newRoot", "root.SetErr"}:                                    "help; Say tells errors",
	{"cli/root.go", "newRoot", "root.SetOut"}:                                    "help",
	{"cli/status/status.go", "options.printChanged", "o.Stdout.Write"}:           "its lines are printable",
	{"cli/study/check.go", "checkOptions.run", "fmt.Fprintf"}:                    "counts and a digest",
	{"cli/study/plan.go", "planOptions.run", "io.WriteString"}:                   "write makes names and values printable",
	{"cli/study/status.go", "statusOptions.run", "io.WriteString"}:               "inText makes names, values and causes printable",
	{"cli/version/version.go", "Print", "fmt.Fprintln"}:                          "the version of this program",
	{"fn/run.go", "Run", "answer"}:                                               "below",
	{"fn/run.go", "Run", "giveUp"}:                                               "below",
	{"fn/run.go", "answer", "fmt.Fprintln"}:                                      "Line makes its text printable",
	{"fn/run.go", "answer", "giveBack"}:                                          "below",
	{"fn/run.go", "answer", "giveUp"}:                                            "below",
	{"fn/run.go", "answer", "out.Write"}:                                         "a ResourceList, for programs",
	{"fn/run.go", "answer", "report"}:                                            "below",
	{"fn/run.go", "giveBack", "stdout.Write"}:                                    "the input, for programs",
	{"fn/run.go", "giveUp", "fmt.Fprint"}:                                        "FaultReport makes its text printable",
	{"fn/run.go", "giveUp", "giveBack"}:                                          "above",
	{"fn/run.go", "report", "fmt.Fprintln"}:                                      "Line makes its text printable",
}

// stream is an expression that is a terminal's stream.
var stream = regexp.MustCompile(`^(\w+\.)*(os\.)?[sS]td(out|err)$|\.(Out|Err)OrStd(out|err)\(\)$`)

// TestWritersToTerminals finds each call that writes to a terminal without making its text printable.
func TestWritersToTerminals(t *testing.T) {
	t.Parallel()
	found := map[writer]bool{}
	for _, folder := range []string{"cli", "internal", "fn", "main.go"} {
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "test/") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
			if err != nil {
				return err
			}
			for _, each := range file.Decls {
				if function, ok := each.(*ast.FuncDecl); ok {
					for _, callee := range unprintable(function) {
						found[writer{strings.TrimPrefix(filepath.ToSlash(path), "../"), nameOf(function), callee}] = true
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	byText := cmp.Transformer("sorted", func(all map[writer]bool) []string {
		var texts []string
		for w := range all {
			texts = append(texts, w.file+": "+w.caller+" calls "+w.callee)
		}
		slices.Sort(texts)
		return texts
	})
	want := map[writer]bool{}
	for w := range maps.Keys(writers) {
		want[w] = true
	}
	if diff := cmp.Diff(want, found, byText); diff != "" {
		t.Errorf("calls that write to a terminal (-named here +found): use text.Printable, or name the reason:\n%s", diff)
	}
}

// unprintable returns what a function calls with a stream of a terminal, or calls as a method of one, and with an argument that
// is neither a constant nor made printable.
func unprintable(function *ast.FuncDecl) (callees []string) {
	ast.Inspect(function, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, isMethod := call.Fun.(*ast.SelectorExpr)
		hasStream := isMethod && stream.MatchString(types.ExprString(method.X))
		isFine := !hasStream
		for _, argument := range call.Args {
			text := types.ExprString(argument)
			_, isConstant := argument.(*ast.BasicLit)
			isStream := stream.MatchString(text)
			hasStream = hasStream || isStream
			isFine = isFine && (isStream || isConstant || strings.Contains(text, "text.Printable("))
		}
		if hasStream && (!isFine || !strings.HasPrefix(types.ExprString(call.Fun), "fmt.")) {
			callees = append(callees, types.ExprString(call.Fun))
		}
		return true
	})
	return callees
}

// nameOf returns the name of a function, or of a method with its type.
func nameOf(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	return strings.TrimPrefix(types.ExprString(function.Recv.List[0].Type), "*") + "." + function.Name.Name
}
