package fn_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

func TestParseDocuments(t *testing.T) {
	t.Parallel()
	pod := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n"
	const pair = "apiVersion: v1\nkind: Pod\n"
	for name, tc := range map[string]struct {
		data string
		want []string
	}{
		"one":                {pod, []string{pod}},
		"two":                {pod + "---\n" + pod, []string{pod, pod}},
		"markers all around": {"---\n" + pod + "---\n---\n# nothing\n---   \n" + pod + "---\n", []string{pod, pod}},
		"comments":           {"# a\n" + pod + "# b\n---\n# c\n" + pod, []string{"# a\n" + pod + "# b\n", "# c\n" + pod}},
		"last line open":     {strings.TrimSuffix(pod, "\n"), []string{pod}},
		"marker in text":     {pod + "x: |\n  ---\n", []string{pod + "x: |\n  ---\n"}},
		"directives":         {"%YAML 1.1\n---\n" + pod + "---\n" + pod, []string{pod, pod}},
		"end markers":        {pod + "...\n---\n" + pod, []string{pod + "...\n", pod}},
		"inline document":    {"--- {apiVersion: v1, kind: Pod}\n", []string{pair}},
		"List":               {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod # why\n", []string{"apiVersion: v1\nkind: Pod # why\n"}},
		"empty List":         {"apiVersion: v1\nkind: List\nitems: []\n", nil},
		"typed list":         {"apiVersion: v1\nkind: PodList\nitems:\n- {apiVersion: v1, kind: Pod}\n", []string{pair}},
		"JSON":               {`{"apiVersion":"v1","kind":"Pod"} {"apiVersion":"v1","kind":"Pod"}`, []string{pair, pair}},
		"List in a List":     {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: PodList\n  items:\n  - kind: List\n    items: [{apiVersion: v1, kind: Pod}]\n- apiVersion: v1\n  kind: Pod # why\n", []string{pair, "apiVersion: v1\nkind: Pod # why\n"}},
		"own anchors":        {pod + "x: &x {y: 1}\nz: *x\n", []string{pod + "x: &x {y: 1}\nz: *x\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, results := fn.ParseDocuments("f.yaml", []byte(tc.data))
			if len(results) > 0 {
				t.Fatal(fn.Line(results[0]))
			}
			var got []string
			for at, item := range items {
				got = append(got, document(t, item))
				if item.File != "f.yaml" || item.Index != at {
					t.Errorf("item %d is at %s %d", at, item.File, item.Index)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParseDocumentsErrors(t *testing.T) {
	t.Parallel()
	const advice = ": look at the indentation (spaces, no tabs), quotes and colons of this line and the lines beside it"
	for name, tc := range map[string]struct {
		data string
		want []string
	}{
		"empty":           {"", []string{"f.yaml: this file is empty: an object with apiVersion, kind and metadata.name is expected"}},
		"comments":        {"# a\n---\n", []string{"f.yaml: there is nothing but comments in this file: an object with apiVersion, kind and metadata.name is expected"}},
		"binary":          {"\x7fELF\x02", []string{"f.yaml:1:1: this is not text: it holds the character U+007F, which YAML does not allow: remove it"}},
		"hash in flow":    {"a: 1\nb:\n- {id: a, color: #123456}\n- {id: b}\n", []string{"f.yaml:3:1: this is not valid YAML: did not find expected node content" + advice}},
		"list, map":       {"apiVersion: v1\nkind: List\nitems: {}\n", []string{"f.yaml:3:8: items is not a list"}},
		"tab":             {"a: 1\n---\nb:\n\tc: 1\n", []string{"f.yaml:1:1: apiVersion: missing: this is not a Kubernetes object: write the apiVersion of its kind, such as \"apiVersion: flux-framework.org/v1alpha2\" for a MiniCluster", "f.yaml:4:1: this is not valid YAML: found character that cannot start any token" + advice}},
		"no object":       {"a: 1\n---\n- b\n", []string{"f.yaml:1:1: apiVersion: missing: this is not a Kubernetes object: write the apiVersion of its kind, such as \"apiVersion: flux-framework.org/v1alpha2\" for a MiniCluster", "f.yaml:3:1: this is not an object: an object with apiVersion, kind and metadata.name is expected"}},
		"no kind":         {"\napiVersion: v1\n", []string{"f.yaml:2:1: kind: missing: this is not a Kubernetes object: write for example \"kind: MiniCluster\""}},
		"list of strings": {"apiVersion: v1\nkind: List\nitems: [a]\n", []string{"f.yaml:3:9: items[0] is not an object"}},
		"bomb":            {bomb(), []string{"f.yaml:6:44: the aliases of this object stand for too much: write out what they stand for"}},
		"joined files":    {"kind: A\n---\n\ufeffkind: B\n", []string{"f.yaml:1:1: apiVersion: missing: this is not a Kubernetes object: write the apiVersion of its kind, such as \"apiVersion: flux-framework.org/v1alpha2\" for a MiniCluster", "f.yaml:3:1: this line begins with the character U+FEFF, which only a file may begin with: remove it"}},
		"joined JSON":     {"{}\n\ufeff{}\n", []string{"f.yaml:2:1: this line begins with the character U+FEFF, which only a file may begin with: remove it"}},
		"deep JSON":       {`{"kind":"A","a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + "}", []string{"f.yaml:1:1: this is not valid YAML: exceeded max depth of 10000" + advice}},
		"broken JSON":     {"{\"a\": 1,\n", []string{"f.yaml:1:1: this is not valid YAML: did not find expected node content" + advice}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, results := fn.ParseDocuments("f.yaml", []byte(tc.data))
			var got []string
			for _, result := range results {
				got = append(got, fn.Line(result))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	items, _ := fn.ParseDocuments("f.yaml", []byte("apiVersion: v1\nkind: Pod\nlarge: 12345678901234567\nnumber: 010\nword: yes\nx: &x {a: 1}\nz: {<<: *x}\n"))
	got, err := items[0].JSON()
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"apiVersion":"v1","kind":"Pod","large":12345678901234567,"number":8,"word":true,"x":{"a":1},"z":{"a":1}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzParseDocuments checks that any file is read or refused, and that a file is written as it was read.
func FuzzParseDocuments(f *testing.F) {
	for _, list := range inputs(f) {
		f.Add(list)
	}
	for _, seed := range []string{set + "---\n" + foreign, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"} {}", "---\n...\n---", "%YAML 1.1\n---\n" + set, bomb()} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items, _ := fn.ParseDocuments("f.yaml", []byte(text))
		for _, item := range items {
			want, err := item.JSON()
			if err != nil {
				continue
			}
			again, results := fn.ParseDocuments("f.yaml", []byte(document(t, item)))
			if len(results) > 0 || len(again) != 1 {
				t.Fatalf("%d objects and %v from:\n%s", len(again), results, document(t, item))
			}
			if got, err := again[0].JSON(); err != nil || !bytes.Equal(want, got) {
				t.Errorf("%v: %s", err, cmp.Diff(string(want), string(got)))
			}
		}
	})
}
