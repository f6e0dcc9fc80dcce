package blocks

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOf(t *testing.T) {
	const text = "# T\n\n    a\n    b\n\ntext\n    is not a block\n\n<!-- needs: kpt cluster -->\n```sh\nc\n\n    d\n```\n\n```text\nout\n```\n\n" +
		"<!-- not run: why -->\n\n    e\n\n<!-- file: a/b.txt -->\n```text\nnot its output\n```\n\n```\na picture\n\n    of it\n```\n\n```sh\nf\n```\n\n```bash\ng\n```\n"
	want := []Block{
		{Marker: "run", Commands: "    a\n    b\n"},
		{Marker: "needs: kpt cluster", Commands: "c\n\n    d\n", Want: "out\n"},
		{Marker: "not run: why", Commands: "    e\n"},
		{File: "a/b.txt", Text: "not its output\n"},
		{Marker: "run", Commands: "f\n"},
	}
	blocks, problems := Of(text)
	if diff := cmp.Diff(want, blocks); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 2 || !strings.HasSuffix(problems[0], "\nf\n") || !strings.HasSuffix(problems[1], "\ng\n") {
		t.Errorf("problems %q", problems)
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		matches   bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\n...\nd\n", "a\nb\nc\nd\n", true},
		{"a\n...\n", "a\nb\nc\n", true},
		{"a in ...\nb\n", "a in 3 s\nb\n", true},
		{"a in ...\nb\n", "a in 3 s\nc\nb\n", false},
		{"a.c\n", "abc\n", false},
		{"a\n", "a\nb\n", false},
	} {
		if got := Matches(tt.want, tt.got); got != tt.matches {
			t.Errorf("Matches(%q, %q) = %t", tt.want, tt.got, got)
		}
	}
}
