package yamltext_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// shared is a list in which items and the functionConfig need the anchors of another item.
const shared = `kind: ResourceList
items:
- kind: A
  a: &x
    y: 1
- kind: B
  b: *x
  c:
  - d
- kind: C
  a:
  - *x
functionConfig:
  kind: D
  data: *x
other: [*x]
`

// TestCommentsOfSharedAnchors writes a comment below each line of a list, at each margin, beside blank lines and beside
// none. It wants the comment in what is written.
func TestCommentsOfSharedAnchors(t *testing.T) {
	t.Parallel()
	base := strings.SplitAfter(shared, "\n")
	for at := 1; at < len(base); at++ {
		for _, comment := range []string{"# here\n", "  # here\n", "    # here\n", "      # here\n", "\n# here\n", "# here\n\n", "\n  # here\n\n", "    # here\n\n"} {
			text := strings.Join(slices.Insert(slices.Clone(base), at, comment), "")
			if got := rewritten(t, text); !strings.Contains(got, "# here") {
				t.Errorf("%s\nhas become\n%s", text, got)
			}
		}
		text := strings.Join(base[:at-1], "") + strings.Replace(base[at-1], "\n", " # here\n", 1) + strings.Join(base[at:], "")
		if got := rewritten(t, text); !strings.Contains(got, "# here") {
			t.Errorf("%s\nhas become\n%s", text, got)
		}
	}
}

// rewritten reads a list, writes it, and wants the content of its items to be the same.
func rewritten(t *testing.T, text string) string {
	t.Helper()
	list, items, err := yamltext.ReadList([]byte(text), itself)
	if err != nil {
		t.Fatalf("%s in\n%s", err, text)
	}
	var out bytes.Buffer
	if err := list.Write(&out, len(items), func(at int) yamltext.Entry { return yamltext.Entry{Read: items[at]} }, nil); err != nil {
		t.Fatalf("%s in\n%s", err, text)
	}
	_, again, err := yamltext.ReadList(out.Bytes(), itself)
	if err != nil {
		t.Fatalf("%s in\n%s", err, out.String())
	}
	for at := range items {
		if before, after := contentOf(t, items[at]), contentOf(t, again[at]); fmt.Sprint(before) != fmt.Sprint(after) {
			t.Errorf("%v has become %v", before, after)
		}
	}
	return out.String()
}
