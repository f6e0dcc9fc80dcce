package generators_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// corpusDir holds the examples of the operators, and the answer of an API server to each.
const corpusDir = "../../shared/corpus"

// refused are files that an API server accepts and Latchkey refuses, with the field of each. They name pods as the Flux
// Operator does. In Latchkey's pods a broker would not find itself.
var refused = map[string]string{
	"minicluster-v1alpha1/experimental-bursting-broker-compute-engine-minicluster.yaml": "spec.flux.bursting.hostlist",
	"minicluster-v1alpha1/tests-custom-config-minicluster.yaml":                         "spec.flux.brokerConfig",
	"minicluster-v1alpha2/experimental-bursting-broker-compute-engine-minicluster.yaml": "spec.flux.bursting.hostlist",
	"minicluster-v1alpha2/tests-custom-config-minicluster.yaml":                         "spec.flux.brokerConfig",
}

// TestExpandCorpus expands every object that a real API server accepts.
func TestExpandCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	expanded, got := 0, map[string]string{}
	for line := range strings.Lines(string(verdicts)) {
		file, rest, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(rest, "accepted") {
			continue
		}
		for _, source := range sources(t, file) {
			expanded++
			objects, errs, _ := generators.Expand(source, latchkey.Options{})
			for _, problem := range errs {
				got[file] = problem.Field
			}
			if strings.HasPrefix(file, "metricset-") && len(objects) != 3 || len(errs) == 0 && len(objects) < 3 {
				t.Errorf("%s: %d objects, errors %v", file, len(objects), errs)
			}
		}
	}
	if diff := cmp.Diff(refused, got); diff != "" {
		t.Errorf("refused files and their fields (-want +got):\n%s", diff)
	}
	if expanded < 115 {
		t.Errorf("only %d objects were expanded", expanded)
	}
}

// sources returns the objects of a file. It leaves out objects with errors of structure, which TestDecodeCorpus judges.
func sources(t *testing.T, file string) (found []generators.Object) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(corpusDir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(string(data), "\n---") {
		node, err := kyaml.Parse(text)
		if err != nil {
			continue // a document without content
		}
		kind, _ := generators.Registry{}.Kind("flux-framework.org", node.GetKind())
		for _, version := range kind.Versions {
			if version.Name != filepath.Base(node.GetApiVersion()) {
				continue
			}
			if object, problems := version.Decode(node.YNode()); len(problems) == 0 {
				found = append(found, object)
			}
		}
	}
	return found
}
