package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestMissingCarrier wants an error, and no fault, for a set that is attached to a missing MiniCluster, in a namespace with
// a Pod Security Standard.
func TestMissingCarrier(t *testing.T) {
	t.Parallel()
	namespace := "apiVersion: v1\nkind: Namespace\nmetadata: {name: hpc, labels: {pod-security.kubernetes.io/enforce: restricted}}\n"
	input := listOf(namespace, inNamespace(attachedSet("cpu"), "hpc"))
	output, messages, code := run(t, input)
	if code != fn.ExitProblems || !strings.Contains(messages, `there is no MiniCluster "lammps" in the input with the namespace "hpc"`) {
		t.Errorf("exit code %d: %s", code, messages)
	}
	if !strings.HasPrefix(output, input) {
		t.Errorf("the list is not whole:\n%s", output)
	}
}

// TestConfigBesideAnother wants a functionConfig that is a source and an item of the same name that differs to be an error.
// Both stay in the list.
func TestConfigBesideAnother(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ config, want string }{
		"another command":    {strings.Replace(set, "hostname", "date", 1), "another object of this name is"},
		"a mistake":          {strings.Replace(set, "size:", "siez:", 1), `unknown field: did you mean "size"?`},
		"another annotation": {annotated(set, "latchkey.dev/workload", "Job"), "another object of this name is"},
	} {
		input := withConfig(listOf(set), test.config)
		output, messages, code := run(t, input)
		if code != fn.ExitProblems || !strings.Contains(messages, test.want) {
			t.Errorf("%s: exit code %d: %s", name, code, messages)
		}
		if !strings.HasPrefix(output, input) {
			t.Errorf("%s: the list is not whole:\n%s", name, output)
		}
	}
}

// TestConfigAnnotation wants an error for an annotation of Latchkey on the functionConfig.
func TestConfigAnnotation(t *testing.T) {
	t.Parallel()
	for key, remedy := range map[string]string{
		"latchkey.dev/workload": "write the option here as spec.workload", "latchkey.dev/wrkload": "leave it out, and write options below spec",
	} {
		_, messages, code := run(t, withConfig(listOf(set), annotated(options("curve: None"), key, "Job")))
		if code != fn.ExitProblems || !strings.Contains(messages, "metadata.annotations["+key+"]: an annotation of Latchkey is for an object that it expands, such as a MiniCluster: "+remedy+"\n") {
			t.Errorf("%s: exit code %d: %s", key, code, messages)
		}
	}
}

// TestConfigOnceMore wants the copy of its functionConfig that a generator of kustomize gets to be expanded once, and not
// to be returned.
func TestConfigOnceMore(t *testing.T) {
	t.Parallel()
	config := annotated(set, "config.kubernetes.io/local-config", "true")
	copied := annotated(config, "config.k8s.io/id", "1", "internal.config.kubernetes.io/id", "1", "config.kubernetes.io/index", "0")
	output := render(t, withConfig(listOf(copied), config))
	if made := strings.Count(output, "kind: JobSet"); made != 1 || strings.Contains(output, "config.k8s.io/id") {
		t.Errorf("%d JobSets in:\n%.300s", made, output)
	}
}

// TestSharedAnnotations sends a source as kpt does: with the places of files among its annotations. An alias gives the
// same annotations to its pods. Only the annotations of the source keep them.
func TestSharedAnnotations(t *testing.T) {
	t.Parallel()
	const shared = "  annotations: &notes\n    team: hpc\n"
	for name, pod := range map[string]string{"an alias": "annotations: *notes", "a merge": "annotations: {<<: *notes, a: b}"} {
		source := strings.Replace(set, "metadata:\n", "metadata:\n"+shared, 1)
		source = strings.Replace(source, "spec:\n", "spec:\n  pod:\n    "+pod+"\n", 1)
		source = strings.Replace(source, shared, shared+
			"    internal.config.kubernetes.io/path: a.yaml\n    config.kubernetes.io/index: '0'\n    internal.kpt.dev/upstream-identifier: /root/a\n", 1)
		once := render(t, listOf(source))
		item, rest, _ := strings.Cut(once, "kind: ConfigMap")
		_, spec, _ := strings.Cut(item, "\n  spec:")
		if strings.Contains(rest, "upstream-identifier") || strings.Contains(rest, "config.kubernetes.io/index: '0'") || !strings.Contains(rest, "team: hpc") {
			t.Errorf("%s: the pods have the annotations of the file", name)
		}
		if strings.Contains(spec, "internal") || strings.Contains(spec, "*notes") || !strings.Contains(item, "upstream-identifier") {
			t.Errorf("%s: the source is now:\n%s", name, item)
		}
		if again := render(t, once); again != once {
			t.Errorf("%s: the second run changes the first one's output:\n%s", name, cmp.Diff(once, again))
		}
	}
}

// TestNothingDone wants a warning if no source is sent, and if nothing reads a Latchkey, and no other change.
func TestNothingDone(t *testing.T) {
	t.Parallel()
	const unread = "Latchkey/options: warning: this run does not read these options: name the file as configPath in the Kptfile, in --fn-config of kpt fn eval, or in transformers of the kustomization\n"
	for name, test := range map[string]struct{ input, want string }{
		"no source":               {listOf(foreign), "warning: nothing is expanded: Latchkey was sent 1 object: 1 ConfigMap, and no object that it expands, such as a MiniCluster\n"},
		"no kind":                 {listOf("a: 1\n", foreign), "warning: nothing is expanded: Latchkey was sent 2 objects: 1 without a kind, 1 ConfigMap, and no object that it expands, such as a MiniCluster\n"},
		"nothing":                 {listOf(), "warning: nothing is expanded: Latchkey was sent 0 objects, and no object that it expands, such as a MiniCluster\n"},
		"a generator":             {withConfig(listOf(options("curve: None")), options("curve: None")), "warning: nothing is expanded, because kustomize sent no resources: list Latchkey in transformers, and not in generators, of the kustomization whose resources are to be expanded\n"},
		"a forgotten config":      {listOf(set, options("curve: None")), unread},
		"another config":          {withConfig(listOf(set, options("curve: None")), "apiVersion: v1\nkind: ConfigMap\n"), unread},
		"a config without option": {listOf(set, strings.Replace(options("curve: None"), "curve: None", "", 1)), ""},
		"a source":                {listOf(foreign, set), ""},
		"a source as config":      {withConfig(listOf(), set), ""},
	} {
		output, messages, code := run(t, test.input)
		if code != fn.ExitOK || messages != test.want || test.want != "" && !strings.Contains(output, "\nresults:\n") {
			t.Errorf("%s: exit code %d: %s", name, code, cmp.Diff(test.want, messages))
		}
	}
}
