package generators_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func TestRules(t *testing.T) {
	t.Parallel()
	at := field.NewPath("here")
	for _, row := range []struct {
		name string
		rule func(*findings.Findings)
		want []string
	}{
		{"a form", func(f *findings.Findings) { f.Obey(at, "a-b", findings.Label) }, nil},
		{"no value", func(f *findings.Findings) { f.Obey(at, "", findings.Label) }, nil},
		{"another form", func(f *findings.Findings) { f.Obey(at, "A", findings.Label) }, []string{`"A" is not allowed here: use 1 to 63 lower-case letters, digits and "-", no "-" at either end`}},
		{"a directory", func(f *findings.Findings) { f.Directory(at, "/a/../b") }, nil},
		{"no directory", func(f *findings.Findings) { f.Directory(at, "") }, nil},
		{"a relative directory", func(f *findings.Findings) { f.Directory(at, "a") }, []string{`"a" is not an absolute path: begin it with "/"`}},
		{"a path of a node", func(f *findings.Findings) { f.NodePath(at, "/a/..b") }, nil},
		{"a path that goes back", func(f *findings.Findings) { f.NodePath(at, "/a/../b") }, []string{`"/a/../b" goes back with "..", which the server refuses: write the path without ".."`}},
		{"an image", func(f *findings.Findings) { f.Image(at, "example.com/a:1") }, nil},
		{"no image", func(f *findings.Findings) { f.Image(at, "") }, []string{"the image is missing: write its name, for example docker.io/library/ubuntu:24.04"}},
		{"an image with a blank", func(f *findings.Findings) { f.Image(at, "a b") }, []string{`"a b" has a space in it: write the image without spaces`}},
		{"an image with a blank of another kind", func(f *findings.Findings) { f.Image(at, "a:1\u00a0") }, []string{`"a:1\u00a0" has a space in it: write the image without spaces`}},
		{"an image with capital letters", func(f *findings.Findings) { f.Image(at, "ghcr.io/Me/a:1") }, []string{`"ghcr.io/Me/a:1" has upper-case letters, which only a registry and a tag may have: write the rest in lower case`}},
		{"an image that is all capital letters", func(f *findings.Findings) { f.Image(at, "IMAGE") }, []string{`"IMAGE" has upper-case letters, which only a registry and a tag may have: write the rest in lower case`}},
		{"capital letters where they may be", func(f *findings.Findings) {
			f.Image(at, "R.example:5000/a:V1@sha256:AB")
			f.Image(at, "MyRegistry/app:1")
		}, nil},
		{"labels", func(f *findings.Findings) { f.Labels(at, map[string]string{"example.com/a": "b", "c": ""}) }, nil},
		{"keys in order", func(f *findings.Findings) { f.Labels(at, map[string]string{"": "", "_": ""}) }, []string{
			`"" is not allowed here: use 1 to 63 letters, digits, "-", "_" and ".", or a domain and one "/" before them, such as example.com/team`,
			`"_" is not allowed here: use 1 to 63 letters, digits, "-", "_" and ".", or a domain and one "/" before them, such as example.com/team`,
		}},
	} {
		var f findings.Findings
		row.rule(&f)
		var got []string
		for _, problem := range slices.Concat(f.Errors, f.Warnings) {
			got = append(got, problem.Detail)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

// TestSecrets checks that a problem does not contain long or secret text.
func TestSecrets(t *testing.T) {
	t.Parallel()
	var f findings.Findings
	f.InvalidOmitted(field.NewPath("key"), "it is not a key: make one")
	f.WarnOmitted(field.NewPath("key"), "it is not used: leave it out")
	for _, problem := range append(f.Errors, f.Warnings...) {
		if problem.BadValue != (field.OmitValueType{}) {
			t.Errorf("%s holds %v", problem.Detail, problem.BadValue)
		}
	}
}

// TestUnknown wants the near words in the message and in the value. The printed error has the value alone.
func TestUnknown(t *testing.T) {
	t.Parallel()
	at := field.NewPath("kind")
	for word, want := range map[string]struct {
		known   []string
		meant   []string
		message string
	}{
		"Jbo":   {[]string{"Job", "JobSet"}, []string{"Job"}, `kind: Not found: "Jbo": there is none: did you mean "Job"?`},
		"other": {[]string{"Job", "JobSet"}, nil, `kind: Not found: "other": there is none: choose one of "Job", "JobSet"`},
		"mxSize": {
			[]string{"maxSize", "mixSize", "size"},
			[]string{"maxSize", "mixSize"},
			`kind: Not found: "mxSize": there is none: did you mean "maxSize" or "mixSize"?`,
		},
	} {
		problem := field.NotFound(at, word)
		problem.Detail = "there is none: "
		problem = findings.Unknown(problem, word, want.known)
		value, meant := findings.ValueOf(problem)
		if value != word || !slices.Equal(meant, want.meant) || problem.Error() != want.message {
			t.Errorf("%v, %q, %s", value, meant, problem)
		}
	}
}

func TestFieldsWritten(t *testing.T) {
	t.Parallel()
	fields := findings.Fields{
		"spec.a":         "spec.old",
		"spec.a.b":       "spec.other",
		"spec.list[0].a": "spec.first",
		"spec.map[x.y]":  "spec.map",
	}
	for converted, want := range map[string]string{
		"spec.a":           "spec.old",
		"spec.ab":          "spec.ab",
		"spec.a[0].c":      "spec.old[0].c",
		"spec.a.b.c":       "spec.other.c",
		"spec.list[0].a.b": "spec.first.b",
		"spec.list[1].a":   "spec.list[1].a",
		"spec.map[x.y].z":  "spec.map.z",
		"spec.map[x.z].z":  "spec.map[x.z].z",
	} {
		problem := &field.Error{Type: field.ErrorTypeInvalid, Field: converted, Detail: "a"}
		written := fields.Written(field.ErrorList{problem, problem})
		if len(written) != 1 || written[0].Field != want || problem.Field != converted {
			t.Errorf("%s becomes %v, want one of %s", converted, written, want)
		}
	}
}
