package v1alpha1

import (
	"encoding/json"
	"strings"
)

// StudyValue is a value of a parameter: text or a whole number. 5 and "5" are the same, because the field that gets the
// value decides about the type.
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type StudyValue string

// UnmarshalJSON accepts text or a number. The schema of the kind refuses everything but text and whole numbers.
func (v *StudyValue) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), `"`) {
		return json.Unmarshal(data, (*string)(v))
	}
	if string(data) != "null" {
		*v = StudyValue(data)
	}
	return nil
}
