package yamltext

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	object   = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: v\n"
	head     = "apiVersion: v1\nkind: X\n"
	separate = "this line separates no documents: write exactly three dashes"
	second   = `a second object begins here: write a line "---" above it`
	quotes   = "write the value in quotes"
	fits     = "would fit: indent it like the line that it belongs to"
)

// TestMistakes makes common mistakes, and wants the line and the correction in the message.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		line    int
		message string
	}{
		object + "----\n" + object:                                  {7, separate},
		object + "--\n" + object:                                    {7, separate},
		object + "-----\r\n" + object:                               {7, separate},
		object + "—\n" + object:                                     {7, separate},
		object + "===\n" + object:                                   {7, separate},
		object + "- - -\n" + object:                                 {7, separate},
		object + "  ---\n" + object:                                 {7, separate},
		object + "---next\n" + object:                               {7, separate},
		object + "...\n" + object:                                   {7, `write "---" instead`},
		head + "metadata: {name: a}}\nspec: {}\n":                   {3, "leave one out"},
		head + "data:\n  a 1\n  b: 2\n":                             {4, "no key with a value"},
		head + "data:\n  a: [b]]\n  c: d\n":                         {4, "leave one out"},
		object + object:                                             {7, second},
		object + object + object:                                    {7, second},
		object + "# the next\n\n" + object:                          {9, second},
		object + "kind: Y\napiVersion: v1\n":                        {7, second},
		object + "metadata: {name: b}\nkind: Y\napiVersion: v1\n":   {7, second},
		"kind: a\n---\n" + object + "spec: {}\n" + object:           {10, second},
		head + "metadata:\n  name: a\n   labels: {}\n":              {5, "indented by 3, where 0 or 2 " + fits},
		head + "metadata:\n    name: a\n  labels: {}\n":             {5, "indented by 2, where 0 or 4 " + fits},
		"apiVersion: v1\n kind: X\n":                                {2, "indented by 1, where 0 " + fits},
		head + "spec:\n  a:\n    - b: c\n      d: e\n     f: g\n":   {7, "indented by 5, where 0, 2, 4 or 6 " + fits},
		head + "spec:\n  a:\n    - b: c\n   - d: e\n":               {6, "indented by 3, where 0, 2, 4 or 6 " + fits},
		head + "spec:\n  a: |\n    x\n     y\n  b: c\n   d: e\n":    {8, "indented by 3, where 0 or 2 " + fits},
		head + "spec:\n  - a\n  b: c\n":                             {3, "a list and a key stand side by side"},
		head + "data:\n  a: |\n    x\n   y\n":                       {6, "indent all of it by 4 or more"},
		head + "data:\n  a: >-\n  x\n":                              {5, "indent all of it by 3 or more"},
		"apiVersion: v1\nkind:X\n":                                  {2, "no space behind the colon"},
		"apiVersion: v1\nkind X\nmetadata: {}\n":                    {2, "no key with a value"},
		head + "data:\n  a: b: c\n":                                 {4, quotes},
		head + "data:\n  a: \"b\n  c: d\n":                          {4, "no end: close it"},
		head + "data:\n  a: 'b\n  c: d\n":                           {4, "no end: close it"},
		head + "data:\n  a: \"b\" c\n":                              {4, "all of the value in quotes"},
		head + "data:\n  a: [b\n  c: d\n":                           {4, `write "]"`},
		head + "data: {a: b\n":                                      {3, `write "}"`},
		head + "data: {a: b c: d}\n":                                {3, "a comma: write it"},
		head + "data: [a, b.c[0].d]\n":                              {3, "write the value in quotes"},
		head + "{{- if .x }}\ndata: {}\n{{- end }}\n":               {3, "a template"},
		head + "data:\n  a: @b\n":                                   {4, quotes},
		head + "data:\n  a: `b`\n":                                  {4, quotes},
		head + "data:\n  a: %b\n":                                   {4, quotes},
		head + "data:\n  a: *b\n":                                   {4, quotes},
		head + "data:\n  a: *.log\n":                                {4, quotes},
		head + "data:\n  a: \"C:\\dir\"\n":                          {4, "single quotes"},
		head + "data:\n  a: > x\n":                                  {4, "the line has to end"},
		head + "data:\n\ta: b\n":                                    {4, "use spaces"},
		head + "data: {color: #FF0000}\n":                           {3, "without quotes"},
		"apiVersion: v1\n<<<<<<< HEAD\nkind: X\n=======\nkind: Y\n": {2, "a merge was not finished"},
		"```yaml\n" + object + "```\n":                              {1, "Markdown"},
		"cat <<EOF\napiVersion: v1\n":                               {2, "look at the indentation"},
	} {
		var said []string
		for _, err := range Documents([]byte(text)) {
			if err != nil {
				said = append(said, err.Error())
			}
		}
		if len(said) != 1 || !strings.HasPrefix(said[0], fmt.Sprintf("%d:", want.line)) || !strings.Contains(said[0], want.message) {
			t.Errorf("%s\n%q, want line %d and %q", text, said, want.line, want.message)
		}
	}
}

// TestPlacesOfMistakes wants the column of the mistake in its line, counted in characters.
func TestPlacesOfMistakes(t *testing.T) {
	t.Parallel()
	for line, column := range map[string]int{
		"\ta: b":          1,
		"  a: {b: #FFF}":  10,
		"  a: \"ü\" b":    10,
		"  ü: ü: c":       7,
		"  a: [b":         6,
		"  a: @b":         6,
		"  a: |\n b":      2,
		"  a: b\n   c: d": 4,
	} {
		for _, err := range Documents([]byte(head + "data:\n" + line + "\n")) {
			if err == nil || err.Column != column {
				t.Errorf("%q: %v, want column %d", line, err, column)
			}
		}
	}
}

// TestTextsOfOthers reads texts that look like mistakes but are correct.
func TestTextsOfOthers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		head + "data:\n  a: |\n    ----\n    {{ x }}\n\n    ```\n    <<<<<<< HEAD\n",
		head + "data: {a: \"b: c\"}\n", head + "spec: {spec: {}}\n", "---\n" + object + "---\n" + object,
		`{"apiVersion": "v1", "kind": "X"}{"apiVersion": "v1", "kind": "X"}`,
	} {
		for _, err := range Documents([]byte(text)) {
			if err != nil {
				t.Errorf("%s\n%s", text, err)
			}
		}
	}
}

// TestForgottenSeparators removes each line between two documents of the examples in turn.
func TestForgottenSeparators(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no examples:", err)
	}
	tried := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(string(text), "\n---\n")
		for at := range parts[:min(len(parts)-1, 4)] {
			tried++
			joined := strings.Join(parts[:at+1], "\n---\n") + "\n" + strings.Join(parts[at+1:], "\n---\n")
			found := false
			for _, err := range Documents([]byte(joined)) {
				found = found || err != nil && err.Message == second
			}
			if !found && strings.Contains(parts[at], "apiVersion:") && strings.Contains(parts[at+1], "apiVersion:") {
				t.Errorf("%s: nothing is said where the separator %d is left out", file, at)
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d separators were left out", tried)
	}
}
