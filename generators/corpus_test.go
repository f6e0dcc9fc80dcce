package generators_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// corpusDir holds manifests of the operators' own examples, and what an API server says of each.
const corpusDir = "../../shared/corpus"

// TestExpandMetricSetCorpus expands every MetricSet that a real API server takes.
func TestExpandMetricSetCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	expanded := 0
	for line := range strings.Lines(string(verdicts)) {
		file, rest, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(file, "metricset-") || !strings.HasPrefix(rest, "accepted") {
			continue
		}
		expanded++
		data, err := os.ReadFile(filepath.Join(corpusDir, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		node, err := kyaml.Parse(string(data))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var object generators.Object = &v1alpha2.MetricSet{}
		if strings.HasSuffix(node.GetApiVersion(), "/v1alpha1") {
			object = &v1alpha1.MetricSet{}
		}
		problems := apis.Decode(node.YNode(), object)
		objects, errs, _ := generators.Expand(object, latchkey.Options{})
		if len(problems)+len(errs) > 0 || len(objects) != 3 {
			t.Errorf("%s: %d objects, unread %v, errors %v", file, len(objects), problems, errs)
		}
	}
	if expanded < 30 {
		t.Errorf("only %d files were expanded", expanded)
	}
}
