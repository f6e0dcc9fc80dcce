package generators_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// corpusDir holds the examples of the operators, and the answer of an API server to each.
const corpusDir = "../../shared/corpus"

// refused are the fields that Latchkey refuses and an API server accepts, by file. Some files name pods as the Flux Operator does:
// in Latchkey's pods a broker would not find itself. In the others a key is given twice. kubectl sends only the last of the two.
var refused = map[string][]string{
	"minicluster-v1alpha1/experimental-bursting-broker-compute-engine-minicluster.yaml": {"spec.flux.bursting.hostlist"},
	"minicluster-v1alpha1/tests-custom-config-minicluster.yaml":                         {"spec.flux.brokerConfig"},
	"minicluster-v1alpha2/experimental-bursting-broker-compute-engine-minicluster.yaml": {"spec.flux.bursting.hostlist"},
	"minicluster-v1alpha2/tests-custom-config-minicluster.yaml":                         {"spec.flux.brokerConfig"},
	"minicluster-v1alpha1/experimental-bursting-broker-eks-minicluster-env.yaml":        {"spec.interactive"},
	"minicluster-v1alpha2/experimental-bursting-broker-eks-minicluster-env.yaml":        {"spec.interactive"},
	"minicluster-v1alpha2/experimental-bursting-broker-eks-minicluster.yaml":            {"spec.interactive"},
	"minicluster-v1alpha1/tests-osu-benchmarks-minicluster.yaml":                        {"spec.containers[0].command"},
}

// TestCorpus compares, for each file, the fields that Latchkey refuses with those that an API server refuses. A file without such
// a field must expand.
func TestCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	unknown := regexp.MustCompile(`unknown field "([^"]*)"`)
	judged := 0
	for line := range strings.Lines(string(verdicts)) {
		columns := strings.Split(line, "\t")
		if len(columns) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		judged++
		file, want := columns[0], slices.Clone(refused[columns[0]])
		for _, match := range unknown.FindAllStringSubmatch(columns[2], -1) {
			want = append(want, match[1])
		}
		if diff := cmp.Diff(want, refusedBy(t, file)); diff != "" {
			t.Errorf("%s: refused fields (-server +Latchkey):\n%s", file, diff)
		}
	}
	if judged != 131 {
		t.Errorf("%d files were judged, want 131", judged)
	}
}

// refusedBy returns the fields of a file's MiniClusters and MetricSets that have errors.
func refusedBy(t *testing.T, file string) (found []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(corpusDir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
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
			judged++
			for _, problem := range problemsOf(t, file, version, node.YNode()) {
				found = append(found, problem.Field)
			}
		}
	}
	if judged == 0 {
		t.Errorf("%s: there is no object of a known kind", file)
	}
	return slices.Compact(found)
}

// problemsOf returns the errors of structure of an object, or else the errors of its meaning. An object without errors must become a
// ConfigMap, a Service and a JobSet at least.
func problemsOf(t *testing.T, file string, version generators.Version, node *kyaml.Node) field.ErrorList {
	t.Helper()
	source, problems := version.Decode(node)
	if len(problems) > 0 {
		return problems
	}
	resolved, errs, _ := resolve(source, latchkey.Options{})
	if len(errs) > 0 {
		return errs
	}
	if objects := resolved.Expand(); len(objects) < 3 {
		t.Errorf("%s: only %d objects", file, len(objects))
	}
	return nil
}
