package fn_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

const (
	monitor = `apiVersion: magalix.com/v1
kind: ConfigMonitor
metadata:
  name: frontend
spec:
  configmap: settings
  podSelector:
    app: frontend
`
	monitored = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
`
	// deployment is written as nobody would, so that what is written again shows.
	deployment = `# above
apiVersion:   apps/v1
kind: Deployment
metadata: {name: frontend,   labels: {a: b}}   # flow
spec:
    replicas:   2

    template:
        metadata: # of the pods
            labels:
                app: 'frontend'
        spec:
            containers:
            -   {name: "web",   image: nginx}
`
	stamped = `configmap.latchkey.dev/settings: "`
)

// stampOf finds the hash in a text.
func stampOf(t *testing.T, text string) string {
	t.Helper()
	found := regexp.MustCompile(`configmap\.latchkey\.dev/settings: "([0-9a-f]{16})"`).FindAllStringSubmatch(text, -1)
	if len(found) != 1 {
		t.Fatalf("%d stamps in:\n%s", len(found), text)
	}
	return found[0][1]
}

// deploymentIn is the Deployment of a list, as a document.
func deploymentIn(t *testing.T, list *fn.ResourceList) string {
	t.Helper()
	for _, item := range list.Items {
		if item.Kind == "Deployment" {
			return document(t, item)
		}
	}
	t.Fatalf("no Deployment: %v", lines(list))
	return ""
}

// TestStampChangesOneLine changes one line and leaves all others as they are, however they are written.
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
				return before + strings.ReplaceAll(row.want, "STAMP", stamped+firstStamp(t, got)+`"`) + after
			}
			for _, list := range []string{listOf(monitor, monitored, object), listOf(object, monitored, monitor)} {
				got := render(t, list)
				_, item, _ := strings.Cut(listOf(want(got)), "items:\n")
				if !strings.Contains(got, item) {
					t.Errorf("in a list (-want +got):\n%s", cmp.Diff(item, got))
				}
			}
			items, _ := fn.ParseDocuments("all.yaml", []byte(monitor+"---\n"+monitored+"---\n"+object))
			got := deploymentIn(t, fn.Process(&fn.ResourceList{Items: items}, fn.Settings{}))
			if diff := cmp.Diff(want(got), got); diff != "" {
				t.Errorf("as a document (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStampWhatIsShared stamps items that cannot be changed line by line: what they share by aliases and merge keys
// stays as it is elsewhere.
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

func firstStamp(t *testing.T, text string) string {
	t.Helper()
	found := regexp.MustCompile(`"([0-9a-f]{16})"`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no stamp in:\n%s", text)
	}
	return found[1]
}

// TestStampTwice renders the output again: nothing changes until the ConfigMap does.
func TestStampTwice(t *testing.T) {
	t.Parallel()
	once := render(t, listOf(monitor, monitored, deployment))
	if diff := cmp.Diff(once, render(t, once)); diff != "" {
		t.Errorf("a second time (-once +twice):\n%s", diff)
	}
	unrelated := render(t, strings.Replace(once, "kind: ConfigMap\n", "kind: ConfigMap # comment\n", 1))
	changed := render(t, strings.Replace(once, "color: blue", "color: red", 1))
	if stampOf(t, once) != stampOf(t, unrelated) || stampOf(t, once) == stampOf(t, changed) {
		t.Errorf("stamps %s, %s and with another color %s", stampOf(t, once), stampOf(t, unrelated), stampOf(t, changed))
	}
}

// TestCommentsAboveObjects leaves them where kpt has them, behind the dash.
func TestCommentsAboveObjects(t *testing.T) {
	t.Parallel()
	list := strings.Replace(listOf(monitor, monitored, "# ABOVE\n# TOO\n"+deployment), "- # ABOVE", "-   # ABOVE", 1)
	for range 2 {
		list = render(t, list)
		if !strings.Contains(list, "\n- # ABOVE\n  # TOO\n  # above\n  apiVersion: ") || strings.Count(list, "ABOVE") != 1 {
			t.Fatalf("comments have moved:\n%s", list)
		}
	}
}

// TestStampWhatIsRenamed finds a ConfigMap that kustomize has renamed before the function runs.
func TestStampWhatIsRenamed(t *testing.T) {
	t.Parallel()
	renamed := annotated(strings.Replace(monitored, "name: settings", "name: dev-settings", 1),
		"internal.config.kubernetes.io/previousNames", "settings", "internal.config.kubernetes.io/previousNamespaces", "default")
	stampOf(t, render(t, listOf(monitor, renamed, deployment)))

	votes := annotated(strings.Replace(vote, "name: pets", "name: dev-pets", 1),
		"internal.config.kubernetes.io/previousNames", "pets", "internal.config.kubernetes.io/previousNamespaces", "default")
	watching := strings.Replace(monitor, "settings", "pets-config", 1)
	if out := render(t, listOf(watching, votes, deployment)); !strings.Contains(out, "configmap.latchkey.dev/pets-config: \"") {
		t.Errorf("no stamp:\n%s", out)
	}
}

// TestStampTwoConfigMaps lets two monitors share a workload.
func TestStampTwoConfigMaps(t *testing.T) {
	t.Parallel()
	second := strings.NewReplacer("name: frontend", "name: second", "settings", "more").Replace(monitor)
	more := strings.NewReplacer("settings", "more").Replace(monitored)
	once := render(t, listOf(monitor, second, monitored, more, deployment))
	if n := strings.Count(once, "configmap.latchkey.dev/"); n != 2 {
		t.Errorf("%d stamps:\n%s", n, once)
	}
	if diff := cmp.Diff(once, render(t, once)); diff != "" {
		t.Errorf("a second time (-once +twice):\n%s", diff)
	}
}

const vote = `apiVersion: voting.example.com/v1
kind: VoteConfig
metadata:
  name: pets
spec:
  options:
  - {id: a, label: Cats, color: "#FF6B6B"}
  - {id: b, label: Dogs, color: "#4ECDC4"}
`

// TestMonitorWhatIsGenerated monitors a ConfigMap that is made in the same run.
func TestMonitorWhatIsGenerated(t *testing.T) {
	t.Parallel()
	watching := strings.Replace(monitor, "settings", "pets-config", 1)
	list := listOf(watching, vote, deployment)
	once := render(t, list)
	if !strings.Contains(once, "configmap.latchkey.dev/pets-config: \"") {
		t.Errorf("no stamp:\n%s", once)
	}
	if diff := cmp.Diff(once, render(t, once)); diff != "" {
		t.Errorf("a second time (-once +twice):\n%s", diff)
	}
	if out, messages, code := run(t, withConfig(list, options("validateOnly: true"))); code != fn.ExitOK || strings.Contains(out, "latchkey.dev/pets") {
		t.Errorf("validateOnly: code %d, %s\n%s", code, messages, out)
	}
	broken := strings.Replace(vote, "id: b", "id: a", 1)
	if got := lines(process(t, listOf(watching, broken, deployment), fn.Settings{})); len(got) != 1 || !strings.Contains(got[0], "spec.options[1].id") {
		t.Errorf("a source with errors: %q", got)
	}
}

func TestMonitorProblems(t *testing.T) {
	t.Parallel()
	local := annotated(monitored, "config.kubernetes.io/local-config", "true")
	got := lines(process(t, listOf(monitor, local), fn.Settings{}))
	want := []string{
		`ConfigMonitor/frontend: spec.configmap: "settings": there is no ConfigMap of this name beside the monitor: add it to what is rendered, or write the name of one that is there`,
		"ConfigMonitor/frontend: spec.podSelector: no Deployment, StatefulSet or DaemonSet in no namespace has pods with these labels: write the labels of spec.template.metadata of one, and give it the namespace of the monitor",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPodSetShrinks drops the last pods when there are to be fewer.
func TestPodSetShrinks(t *testing.T) {
	t.Parallel()
	const set = "apiVersion: app.example.com/v1alpha1\nkind: PodSet\nmetadata:\n  name: sleepers\nspec:\n  replicas: 3\n"
	three := process(t, listOf(inKpt(set, "podset.yaml", 0)), fn.Settings{})
	if diff := cmp.Diff([]string{"PodSet/sleepers", "Pod/sleepers-pod-0", "Pod/sleepers-pod-1", "Pod/sleepers-pod-2"}, names(three)); diff != "" {
		t.Errorf("three (-want +got):\n%s", diff)
	}
	one := process(t, strings.Replace(written(t, three), "replicas: 3", "replicas: 1", 1), fn.Settings{})
	if diff := cmp.Diff([]string{"PodSet/sleepers", "Pod/sleepers-pod-0"}, names(one)); diff != "" {
		t.Errorf("one (-want +got):\n%s", diff)
	}
	jobs := process(t, withConfig(written(t, three), options("include: [configmaps]")), fn.Settings{})
	if diff := cmp.Diff([]string{"PodSet/sleepers", "Pod/sleepers-pod-0", "Pod/sleepers-pod-1", "Pod/sleepers-pod-2"}, names(jobs)); diff != "" {
		t.Errorf("without jobs the pods stay (-want +got):\n%s", diff)
	}
}
