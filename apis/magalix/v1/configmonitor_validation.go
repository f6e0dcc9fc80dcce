package v1

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields, for problems found here and by the generator.
var (
	ConfigMapPath   = field.NewPath("spec", "configmap")
	PodSelectorPath = field.NewPath("spec", "podSelector")
)

// Default does nothing, because no field has a default.
func (*ConfigMonitor) Default() {}

// Validate returns the problems of a ConfigMonitor that show without other objects. The generator finds the others. The
// options have no influence.
func (m *ConfigMonitor) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.Metadata(&m.ObjectMeta)
	f.Obey(field.NewPath("metadata", "name"), m.Name, findings.ObjectName)
	f.Need(ConfigMapPath, m.Spec.ConfigMap, "no ConfigMap is named: write the name of one in the same namespace")
	f.Obey(ConfigMapPath, m.Spec.ConfigMap, findings.ObjectName)
	if len(m.Spec.PodSelector) == 0 {
		f.Required(PodSelectorPath, "no labels are given, and all pods would match: write one label of the pods or more, for example \"app: frontend\"")
	}
	f.Labels(PodSelectorPath, m.Spec.PodSelector)
	return f.Errors, f.Warnings
}
