package fn_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/fn"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                            "",
		"a b: \"c\\n\" ü 日本 🙂":        "a b: \"c\\n\" ü 日本 🙂",
		"a\nb\r\tc\x00":               `a\nb\r\tc\x00`,
		"\x1b[31mred\x1b[0m\a\b":      `\x1b[31mred\x1b[0m\a\b`,
		"\u009b31m\u2028\u202e\ufeff": `\u009b31m\u2028\u202e\ufeff`,
		"\x7f\xff\xc3":                `\x7f\xff\xc3`,
		"::error::a::b":               `\x3a:error::a::b`,
		"  ::set-output name=a::":     `  \x3a:set-output name=a::`,
		"a ::error:: b":               "a ::error:: b",
		"a ##[error]b":                `a #\x23[error]b`,
		"##vso[task.x]":               `#\x23vso[task.x]`,
		"## a [b]":                    "## a [b]",
		"'":                           "'",
	} {
		if got := fn.Printable(text); got != want {
			t.Errorf("Printable(%q) = %s, want %s", text, got, want)
		}
	}
}

// FuzzPrintable looks for texts that a terminal or a CI system would obey.
func FuzzPrintable(f *testing.F) {
	for _, seed := range []string{"a\nb", "\x1b[2J", "\n::error::x", "####[[", "\u009b", "\xff", ": ::", "::::"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := fn.Printable(text)
		if problem := obeyed(shown); problem != "" {
			t.Errorf("Printable(%q) = %q: %s", text, shown, problem)
		}
		if again := fn.Printable(shown); again != shown {
			t.Errorf("Printable(%q) = %q, and of that %q", text, shown, again)
		}
	})
}

// obeyed returns a part of a line that a terminal or a CI system would obey.
func obeyed(line string) string {
	switch {
	case !utf8.ValidString(line):
		return "it is no UTF-8"
	case strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "it has characters that are not printable"
	case strings.HasPrefix(strings.TrimSpace(line), "::"), strings.Contains(line, "##["), strings.Contains(line, "##vso["):
		return "it has a command of a CI system"
	}
	return ""
}

// hostile is used as a name, a key or a value of an object.
const hostile = "a\n::error::x\x1b[2J\u202e##[error]y"

// hostileObjects are objects with this text in one place each. All of them have findings.
func hostileObjects() []string {
	const object = `{"apiVersion": %s, "kind": %s, "metadata": {"name": %s, "namespace": %s, "labels": {%s: %s}, "annotations": {%s: "x"}}, ` +
		`"spec": {%s: 1, "size": %s, "containers": [{"image": %s, "command": "x", "environment": {%s: "x"}}]}}`
	quoted := strings.NewReplacer("\n", `\n`, "\x1b", `\u001b`, "\u202e", `\u202e`).Replace(hostile)
	usual := []string{"flux-framework.org/v1alpha2", "MiniCluster", "a", "b", "c", "d", "e", "maxSize", "x", "f", "g"}
	var objects []string
	for at := range usual {
		values := make([]any, len(usual))
		for i, value := range usual {
			if values[i] = `"` + value + `"`; i == at {
				values[i] = `"` + quoted + `"`
			}
		}
		objects = append(objects, fmt.Sprintf(object, values...))
	}
	return slices.Delete(objects, 1, 2) // there is no finding about a kind of others
}

// TestFindingsArePrintable puts hostile text into every place of an object and of the list, and checks all output for
// people.
func TestFindingsArePrintable(t *testing.T) {
	t.Parallel()
	for _, object := range hostileObjects() {
		var stdout, stderr bytes.Buffer
		fn.Run(strings.NewReader(`{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [`+object+`]}`), &stdout, &stderr)
		for line := range strings.Lines(stderr.String()) {
			if problem := obeyed(strings.TrimSuffix(line, "\n")); problem != "" {
				t.Errorf("%s\nstandard error: %q: %s", object, line, problem)
			}
		}
		var list struct{ Results any }
		if err := yaml.Unmarshal(stdout.Bytes(), &list); err != nil || list.Results == nil {
			t.Fatalf("%s: no results: %v", object, err)
		}
		for _, text := range textsOf(list.Results) {
			if problem := obeyed(text); problem != "" {
				t.Errorf("%s\nresults: %q: %s", object, text, problem)
			}
		}
	}
}

// textsOf are all texts in a value that was decoded from JSON or YAML.
func textsOf(value any) []string {
	var texts []string
	switch value := value.(type) {
	case string:
		texts = append(texts, value)
	case []any:
		for _, item := range value {
			texts = append(texts, textsOf(item)...)
		}
	case map[string]any:
		for key, item := range value {
			texts = append(append(texts, key), textsOf(item)...)
		}
	}
	return texts
}
