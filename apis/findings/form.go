package findings

import (
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// MaxLabel is the length of a DNS label.
const MaxLabel = validation.DNS1123LabelMaxLength

// Form is a rule of Kubernetes for names and similar values, with advice.
type Form struct {
	problems func(string) []string
	// Remedy says what to write, as the end of a message.
	Remedy string
}

// Allows reports whether a value has the form.
func (r Form) Allows(value string) bool { return len(r.problems(value)) == 0 }

// The forms of Kubernetes.
var (
	ServiceName = Form{validation.IsDNS1035Label, `use at most 63 lower-case letters, digits and "-", a letter first`}
	Label       = Form{validation.IsDNS1123Label, `use at most 63 lower-case letters, digits and "-", no "-" at either end`}
	ObjectName  = Form{validation.IsDNS1123Subdomain, `use at most 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`}
	FileKey     = Form{validation.IsConfigMapKey, `use letters, digits, "-", "_" and "."`}
	Variable    = Form{validation.IsEnvVarName, `use letters, digits, "_", "-" and ".", no digit first`}
	Identifier  = Form{validation.IsCIdentifier, `use letters, digits and "_", no digit first`}
	LabelKey    = Form{validation.IsQualifiedName, `use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`}
	LabelValue  = Form{validation.IsValidLabelValue, `use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`}
)

// Obey checks that a value has a form. It does not judge an empty value.
func (f *Findings) Obey(at *field.Path, value string, form Form) bool {
	if value == "" || form.Allows(value) {
		return true
	}
	f.Invalid(at, value, "%q is not allowed here: %s", value, form.Remedy)
	return false
}
