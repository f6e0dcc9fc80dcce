package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestStampChangesOneLine changes one line and keeps all others, in every style.
func TestStampChangesOneLine(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ template, want string }{
		"no annotations": {
			"labels: {app: frontend}",
			"annotations:\n            STAMP\n          labels: {app: frontend}",
		},
		"annotations": {
			"annotations: # mine\n            a: 'b'  # c\n          labels: {app: frontend}",
			"annotations: # mine\n            STAMP\n            a: 'b'  # c\n          labels: {app: frontend}",
		},
		"an older stamp": {
			"annotations:\n            configmap.latchkey.dev/settings: '0000000000000000' # of old\n          labels: {app: frontend}",
			"annotations:\n            STAMP # of old\n          labels: {app: frontend}",
		},
		"an older stamp without quotes": {
			"annotations: \n            configmap.latchkey.dev/settings: 12\n            z: \"\"\n          labels: {app: frontend}",
			"annotations: \n            STAMP\n            z: \"\"\n          labels: {app: frontend}",
		},
		"empty annotations": {
			"# c2\n\n          labels:   {app: frontend}\n          annotations:    # c3\n          # c4",
			"# c2\n\n          labels:   {app: frontend}\n          annotations:    # c3\n            STAMP\n          # c4",
		},
		"no annotations in braces": {
			"labels:   {app: frontend}\n          annotations:  {}  # none",
			"labels:   {app: frontend}\n          annotations:  {STAMP}  # none",
		},
		"annotations in braces": {
			"annotations: { a:   b }\n          labels:   {app: frontend}",
			"annotations: {STAMP, a:   b }\n          labels:   {app: frontend}",
		},
		"annotations in braces on several lines": {
			"annotations: {\n            a:   b # c\n          }\n          labels:   {app: frontend}",
			"annotations: {STAMP,\n            a:   b # c\n          }\n          labels:   {app: frontend}",
		},
		"annotations as in JSON": {
			"\"annotations\":  {\"a\":\"b\"}\n          labels:   {app: frontend}",
			"\"annotations\":  {QUOTED, \"a\":\"b\"}\n          labels:   {app: frontend}",
		},
		"comments and blank lines": {
			"# one\n\n          labels: # two\n            # three\n            app:   \"frontend\"\n          # four",
			"annotations:\n            STAMP\n          # one\n\n          labels: # two\n            # three\n            app:   \"frontend\"\n          # four",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: frontend,  x: y}\nspec:\n      # odd\n      template:\n        metadata:\n          "
			after := "\n        spec: {a:   b}\n"
			object := before + row.template + after
			want := func(got string) string {
				stamp := stamped + firstStamp(t, got) + `"`
				quoted := `"` + strings.Replace(stamp, ":", `":`, 1)
				return before + strings.NewReplacer("STAMP", stamp, "QUOTED", quoted).Replace(row.want) + after
			}
			for _, list := range []string{listOf(monitor, monitored, object), listOf(object, monitored, monitor)} {
				got := render(t, list)
				_, item, _ := strings.Cut(listOf(want(got)), "items:\n")
				if !strings.Contains(got, item) {
					t.Errorf("in a list (-want +got):\n%s", cmp.Diff(item, got))
				}
			}
			items, _ := fn.ParseDocuments("all.yaml", []byte(monitor+"---\n"+monitored+"---\n"+object))
			got := deploymentIn(t, processed(t, &fn.ResourceList{Items: items}, fn.Settings{}))
			if diff := cmp.Diff(want(got), got); diff != "" {
				t.Errorf("as a document (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStampInBraces adds to a line in flow style and keeps the rest of the line. JSON stays JSON.
func TestStampInBraces(t *testing.T) {
	t.Parallel()
	for object, want := range map[string]string{
		"apiVersion: apps/v1\nkind:   Deployment\nmetadata: {name:   a}\nspec: {template: {metadata: {labels: {app: frontend}},  x: y}}  # kept\n":   `{template: {metadata: {annotations: {STAMP}, labels: {app: frontend}},  x: y}}  # kept`,
		`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"template":{"metadata":{"labels":{"app":"frontend"}}}}}` + "\n": `"spec":{"template":{"metadata":{"annotations": {"STAMP}, "labels":{"app":"frontend"}}}}}`,
	} {
		got := render(t, listOf(monitor, monitored, object))
		stamp := stamped + firstStamp(t, got) + `"`
		if strings.HasPrefix(object, "{") {
			stamp = strings.Replace(stamp, ":", `":`, 1)
		}
		before, _, _ := strings.Cut(strings.ReplaceAll(object, "\n", "\n  "), "spec")
		before = strings.TrimSuffix(before, `"`)
		want = strings.Replace(want, "STAMP", stamp, 1) + "\n"
		if !strings.Contains(got, "- "+before) || !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q and\n%s", got, before, want)
		}
	}
}

// TestStampKeepsLineEnds writes each new line with the line end of its neighbours.
func TestStampKeepsLineEnds(t *testing.T) {
	t.Parallel()
	file := strings.ReplaceAll(monitor+"---\n"+monitored+"---\n"+deployment, "\n", "\r\n")
	items, _ := fn.ParseDocuments("all.yaml", []byte(file))
	got := deploymentIn(t, processed(t, &fn.ResourceList{Items: items}, fn.Settings{}))
	stampOf(t, got)
	if lines := strings.Count(got, "\n"); lines != strings.Count(got, "\r\n") || lines != strings.Count(deployment, "\n")+2 {
		t.Errorf("%d lines:\n%q", lines, got)
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
