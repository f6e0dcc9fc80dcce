package fn_test

import (
	"strings"
	"testing"
)

// TestSizes wants what a server would refuse as too large told, and nothing of what it takes.
func TestSizes(t *testing.T) {
	t.Parallel()
	script := func(size int) string {
		return strings.Replace(set, "    command: hostname\n", "    commands: {script: \""+strings.Repeat("x", size)+"\"}\n", 1)
	}
	for _, c := range []struct{ name, input, want string }{
		{"a ConfigMap as large as people write", script(200 << 10), ""},
		{"a ConfigMap that apply cannot copy", script(257 << 10), ", which is too large for the annotation of a client-side apply: use kubectl apply --server-side"},
		{"a ConfigMap over 1 MiB", script(1 << 20), " bytes, and a server takes 1048576 at most: put large scripts and files into the image or a volume"},
		{"annotations", annotated(set, "example.com/note", strings.Repeat("x", 200<<10)), ""},
		{"annotations of the JobSet", annotated(set, "example.com/note", strings.Repeat("x", 256<<10)), "makes JobSet/lammps, which has annotations of 262"},
		{
			"annotations of the pods", strings.Replace(set, "  size: 1\n", "  size: 1\n  pod: {annotations: {a: \""+strings.Repeat("x", 256<<10)+"\"}}\n", 1),
			"makes JobSet/lammps, which has annotations of 262",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, said := madeOf(t, c.input)
			if c.want == "" && strings.Contains(said, "makes ") || !strings.Contains(said, c.want) {
				t.Errorf("%q, want %q", said, c.want)
			}
		})
	}
}
