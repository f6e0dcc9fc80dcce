package yamltext

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

func emitted(t testing.TB, content map[string]any) string {
	t.Helper()
	out, err := Emit(content)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// checkReadBack reads text with parsers of YAML 1.1 and 1.2. kubectl and kustomize use one of these libraries each.
func checkReadBack(t testing.TB, want map[string]any, text string) {
	t.Helper()
	var old, current map[string]any
	if err := yaml.Unmarshal([]byte(text), &old); err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	if err := kyaml.Unmarshal([]byte(text), &current); err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	if diff := cmp.Diff(want, old); diff != "" {
		t.Errorf("YAML 1.1, -want +got:\n%s\n%s", diff, text)
	}
	if diff := cmp.Diff(want, current); diff != "" {
		t.Errorf("YAML 1.2, -want +got:\n%s\n%s", diff, text)
	}
}

// TestStrings writes strings that a reader could take for something else, as values and as keys.
func TestStrings(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		"", "lammps-0", "docker.io/a/b:latest", "true", "No", "y", "on", "null", "12", "1e3", "10m", "-x", "a: b", "a:", "a #b", "a ", " a", "<<", "=",
		"%H-[0-3]", `{"a": "it's"}`, `a\b`, "a\tb", "caf\u00e9", "\u0085\u2028\ufeff\x01", "\U0001F511", "a\"\n",
	} {
		content := map[string]any{"key": value, "other": map[string]any{value: "x"}}
		checkReadBack(t, content, emitted(t, content))
	}
}

func TestEmit(t *testing.T) {
	t.Parallel()
	for _, value := range []any{
		"a\nb\n", "a\nb", "a\nb\n\n\n", "\na\n", " a\nb\n", "a \nb\n", "\ta\nb\n", "a\n\tb\n", "a\n\n  b\n", "\n", "a\r\nb\n", "# a\n---\nb\n",
		"a\n ", "a\x00\nb", "\u00e9\n\u4e2d\n", "a\n# b", "...\na\n", "%YAML\na\n",
		true, false, nil,
		map[string]any{},
		[]any{},
		[]any{"a", []any{"b", []any{}}, map[string]any{}, map[string]any{"c": nil, "d": "e\nf\n"}},
		[]any{[]any{map[string]any{"a": []any{"x\ny\n"}}}},
		map[string]any{"b": map[string]any{"a": "x\n\ny\n", "true": "1"}},
	} {
		want := map[string]any{"key": value, "next": "x"}
		checkReadBack(t, want, emitted(t, want))
	}
}

func TestEmitForm(t *testing.T) {
	t.Parallel()
	got := emitted(t, map[string]any{
		"b": []any{map[string]any{"y": int64(2), "x": "1"}, "z"},
		"a": map[string]any{"script": "#!/bin/sh\n\necho\n"},
	})
	want := "a:\n  script: |\n    #!/bin/sh\n\n    echo\nb:\n- x: \"1\"\n  \"y\": 2\n- z\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// FuzzEmit checks that every string is read back unchanged.
func FuzzEmit(f *testing.F) {
	for _, seed := range []string{"", "a\nb\n", "\tx\n", "yes", "0x1", "a: b", "- a", "\u2028", "~", "2020-01-01", "1:30", "!a", "&a", "*a", "|", "x\n  \n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.ToValidUTF8(value, "\ufffd")
		content := map[string]any{"a": value, "l": []any{value, map[string]any{"z": value}}}
		checkReadBack(t, content, emitted(t, content))
		if !strings.Contains(value, "\n") && len(value) < 100 {
			checkReadBack(t, map[string]any{value: "x"}, emitted(t, map[string]any{value: "x"}))
		}
	})
}
