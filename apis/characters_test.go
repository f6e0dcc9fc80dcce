package apis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// TestDecodeCharacters decodes text that a server-side apply refuses, as values and as keys of every type.
func TestDecodeCharacters(t *testing.T) {
	t.Parallel()
	const text = `{metadata: {annotations: {"a\x80": b}}, spec: {theme: "a\x7fb", key: fw==, names: ["\x84\x85", "\x85\ufffd", "\x86"],` +
		` songs: {a: "\x9f"}, guests: [{name: !!binary 77++}], anything: {"\uffff": a, b: "\ufffe"}}}`
	const refused = ` is in it, which a server-side apply refuses: remove it`
	want := []string{
		`metadata.annotations["a\u0080"]: the character U+0080` + refused,
		`spec.theme: the character U+007F` + refused,
		`spec.names[0]: the character U+0084` + refused,
		`spec.names[2]: the character U+0086` + refused,
		`spec.songs[a]: the character U+009F` + refused,
		`spec.guests[0].name: the character U+FFFE` + refused,
		`spec.anything."\uffff": the character U+FFFF` + refused,
		`spec.anything.b: the character U+FFFE` + refused,
	}
	if diff := cmp.Diff(want, apitest.Messages(decode(t, text, &party{})...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
