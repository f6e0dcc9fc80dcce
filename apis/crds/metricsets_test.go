package crds_test

import (
	"os"
	"testing"
)

// metricSetExplanations has the intended differences, by the end of the field's path.
var metricSetExplanations = map[string]string{
	".metrics":     "is replaced as a whole, as it was without saying so",
	".addons":      "the same",
	".serviceName": "is the name of the set: two sets with one default share a Service that finds the pods of one",
}

func TestMetricSetMatchesThePublicCRD(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(publicDir); os.IsNotExist(err) {
		t.Skipf("the public CRDs are not at hand: %s", publicDir)
	}
	compare(t, "metricsets", 40, metricSetExplanations)
}
