package configmonitor

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	v1 "github.com/latchkey-dev/latchkey/apis/magalix/v1"
)

var (
	configMapPath   = field.NewPath("spec", "configmap")
	podSelectorPath = field.NewPath("spec", "podSelector")
)

// Validate returns the problems of a ConfigMonitor that show without other objects. [Transform] finds the others. The options
// have no influence.
func Validate(m *v1.ConfigMonitor, _ latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.Metadata("object", &m.ObjectMeta)
	f.Obey(field.NewPath("metadata", "name"), m.Name, findings.ObjectName)
	f.Need(configMapPath, m.Spec.ConfigMap, "no ConfigMap is named: write the name of one in the same namespace")
	f.Obey(configMapPath, m.Spec.ConfigMap, findings.ObjectName)
	if len(m.Spec.PodSelector) == 0 {
		f.Required(podSelectorPath, "no labels are given, and all pods would match: write one or more labels of the pods, for example \"app: frontend\"")
	}
	f.Labels(podSelectorPath, m.Spec.PodSelector)
	return f.Errors, f.Warnings
}
