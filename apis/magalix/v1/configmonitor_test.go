package v1_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	v1 "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

func monitor() *v1.ConfigMonitor {
	return &v1.ConfigMonitor{
		ObjectMeta: metav1.ObjectMeta{Name: "frontend"},
		Spec:       v1.ConfigMonitorSpec{ConfigMap: "frontend-config", PodSelector: map[string]string{"app": "frontend"}},
	}
}

func Example() {
	m := monitor()
	m.Spec.ConfigMap = ""
	problems, _ := m.Validate(latchkey.Options{})
	fmt.Println(problems[0].Field+":", problems[0].Detail)
	// Output:
	// spec.configmap: no ConfigMap is named: write the name of one in the same namespace
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name   string
		change func(*v1.ConfigMonitor)
		want   []string
	}{
		{"as it should be", func(*v1.ConfigMonitor) {}, nil},
		{"nothing said", func(m *v1.ConfigMonitor) { m.Spec = v1.ConfigMonitorSpec{} }, []string{
			"spec.configmap: no ConfigMap is named: write the name of one in the same namespace",
			`spec.podSelector: no labels are given, and all pods would match: write one label of the pods or more, for example "app: frontend"`,
		}},
		{"wrong names", func(m *v1.ConfigMonitor) {
			m.Name, m.Spec = "A", v1.ConfigMonitorSpec{ConfigMap: "B", PodSelector: map[string]string{"a b": "c d"}}
		}, []string{
			`metadata.name: "A" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
			`spec.configmap: "B" is not allowed here: use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
			`spec.podSelector[a b]: "a b" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`,
			`spec.podSelector[a b]: "c d" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`,
		}},
	} {
		m := monitor()
		row.change(m)
		m.Default()
		errs, warnings := m.Validate(latchkey.Options{})
		got := apitest.Messages(append(errs, warnings...)...)
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}
