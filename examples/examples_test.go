// Package examples renders every example and compares it with what is expected.
package examples_test

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/cli"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

// TestMain puts latchkey on PATH, which is the binary of this test.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"latchkey": func() {
		os.Exit(cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}.Main(os.Args[1:]))
	}})
}

// TestExamples renders input.yaml of each folder twice. It is expected to become
// expected.yaml, which names the scripts and does not hold them, or to fail with the problems in errors.txt.
func TestExamples(t *testing.T) {
	t.Parallel()
	inputs, err := filepath.Glob("*/input.yaml")
	if err != nil || len(inputs) < 10 {
		t.Fatalf("found %d examples (%v), want at least 10", len(inputs), err)
	}
	for _, input := range inputs {
		folder := filepath.Dir(input)
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			manifests, findings, code := render(input)
			again, _, _ := render(input)
			if diff := cmp.Diff(manifests, again); diff != "" {
				t.Errorf("a second rendering differs (-first +second):\n%s", diff)
			}
			failing := filepath.Join(folder, "errors.txt")
			if _, err := os.Stat(failing); err == nil {
				if code != cli.ExitProblems {
					t.Errorf("exit code %d, want %d", code, cli.ExitProblems)
				}
				compare(t, failing, findings)
				return
			}
			if code != cli.ExitOK {
				t.Fatalf("exit code %d:\n%s", code, findings)
			}
			compare(t, filepath.Join(folder, "expected.yaml"), golden(t, manifests))
			checkTypes(t, manifests)
		})
	}
}

// TestExamplesAreExplained keeps a README in every example. A line above its source tells editors where the schema is.
func TestExamplesAreExplained(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.IsDir() || entry.Name() == "testdata" {
			continue
		}
		if _, err := os.Stat(filepath.Join(entry.Name(), "README.md")); err != nil {
			t.Error(err)
		}
		source, _ := os.ReadFile(filepath.Join(entry.Name(), "input.yaml")) // some have other files

		if bytes.HasPrefix(source, []byte("apiVersion: flux-framework.org/")) && entry.Name() != "bad-input" { // which shows places
			t.Errorf("%s/input.yaml has no line \"# yaml-language-server: ...\" at its top", entry.Name())
		}
	}
}

func render(args ...string) (manifests, findings string, code int) {
	var stdout, stderr bytes.Buffer
	command := cli.Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
	code = command.Main(append([]string{"render"}, args...))
	return stdout.String(), stderr.String(), code
}

// compare compares with a file, or rewrites it.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), make update-golden rewrites it:\n%s", file, diff)
	}
}

// written are the kinds that Latchkey writes, by apiVersion and kind.
func written() map[string]any {
	return map[string]any{
		"v1 ConfigMap":                             new(corev1.ConfigMap),
		"v1 PersistentVolume":                      new(corev1.PersistentVolume),
		"v1 PersistentVolumeClaim":                 new(corev1.PersistentVolumeClaim),
		"v1 Pod":                                   new(corev1.Pod),
		"v1 Secret":                                new(corev1.Secret),
		"v1 Service":                               new(corev1.Service),
		"v1 ServiceAccount":                        new(corev1.ServiceAccount),
		"apps/v1 Deployment":                       new(appsv1.Deployment),
		"apps/v1 StatefulSet":                      new(appsv1.StatefulSet),
		"batch/v1 CronJob":                         new(batchv1.CronJob),
		"kubeflow.org/v2beta1 MPIJob":              new(map[string]any), // its types are in no dependency
		"batch/v1 Job":                             new(batchv1.Job),
		"jobset.x-k8s.io/v1alpha2 JobSet":          new(jobset.JobSet),
		"networking.k8s.io/v1 NetworkPolicy":       new(networkingv1.NetworkPolicy),
		"scheduling.k8s.io/v1alpha2 PodGroup":      new(scheduling.PodGroup),
		"rbac.authorization.k8s.io/v1 Role":        new(rbacv1.Role),
		"rbac.authorization.k8s.io/v1 RoleBinding": new(rbacv1.RoleBinding),
	}
}

// checkTypes reads every document into its Go type: a field that the API does
// not have is an error there.
func checkTypes(t *testing.T, manifests string) {
	t.Helper()
	for document := range strings.SplitSeq(manifests, "\n---\n") {
		var meta struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
		}
		if err := yaml.Unmarshal([]byte(document), &meta); err != nil {
			t.Fatal(err)
		}
		object, known := written()[meta.APIVersion+" "+meta.Kind]
		if !known {
			t.Errorf("%s %s is not a kind that an example should become", meta.APIVersion, meta.Kind)
			continue
		}
		if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
			t.Errorf("%s: %v", meta.Kind, err)
		}
	}
}
