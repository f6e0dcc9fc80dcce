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
	// deployment has an unusual layout, so that the test sees which lines were written again.
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

// stampOf finds the hash in a string.
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

// TestCommentsAboveObjects keeps comments where kpt writes them, behind the dash.
func TestCommentsAboveObjects(t *testing.T) {
	t.Parallel()
	list := listOf(monitor, monitored, "# ABOVE\n# TOO\n"+deployment)
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

// TestMonitorWhatIsGenerated monitors a ConfigMap that the same run makes.
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
	if got := lines(process(t, listOf(watching, broken, deployment), fn.Settings{})); len(got) != 1 || !strings.Contains(got[0], "spec.options[1]: another item has the same id") {
		t.Errorf("a source with errors: %q", got)
	}
}

func TestMonitorProblems(t *testing.T) {
	t.Parallel()
	local := annotated(monitored, "config.kubernetes.io/local-config", "true")
	got := lines(process(t, listOf(monitor, local), fn.Settings{}))
	want := []string{
		`ConfigMonitor/frontend: spec.configmap: "settings": the input has no ConfigMap of this name in the namespace of the monitor: add it, or write the name of a ConfigMap that is there`,
		"ConfigMonitor/frontend: spec.podSelector: no Deployment, StatefulSet or DaemonSet in the namespace of the monitor has pods with these labels: write labels that one of these has in spec.template.metadata, and give it the namespace of the monitor",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPodSetShrinks removes the last pods when their number becomes smaller.
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
