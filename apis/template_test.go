package apis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// TestDecodeTemplate decodes a template that YAML can read.
func TestDecodeTemplate(t *testing.T) {
	t.Parallel()
	const remedy = ": this is a template and no YAML yet: render it first, for example with helm template"
	got := decode(t, `{spec: {size: {{ .Values.size }}, names: [{{ .Values.name }}]}}`, &party{})
	if diff := cmp.Diff([]string{"spec.size" + remedy, "spec.names[0]" + remedy}, apitest.Messages(got...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
