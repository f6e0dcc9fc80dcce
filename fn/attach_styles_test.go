package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAttachStyles attaches two sets to Jobs in the styles that people use, and detaches them.
func TestAttachStyles(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: bench\n"
	for name, text := range map[string]string{
		"shared labels":           strings.Replace(head, "bench\n", "bench\n  labels: &labels\n    app: x\n", 1) + "spec:\n  template:\n    metadata:\n      labels: *labels\n    spec:\n      containers:\n      - name: main\n        image: nginx\n",
		"shared variables":        head + "spec:\n  template:\n    spec:\n      containers:\n      - name: main\n        image: nginx\n        env: &env\n        - name: A\n          value: b\n      - name: other\n        image: nginx\n        env: *env\n",
		"a merged container":      head + "spec:\n  template:\n    spec:\n      containers:\n      - &main\n        name: main\n        image: nginx\n      - <<: *main\n        name: other\n",
		"a merged context":        head + "spec:\n  template:\n    spec:\n      securityContext: &user {runAsUser: 1000}\n      containers:\n      - name: main\n        image: nginx\n        securityContext:\n          <<: *user\n          privileged: false\n",
		"anchors on the way":      head + "spec: &job\n  template: &template\n    metadata: &metadata\n      labels: {app: x}\n    spec: &pod\n      containers: &all\n      - name: main\n        image: nginx\n      volumes: &volumes\n      - name: a\n        emptyDir: {}\n",
		"tags":                    head + "spec: !!map\n  template:\n    spec:\n      containers: !!seq\n      - name: main\n        image: !!str nginx\n",
		"other line ends":         strings.ReplaceAll(head+"spec:\n  template:\n    spec:\n      containers:\n      - name: main # x\n        image: nginx\n", "\n", "\r\n"),
		"blank lines and remarks": head + "\nspec:\n\n  template:\n\n    spec:\n\n      containers:\n\n      # first\n      - name: main\n        image: nginx\n\n      # end\n\n      initContainers:\n      - name: i\n        image: nginx\n      # after i\n\n      volumes:\n      - name: a\n        emptyDir: {}\n\n# the end\n",
		"a written null":          head + "spec:\n  template:\n    metadata:\n      creationTimestamp: null\n    spec:\n      containers:\n      - name: main\n        image: nginx\n        resources: {}\nstatus: {}\n",
		"a script":                head + "spec:\n  template:\n    spec:\n      containers:\n      - name: main\n        image: nginx\n        command:\n        - sh\n        - -c\n        - |\n          # a remark in a script\n          echo hi\n\n          exit 0\n",
		"wide margins":            head + "spec:\n    template:\n        metadata:\n            annotations:\n                a: b\n        spec:\n            volumes:\n                - name: a\n                  emptyDir: {}\n            initContainers:\n                - name: x\n                  image: nginx\n            containers:\n                - name: main\n                  image: nginx\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			once := renderAll(t, text, other, attachedTo("cpu", "Job/bench"), attachedTo("disk", "Job/bench"))
			if got := strings.Count(theJob(t, once), "-sysstat"); got < 2 {
				t.Fatalf("nothing is attached:\n%s", once)
			}
			if diff := cmp.Diff(once, renderAll(t, once)); diff != "" {
				t.Errorf("a second time (-once +twice):\n%s", diff)
			}
			checkDetached(t, text, theJob(t, renderAll(t, moved(once))))
		})
	}
}

// TestAttachNothingThere attaches two sets where the fields that attaching changes are null or empty, and detaches them.
func TestAttachNothingThere(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: bench}\nspec:\n  template:"
	for _, null := range []string{"", " null", " ~", " !!null null", "\n          null", " []", " {}"} {
		list, object := strings.ReplaceAll(null, "{}", "[]"), strings.ReplaceAll(null, "[]", "{}")
		lines := "\n    metadata:" + object + "\n    spec:\n      initContainers:" + list + "\n      volumes:" + list + "\n      containers:\n      - {name: main, image: nginx}\n"
		inner := "\n    metadata:\n      annotations:" + object + "\n    spec:\n      shareProcessNamespace: null\n      containers:\n      - {name: main, image: nginx}\n      volumes:" + list + "\n"
		for _, text := range []string{head + lines, head + inner} {
			once := renderAll(t, text, other, attachedTo("cpu", "Job/bench"), attachedTo("disk", "Job/bench"))
			if got := strings.Count(theJob(t, once), "-sysstat"); got < 2 {
				t.Fatalf("nothing is attached:\n%s", once)
			}
			if diff := cmp.Diff(once, renderAll(t, once)); diff != "" {
				t.Errorf("a second time (-once +twice):\n%s", diff)
			}
			checkDetached(t, text, theJob(t, renderAll(t, moved(once))))
		}
	}
	const flow = " {metadata: {annotations: null}, spec: {initContainers: ~, volumes: null, containers: [{name: main, image: nginx}]}}\n"
	once := renderAll(t, head+flow, other, attachedTo("cpu", "Job/bench"))
	checkDetached(t, head+flow, theJob(t, renderAll(t, moved(once))))
}
