package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// makers are the functions that make a message, and whether the message is a warning. Their format is the first text with
// several words.
var makers = map[string]bool{
	"Invalid": false, "InvalidText": false, "Required": false, "Need": false, "Forbidden": false, "Duplicate": false, "Unknown": false,
	"Warn": true, "WarnText": true,
}

// messages writes the texts of errors and warnings, which stand in calls of these functions.
func messages(text *strings.Builder) error {
	errors, warnings := map[string]bool{}, map[string]bool{}
	for _, folder := range []string{"apis", "generators", "fn"} {
		err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err == nil {
				ast.Inspect(file, func(node ast.Node) bool { return note(node, errors, warnings) })
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(errors) < 100 || len(warnings) < 30 {
		return fmt.Errorf("only %d errors and %d warnings were found", len(errors), len(warnings))
	}
	text.WriteString("A message has the file, the line, the object and the field before the text:\n\n" +
		"```text\ncluster.yaml:6:9: MiniCluster/lammps: spec.size: \"four\" is a string: use a whole number, for example 64\n```\n\n" +
		"Here `…` stands for a value of yours, and `N` for a number. [What an API server takes and Latchkey refuses](../refusals.md)\n" +
		"gives the reasons for some of them.\n")
	list(text, "Errors", "Nothing is rendered, and the exit code is 1.", errors)
	list(text, "Warnings", "The set is rendered. With `--strict` a warning is an error.", warnings)
	return nil
}

func list(text *strings.Builder, title, means string, found map[string]bool) {
	fmt.Fprintf(text, "\n## %s\n\n%s\n\n", title, means)
	for _, message := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(text, "- %s\n", message)
	}
}

// note keeps the message of a call.
func note(node ast.Node, errors, warnings map[string]bool) bool {
	call, ok := node.(*ast.CallExpr)
	if !ok {
		return true
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return true
	}
	warning, known := makers[function.Sel.Name]
	if !known {
		return true
	}
	for _, argument := range call.Args {
		format := literal(argument)
		if strings.Count(format, " ") < 2 {
			continue
		}
		if warning {
			warnings[shown(format)] = true
		} else {
			errors[shown(format)] = true
		}
		break
	}
	return true
}

// literal returns the text of an expression that is a text, or the sum or format of texts.
func literal(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value) // it compiles, so it is a literal
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	case *ast.CallExpr:
		if function, ok := e.Fun.(*ast.SelectorExpr); ok && function.Sel.Name == "Sprintf" {
			return literal(e.Args[0])
		}
	}
	return ""
}

var verb = regexp.MustCompile(`%[+#]?([a-z])`)

// shown writes placeholders in the place of a format's verbs.
func shown(format string) string {
	text := verb.ReplaceAllStringFunc(format, func(v string) string {
		switch v[len(v)-1] {
		case 'd':
			return "N"
		case 'q':
			return `"…"`
		default:
			return "…"
		}
	})
	return strings.NewReplacer("%%", "%", "<", "&lt;", "{{", "&#123;&#123;", "*", `\*`).Replace(text)
}
