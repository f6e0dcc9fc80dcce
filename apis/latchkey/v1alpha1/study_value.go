package v1alpha1

import (
	"encoding/json"
	"strconv"
	"strings"
)

// StudyValue is a value of a parameter: a string or an integer. 5 and "5" are the same, because the field that gets the
// value decides about the type.
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type StudyValue string

// UnmarshalJSON accepts a string or a number. The schema of the kind refuses everything but strings and integers.
func (v *StudyValue) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), `"`) {
		return json.Unmarshal(data, (*string)(v))
	}
	if string(data) != "null" {
		*v = StudyValue(data)
	}
	return nil
}

// Share returns 0.1 for "10%". It is not ok for what is not a percentage.
func (v StudyValue) Share() (share float64, ok bool) {
	number, found := strings.CutSuffix(string(v), "%")
	percent, err := strconv.ParseFloat(number, 64)
	return percent / 100, found && err == nil && percent >= 0 && percent < 1e6
}
