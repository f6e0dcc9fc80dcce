package text_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/latchkey-dev/latchkey/internal/text"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
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
		if got := text.Printable(raw); got != want {
			t.Errorf("Printable(%q) = %s, want %s", raw, got, want)
		}
	}
}

// FuzzPrintable looks for strings that a terminal or a CI system would obey.
func FuzzPrintable(f *testing.F) {
	for _, seed := range []string{"a\nb", "\x1b[2J", "\n::error::x", "####[[", "\u009b", "\xff", ": ::", "::::"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		shown := text.Printable(raw)
		if problem := obeyed(shown); problem != "" {
			t.Errorf("Printable(%q) = %q: %s", raw, shown, problem)
		}
		if again := text.Printable(shown); again != shown {
			t.Errorf("Printable(%q) = %q, and of that %q", raw, shown, again)
		}
	})
}

// obeyed returns a part of a line that a terminal or a CI system would obey.
func obeyed(line string) string {
	switch {
	case !utf8.ValidString(line):
		return "it is not valid UTF-8"
	case strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "it has characters that are not printable"
	case strings.HasPrefix(strings.TrimSpace(line), "::"), strings.Contains(line, "##["), strings.Contains(line, "##vso["):
		return "it has a command of a CI system"
	}
	return ""
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":"b ü 漢"}`:                       `{"a":"b ü 漢"}`,
		"[\"\u202ex\u007f\u0085\U000E0001\"]": `["\u202ex\u007f\u0085\udb40\udc01"]`,
		"{\n  \"a\": 1\n}":                    "{\n  \"a\": 1\n}",
		`{"##vso[a]":"##[error]b ::c"}`:       `{"#\u0023vso[a]":"#\u0023[error]b ::c"}`,
	} {
		got := text.JSON([]byte(in))
		var before, after any
		if err := json.Unmarshal([]byte(in), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatal(err)
		}
		if string(got) != want || !reflect.DeepEqual(before, after) {
			t.Errorf("JSON(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for noun, want := range map[string]string{
		"object": "2 objects", "NetworkPolicy": "2 NetworkPolicies", "Ingress": "2 Ingresses", "index": "2 indexes", "key": "2 keys", "series": "2 series",
	} {
		if got := text.Count(2, noun); got != want {
			t.Errorf("Count(2, %q) = %q, want %q", noun, got, want)
		}
	}
	if got := text.Count(1, "policy"); got != "1 policy" {
		t.Errorf("Count(1, policy) = %q", got)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for want, words := range map[string][]string{
		"":                                  nil,
		" a -n team --context=prod":         {"a", "-n", "team", "--context=prod"},
		" --kubeconfig=\"it's/a b\" ''":     {"--kubeconfig=it's/a b", ""},
		" 'a b=c' d.yaml=e --user='$(x);y'": {"a b=c", "d.yaml=e", "--user=$(x);y"},
	} {
		if got := text.Arguments(words...); got != want {
			t.Errorf("the arguments %q are%s, want%s", words, got, want)
		}
	}
}
