package live

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestQueuePolicy wants the policy that a set asks for, and none that is not known.
func TestQueuePolicy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		recording string
		add       corev1.EnvVar
		texts     map[string]string
		want      string
	}{
		"the default":     {"completed", corev1.EnvVar{Name: "A"}, nil, "fcfs"},
		"another":         {"completed", corev1.EnvVar{Name: "LATCHKEY_QUEUE_POLICY", Value: "easy"}, nil, "easy"},
		"the simple one":  {"completed", corev1.EnvVar{Name: "LATCHKEY_SIMPLE_SCHEDULER", Value: "true"}, nil, "simple"},
		"a configuration": {"completed", corev1.EnvVar{Name: "A"}, map[string]string{"broker.toml": "[bootstrap]"}, ""},
		"no Flux":         {"metricset", corev1.EnvVar{Name: "A"}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := theSet(t, c.recording)
			set.texts = c.texts
			for _, p := range set.parts {
				if p.role == measured {
					first := &p.spec.Template.Spec.Containers[0]
					first.Env = append([]corev1.EnvVar{c.add}, first.Env...)
				}
			}
			if got := set.Record().QueuePolicy; got != c.want {
				t.Errorf("the policy is %q, want %q", got, c.want)
			}
		})
	}
}
