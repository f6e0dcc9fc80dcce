package v1alpha1

import "testing"

func TestParseMark(t *testing.T) {
	for _, want := range []Key{
		{"flux-framework.org", "MiniCluster", "default", "hello"},
		{"", "Pod", "", "x"},
	} {
		if got, ok := ParseMark(want.String()); !ok || got != want {
			t.Errorf("ParseMark(%q) = %v, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "hello", "flux-framework.org/MiniCluster/hello", "a/b/c/d/e"} {
		if got, ok := ParseMark(text); ok || got != (Key{}) {
			t.Errorf("ParseMark(%q) = %v, %v", text, got, ok)
		}
	}
}
