package findings_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func Example() {
	var f findings.Findings
	f.Obey(field.NewPath("metadata", "name"), "-a", findings.ServiceName)
	f.Unknown(field.NewPath("spec", "policy"), "alway", []string{"Never", "Always"}, "%q is unknown: ", "alway")
	for _, problem := range f.Errors {
		fmt.Println(problem.Field + ": " + problem.Detail)
	}
	// Output:
	// metadata.name: "-a" is not allowed here: use at most 63 lower-case letters, digits and "-", a letter first
	// spec.policy: "alway" is unknown: did you mean "Always"?
}

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
		{"another form", func(f *findings.Findings) { f.Obey(at, "A", findings.Label) }, []string{`"A" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`}},
		{"a directory", func(f *findings.Findings) { f.Directory(at, "/a/../b") }, nil},
		{"no directory", func(f *findings.Findings) { f.Directory(at, "") }, nil},
		{"a relative directory", func(f *findings.Findings) { f.Directory(at, "a") }, []string{`"a" is not an absolute path: begin it with "/"`}},
		{"a path of a node", func(f *findings.Findings) { f.NodePath(at, "/a/..b") }, nil},
		{"a path that goes back", func(f *findings.Findings) { f.NodePath(at, "/a/../b") }, []string{`"/a/../b" goes back with "..", which the server refuses: write the path without it`}},
		{"an image", func(f *findings.Findings) { f.Image(at, "example.com/a:1") }, nil},
		{"no image", func(f *findings.Findings) { f.Image(at, "") }, []string{"there is no image: name one, for example docker.io/library/ubuntu:24.04"}},
		{"an image with a blank", func(f *findings.Findings) { f.Image(at, "a b") }, []string{`"a b" has a blank in it: write the image without blanks`}},
		{"an image with a blank of another kind", func(f *findings.Findings) { f.Image(at, "a:1\u00a0") }, []string{`"a:1\u00a0" has a blank in it: write the image without blanks`}},
		{"an image with capital letters", func(f *findings.Findings) { f.Image(at, "ghcr.io/Me/a:1") }, []string{`"ghcr.io/Me/a:1" has capital letters, and only a registry and a tag may have them: write the rest in small letters`}},
		{"an image that is all capital letters", func(f *findings.Findings) { f.Image(at, "IMAGE") }, []string{`"IMAGE" has capital letters, and only a registry and a tag may have them: write the rest in small letters`}},
		{"capital letters where they may be", func(f *findings.Findings) {
			f.Image(at, "R.example:5000/a:V1@sha256:AB")
			f.Image(at, "MyRegistry/app:1")
		}, nil},
		{"labels", func(f *findings.Findings) { f.Labels(at, map[string]string{"example.com/a": "b", "c": ""}) }, nil},
		{"keys in order", func(f *findings.Findings) { f.Labels(at, map[string]string{"": "", "_": ""}) }, []string{
			`"" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`,
			`"_" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`,
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
	f.InvalidText(field.NewPath("key"), "it is no key: make one")
	f.WarnText(field.NewPath("key"), "it is not used: leave it out")
	for _, problem := range append(f.Errors, f.Warnings...) {
		if problem.BadValue != (field.OmitValueType{}) {
			t.Errorf("%s holds %v", problem.Detail, problem.BadValue)
		}
	}
}
