package podtest

import (
	"os"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Shipping returns what decides which parts of scripts ship for this pod: its variables, and the kinds of the texts in the
// folder files. The names of the texts are <prefix>.<kind>.
func (p *Pod) Shipping(prefix string) (variables []corev1.EnvVar, kinds []string) {
	p.T.Helper()
	for name, value := range p.Env {
		variables = append(variables, corev1.EnvVar{Name: name, Value: value})
	}
	entries, err := os.ReadDir(p.Path("files"))
	if err != nil {
		p.T.Fatal(err)
	}
	for _, entry := range entries {
		if kind, isText := strings.CutPrefix(entry.Name(), prefix+"."); isText {
			kinds = append(kinds, kind)
		}
	}
	return variables, kinds
}
