package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestStampChangesOneLine adds or changes one line. Comments and the order of keys stay.
func TestStampChangesOneLine(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ template, want string }{
		"no annotations": {
			"# one\n      labels: {app: frontend} # two\n      # three",
			"annotations:\n        STAMP\n      # one\n      labels: {app: frontend} # two\n      # three",
		},
		"annotations": {
			"annotations: # mine\n        # this\n        a: 'b' # c\n      labels: {app: frontend}",
			"annotations: # mine\n        STAMP\n        # this\n        a: 'b' # c\n      labels: {app: frontend}",
		},
		"an older stamp": {
			"annotations:\n        configmap.latchkey.dev/settings: '0000000000000000' # of old\n      labels: {app: frontend}",
			"annotations:\n        STAMP # of old\n      labels: {app: frontend}",
		},
		"empty annotations": {
			"labels: {app: frontend}\n      annotations: # none",
			"labels: {app: frontend}\n      annotations: # none\n        STAMP",
		},
		"annotations in braces": {
			"annotations: {a: b} # c\n      labels: {app: frontend}",
			"annotations: {STAMP, a: b} # c\n      labels: {app: frontend}",
		},
	} {
		before := "# above\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: frontend, x: y}\nspec:\n  # odd\n  template:\n    metadata:\n      "
		after := "\n    spec: {a: b}\n"
		object := before + row.template + after
		got := render(t, listOf(monitor, monitored, object))
		want := before + strings.Replace(row.want, "STAMP", stamped+firstStamp(t, got)+`"`, 1) + after
		if _, item, _ := strings.Cut(listOf(want), "items:\n"); !strings.Contains(got, item) {
			t.Errorf("%s: in a list (-want +got):\n%s", name, cmp.Diff(item, got))
		}
		file := monitor + "---\n" + monitored + "---\n" + object
		for _, text := range []string{file, strings.ReplaceAll(file, "\n", "\r\n")} {
			items, _ := fn.ParseDocuments("all.yaml", []byte(text))
			got := deploymentIn(t, processed(t, &fn.ResourceList{Items: items}, fn.Settings{}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: as a document (-want +got):\n%s", name, diff)
			}
		}
	}
}

// TestStampWhatIsShared stamps items that cannot be changed line by line. Values that they share by aliases and merge
// keys stay the same elsewhere.
func TestStampWhatIsShared(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: apps/v1\nkind: Deployment\n"
	for name, row := range map[string]struct{ object, want string }{
		"flow": {
			head + `metadata: {name: a}` + "\n" + `spec: {template: {metadata: {labels: {app: frontend}, annotations: {}}}} # kept`,
			`{name: a}|{labels: {app: frontend}, annotations: {STAMP}}`,
		},
		"an alias": {
			head + "metadata: {name: a, annotations: &a {b: c}}\nspec: {template: {metadata: {labels: {app: frontend}, annotations: *a}}}",
			`{name: a, annotations: {b: c}}|{labels: {app: frontend}, annotations: {b: c, STAMP}}`,
		},
		"an anchor": {
			head + "spec:\n  template:\n    metadata: &m\n      labels: {app: frontend}\n      name: a\nmetadata: *m\n",
			`{labels: {app: frontend}, name: a}|{labels: {app: frontend}, name: a, annotations: {STAMP}}`,
		},
		"a merge key": {
			head + "metadata: &m {name: a, labels: {app: frontend}, annotations: {b: c}}\nspec:\n  template:\n    metadata:\n      <<: *m\n      x: y\n",
			`{name: a, labels: {app: frontend}, annotations: {b: c}}|{name: a, labels: {app: frontend}, x: y, annotations: {b: c, STAMP}}`,
		},
		"null": {
			head + "metadata: {name: a}\nspec:\n  template:\n    metadata:\n      labels: {app: frontend}\n      annotations:\n",
			`{name: a}|{labels: {app: frontend}, annotations: {STAMP}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := deploymentIn(t, process(t, listOf(monitor, monitored, row.object), fn.Settings{}))
			metadata, template, _ := strings.Cut(row.want, "|")
			template = strings.Replace(template, "STAMP", stamped+firstStamp(t, got)+`"`, 1)
			want := head + "metadata: " + metadata + "\nspec: {template: {metadata: " + template + "}}\n"
			if diff := cmp.Diff(meaning(t, want), meaning(t, got)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, got)
			}
			if strings.Contains(row.object, "# kept") && !strings.Contains(got, "# kept") {
				t.Errorf("the comment is gone:\n%s", got)
			}
		})
	}
}
