package shipped_test

import (
	"embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/shipped"
)

// Two scripts that are started, one.sh and two.sh, and what they source.
//
//go:embed shipped
var files embed.FS

func use(script string, texts []string, variables ...corev1.EnvVar) shipped.Use {
	return shipped.NewUse(script, variables, texts, []string{"many hosts"})
}

// selected returns the files for these uses.
func selected(library *shipped.Library, uses []shipped.Use) map[string]string {
	data, _ := library.Select(uses).With(nil)
	return data
}

const alone = `#!/bin/bash
# Latchkey v0.1, scripts/one.sh with lib.sh of v0.2
set -eu
lk_say() { echo "$*"; }
lk_end() { exit 0; }
lk_say begins
lk_end
`

func TestScriptsOfOneUserAreOneScript(t *testing.T) {
	t.Parallel()
	got := selected(shipped.Read(files), []shipped.Use{use("one.sh", nil)})
	if diff := cmp.Diff(map[string]string{"one.sh": alone}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFacts(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		use  shipped.Use
		want string
	}{
		"a variable":           {use("facts.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A", Value: "a"}), "set hosts"},
		"its value":            {use("facts.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A", Value: "b"}), "set b hosts"},
		"an empty value":       {use("facts.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A"}), "unset hosts"},
		"a value not known":    {use("facts.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A", ValueFrom: &corev1.EnvVarSource{}}), "set b other hosts"},
		"a text":               {use("facts.sh", []string{"pre-0"}), "unset text hosts"},
		"nothing of all this":  {use("facts.sh", []string{"metadata"}), "unset hosts"},
		"another text of them": {use("facts.sh", []string{"post-12"}), "unset text hosts"},
	} {
		want := "#!/bin/bash\n# Latchkey v0.1, facts.sh\necho " + strings.ReplaceAll(row.want, " ", "\necho ") + "\n"
		got := selected(shipped.Read(files), []shipped.Use{row.use})["facts.sh"]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A condition that is sure to hold does not ship, but what it is for.
func TestConditions(t *testing.T) {
	t.Parallel()
	const asked = `if [ "${LATCHKEY_A:-}" = b ]; then
  one
  if [ "${LATCHKEY_B:-}" = b ]; then
    two
  fi
fi
if [ -n "${LATCHKEY_A:-}" ]; then three; fi
[ -z "${LATCHKEY_A:-}" ] || four
`
	a, b := corev1.EnvVar{Name: "LATCHKEY_A", Value: "b"}, corev1.EnvVar{Name: "LATCHKEY_B", Value: "b"}
	unknown := corev1.EnvVar{Name: "LATCHKEY_A", ValueFrom: &corev1.EnvVarSource{}}
	for name, row := range map[string]struct {
		uses []shipped.Use
		want string
	}{
		"none holds":          {[]shipped.Use{use("conditions.sh", nil)}, ""},
		"one holds":           {[]shipped.Use{use("conditions.sh", nil, a)}, "one\nthree\nfour\n"},
		"all hold":            {[]shipped.Use{use("conditions.sh", nil, a, b)}, "one\ntwo\nthree\nfour\n"},
		"one container lacks": {[]shipped.Use{use("conditions.sh", nil, a, b), use("conditions.sh", nil)}, asked},
		"a value not known": {
			[]shipped.Use{use("conditions.sh", nil, unknown, b)},
			"if [ \"${LATCHKEY_A:-}\" = b ]; then\n  one\n  two\nfi\nthree\nfour\n",
		},
	} {
		got := selected(shipped.Read(files), row.uses)["conditions.sh"]
		if diff := cmp.Diff("#!/bin/bash\n# Latchkey v0.1, conditions.sh\n"+row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A library that has selected for a known value selects anew where only the cluster knows the value.
func TestKnownAndUnknownValues(t *testing.T) {
	t.Parallel()
	library := shipped.Read(files)
	known := use("conditions.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A", Value: "b"})
	unknown := use("conditions.sh", nil, corev1.EnvVar{Name: "LATCHKEY_A", ValueFrom: &corev1.EnvVarSource{}})
	selected(library, []shipped.Use{known})
	want := selected(shipped.Read(files), []shipped.Use{unknown})
	if diff := cmp.Diff(want, selected(library, []shipped.Use{unknown})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Commands that are short share a line if what was between them does not ship.
func TestLines(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"none": "one; two; three &\nfour\n[ -f a ] || five\n",
		"pre":  "one; between; two; three &\nfour\n[ -f a ] || five\n",
		"post": "one; two\nother; three &\nfour\n[ -f a ] || five\n",
	} {
		got := selected(shipped.Read(files), []shipped.Use{use("lines.sh", []string{kind})})["lines.sh"]
		if diff := cmp.Diff("#!/bin/bash\n# Latchkey v0.1, lines.sh\n"+want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

// The hash depends on the files and on the texts, also if a library has selected the files before.
func TestHash(t *testing.T) {
	t.Parallel()
	library, seen := shipped.Read(files), map[string]string{}
	for name, row := range map[string]struct {
		use   shipped.Use
		texts map[string]string
	}{
		"files alone":  {use("one.sh", nil), nil},
		"other files":  {use("two.sh", nil), nil},
		"a text":       {use("one.sh", nil), map[string]string{"a.command": "a"}},
		"another text": {use("one.sh", nil), map[string]string{"a.command": "b"}},
		"another name": {use("one.sh", nil), map[string]string{"b.command": "a"}},
	} {
		data, hash := library.Select([]shipped.Use{row.use}).With(row.texts)
		if other, isSame := seen[hash]; isSame || len(hash) != 8 {
			t.Errorf("%s: hash %q, and so has %q", name, hash, other)
		}
		seen[hash] = name
		if _, again := shipped.Read(files).Select([]shipped.Use{row.use}).With(row.texts); again != hash {
			t.Errorf("%s: hash %q, and then %q", name, hash, again)
		}
		for key, text := range row.texts {
			if data[key] != text {
				t.Errorf("%s: %s is %q", name, key, data[key])
			}
		}
	}
}

// TestScriptsOfTwoUsersAreFiles wants a function of a shared script if one of the two calls it, and a command if its mark
// holds for one of the two.
func TestScriptsOfTwoUsersAreFiles(t *testing.T) {
	t.Parallel()
	library := shipped.Read(files)
	got := selected(library, []shipped.Use{use("one.sh", nil), use("two.sh", []string{"post"})})
	want := map[string]string{
		"lib.sh": "#!/bin/bash\n# Latchkey v0.2, scripts/lib.sh\nset -eu\nlk_say() { echo \"$*\"; }\nlk_end() { exit 0; }\n",
		"one.sh": "#!/bin/bash\n# Latchkey v0.1, scripts/one.sh\n. \"$LATCHKEY_FILES/lib.sh\"\nlk_say begins\nlk_end\n",
		"two.sh": "#!/bin/bash\n# Latchkey v0.1, two.sh\n. \"$LATCHKEY_FILES/lib.sh\"\nlk_say() { echo mine; }\nlk_say\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got["lib.sh"] = "changed"
	if selected(library, []shipped.Use{use("one.sh", nil), use("two.sh", []string{"post"})})["lib.sh"] == "changed" {
		t.Error("a caller can change the library")
	}
}
