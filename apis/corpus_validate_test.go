package apis_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// refused are the files that an API server takes and Validate does not, and the field of each. They name
// pods as the Flux Operator calls them, where a broker would not find itself.
var refused = map[string]string{
	"minicluster-v1alpha1/experimental-bursting-broker-compute-engine-minicluster.yaml": "spec.flux.bursting.hostlist",
	"minicluster-v1alpha1/tests-custom-config-minicluster.yaml":                         "spec.flux.brokerConfig",
	"minicluster-v1alpha2/experimental-bursting-broker-compute-engine-minicluster.yaml": "spec.flux.bursting.hostlist",
	"minicluster-v1alpha2/tests-custom-config-minicluster.yaml":                         "spec.flux.brokerConfig",
}

// TestValidateCorpus validates every file of the corpus that a real API server takes.
func TestValidateCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	judged, got := 0, map[string]string{}
	for line := range strings.Lines(string(verdicts)) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if !strings.HasPrefix(rest, "accepted") {
			continue
		}
		judged++
		for _, text := range documents(t, file) {
			object := newObject(file, text)
			if problems := decode(t, text, object); len(problems) > 0 {
				continue // TestDecodeCorpus judges these
			}
			errs, warnings := validate(object)
			for _, problem := range errs {
				t.Logf("%s: %s: %s", file, problem.Field, problem.Detail)
				got[file] = problem.Field
			}
			for _, problem := range warnings {
				t.Logf("%s: warning: %s: %s", file, problem.Field, problem.Detail)
			}
		}
	}
	t.Logf("%d files were judged", judged)
	if diff := cmp.Diff(refused, got); diff != "" {
		t.Errorf("refused files and their fields (-want +got):\n%s", diff)
	}
}

// source is what all kinds of the corpus have.
type source interface {
	Default()
	Validate(opts latchkey.Options) (errs, warnings field.ErrorList)
}

// older is a source of an older version.
type older interface {
	source
	InOwnFields(problems field.ErrorList) field.ErrorList
}

// validate goes the way of a source: defaults, conversion, validation of both.
func validate(object any) (errs, warnings field.ErrorList) {
	object.(source).Default()
	errs, warnings = object.(source).Validate(latchkey.Options{})
	old, ok := object.(older)
	if !ok {
		return errs, warnings
	}
	var converted source
	switch old := old.(type) {
	case *v1alpha1.MiniCluster:
		converted = old.ConvertTo()
	case *v1alpha1.MetricSet:
		converted = old.ConvertTo()
	}
	converted.Default()
	moreErrs, moreWarnings := converted.Validate(latchkey.Options{})
	return append(errs, old.InOwnFields(moreErrs)...), append(warnings, old.InOwnFields(moreWarnings)...)
}
