package v1alpha2

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"mvdan.cc/sh/v3/syntax"
)

func TestSplitWords(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		text string
		want []string
		err  string
	}{
		{text: ""},
		{text: " -ompi=openmpi@5  -o  a ", want: []string{"-ompi=openmpi@5", "-o", "a"}},
		{text: "-a\n-b\t-c", want: []string{"-a", "-b", "-c"}},
		{text: `--env="A B" --env='C $D' E\ F`, want: []string{"--env=A B", "--env=C $D", "E F"}},
		{text: `"a \"b\" \$c \d" \$HOME ''`, want: []string{`a "b" $c \d`, "$HOME", ""}},
		{text: "a\\\nb", want: []string{"ab"}},
		{text: "~ * a{b,c} a=b", want: []string{"~", "*", "a{b,c}", "a=b"}},
		{text: "$HOME/bin", err: "would have to be expanded by a shell, and no shell reads it: write the value itself, or put single quotes around a $ that is part of the value"},
		{text: `"$(id)"`, err: "would have to be expanded by a shell, and no shell reads it: write the value itself, or put single quotes around a $ that is part of the value"},
		{text: "a; b", err: "is not a list of shell words (`;` is not a valid word): close all quotes, and put quotes around characters that are special to a shell"},
		{text: "a\x00b", err: "has a NUL character: remove it"},
	} {
		got, err := SplitWords(row.text)
		if diff := cmp.Diff(row.err, messageOf(err)); diff != "" {
			t.Errorf("%q: error (-want +got):\n%s", row.text, diff)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%q: words (-want +got):\n%s", row.text, diff)
		}
	}
}

// TestPlainStrings asks that words are the same without a parser, where none is needed.
func TestPlainStrings(t *testing.T) {
	t.Parallel()
	for first := rune(' '); first <= '~'; first++ {
		for _, form := range []string{"%", "%%", "a%", "%a", "a%b", " % ", "a % b", "1%", "%=a", "a= %"} {
			text := strings.ReplaceAll(form, "%", string(first))
			if !isPlain(text) {
				continue
			}
			want, err := parsedWords(text)
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			got, _ := SplitWords(text)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-parser +plain):\n%s", text, diff)
			}
		}
	}
	for _, text := range []string{"$a", "a;b", "a\nb", "'a'", `a\b`, "a #b", "a\x00", "a&", "~", "é"} {
		if isPlain(text) {
			t.Errorf("%q is taken for plain", text)
		}
	}
}

// FuzzSplitWords checks that quoted words are read back unchanged.
func FuzzSplitWords(f *testing.F) {
	for _, seed := range []string{"-o a", `a "b c" 'd'`, `\`, `"\`, "$((1))", "a\\\nb", "`a`", "<(a)", "#a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := SplitWords(text)
		if err != nil {
			return
		}
		var quoted []string
		for _, word := range words {
			q, err := syntax.Quote(word, syntax.LangPOSIX)
			if err != nil {
				return // a shell cannot quote this, for example text that is not UTF-8
			}
			quoted = append(quoted, q)
		}
		again, err := SplitWords(strings.Join(quoted, " "))
		if err != nil {
			t.Fatalf("%q is read as %q, and %q is not read: %v", text, words, quoted, err)
		}
		if diff := cmp.Diff(words, again); diff != "" {
			t.Errorf("%q (-first +second):\n%s", text, diff)
		}
	})
}
