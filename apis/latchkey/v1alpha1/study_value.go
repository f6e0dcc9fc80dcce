package v1alpha1

import (
	"encoding/json"
	"errors"
	"strings"
)

// StudyValue is a value of a parameter: text or a whole number. 5 and "5" are the same, because the field that gets the
// value decides about the type.
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type StudyValue string

// unread stands for a value that could not be read. Validate refuses it, so that nobody calculates with it.
const unread StudyValue = "\x00"

// UnmarshalJSON accepts text or a whole number. A boolean is an error, because YAML reads the word off as one. A number
// with a fraction is an error too: 1.10 would become 1.1.
func (v *StudyValue) UnmarshalJSON(data []byte) error {
	text := string(data)
	*v = unread
	switch {
	case strings.HasPrefix(text, `"`):
		return json.Unmarshal(data, (*string)(v))
	case text == "null":
		return nil
	case text == "true" || text == "false":
		return errors.New(`write words such as "true" and "off" in quotes`)
	case strings.ContainsAny(text, "[{"):
		return errors.New("use a single value: text or a whole number")
	case strings.ContainsAny(text, ".eE"):
		return errors.New("write a number with a fraction in quotes")
	}
	*v = StudyValue(text)
	return nil
}
