package apis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// TestDecodeBounds decodes small documents that expand to very large ones.
func TestDecodeBounds(t *testing.T) {
	t.Parallel()
	const copies = "the aliases and merge keys stand for too much: write the values out"
	const depth = "the document is nested too deeply, or an anchor contains itself: write it with less nesting"
	for name, test := range map[string]struct{ text, want string }{
		"billions of names":           {"spec: {anything: *a9}\n" + bomb(), copies},
		"billions through types":      {"spec: {drinks: {a: *a9}}\n" + bomb(), copies},
		"billions of merges":          {"spec: {anything: *a40}\n" + merges(40), copies},
		"anchor within itself":        {"spec: {rooms: &r {room: *r}}", depth},
		"anchor within itself, JSON":  {"spec: {anything: &r [*r]}", depth},
		"anchor within itself, merge": {"spec: &r {<<: *r}", depth},
		"deep":                        {"spec: {anything: " + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "}", depth},
	} {
		got := decode(t, anchorsFirst(test.text), &party{})
		if len(got) != 1 || got[0].Detail != test.want {
			t.Errorf("%s: got %v, want one problem: %s", name, shortList(apitest.Messages(got...)), test.want)
		}
	}
}

func TestDecodeManyAliases(t *testing.T) {
	t.Parallel()
	text := "guests: [&g {name: a}" + strings.Repeat(", *g", 10_000) + "]"
	var got partySpec
	if problems := decode(t, text, &got); len(problems) > 0 || len(got.Guests) != 10_001 {
		t.Errorf("%d guests, %v", len(got.Guests), problems)
	}
}

func TestDecodeManyProblems(t *testing.T) {
	t.Parallel()
	got := decode(t, "names: ["+strings.Repeat("1, ", 5000)+"]", &partySpec{})
	if len(got) != 1001 || !strings.HasPrefix(got[1000].Detail, "there are more problems") {
		t.Errorf("%d problems, the last: %v", len(got), got[len(got)-1])
	}
}

func TestDecodeNodesThatNoParserMakes(t *testing.T) {
	t.Parallel()
	for name, node := range map[string]*yaml.Node{
		"nil":            nil,
		"zero":           {},
		"odd mapping":    {Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "spec"}}},
		"nil in mapping": {Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "spec"}, nil}},
		"alias of none":  {Kind: yaml.AliasNode},
		"alias of alias": {Kind: yaml.AliasNode, Alias: &yaml.Node{Kind: yaml.AliasNode, Alias: &yaml.Node{Kind: yaml.MappingNode}}},
		"empty document": {Kind: yaml.DocumentNode},
	} {
		if got := apis.Decode(node, &party{}); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	nils := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{nil, nil}}
	if got := apitest.Messages(apis.Decode(nils, &party{})...); !cmp.Equal(got, []string{"?: a key is no text: write it as one word"}) {
		t.Errorf("nil as a key: %v", got)
	}
	for _, target := range []any{nil, party{}, (*party)(nil)} {
		if got := apis.Decode(&yaml.Node{}, target); len(got) != 1 {
			t.Errorf("a target that is no pointer: %v", got)
		}
	}
}

// bomb defines the anchors a0 to a9. Each of them contains the one before ten times.
func bomb() string {
	var text strings.Builder
	text.WriteString("a0: &a0 [x]\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&text, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	return text.String()
}

// merges defines the anchors a0 to a<n>. Each of them merges the one before twice.
func merges(n int) string {
	var text strings.Builder
	text.WriteString("a0: &a0 {x: 1}\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&text, "a%d: &a%d {p: {<<: *a%d}, q: {<<: *a%d}}\n", i, i, i-1, i-1)
	}
	return text.String()
}

// anchorsFirst moves the first line, which uses the anchors, behind the lines that define them. Those lines are then
// unknown fields, whose values are not read.
func anchorsFirst(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	return rest + "\n" + first
}

func shortList(texts []string) []string {
	return texts[:min(len(texts), 3)]
}
